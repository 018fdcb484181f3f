/** Goal and method as in `src/flows/journeys/tests/vehicle-races.test.ts`, with 15 rounds of each command (ROUNDS). */
import process from 'node:process'

process.env['ROUNDS'] ??= '15'
await import('../../src/flows/journeys/tests/vehicle-races.test.ts')
