/** Goal and method as in `src/modules/timetable/tests/routing.test.ts`, with 10,000 networks (RUNS). */
import process from 'node:process'

process.env['RUNS'] ??= '10000'
await import('../../src/modules/timetable/tests/routing.test.ts')
