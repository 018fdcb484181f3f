/** Goal: as `src/modules/timetable/tests/routing.test.ts`. Method: the same, 10,000 networks unless RUNS says so. */
import process from 'node:process'

process.env['RUNS'] ??= '10000'
await import('../../src/modules/timetable/tests/routing.test.ts')
