/** Goal and method as in `src/flows/journeys/tests/vehicle-races.test.ts`, with 150 rounds of each command (ROUNDS). */
import process from 'node:process'

process.env['ROUNDS'] ??= '150'
await import('../../src/flows/journeys/tests/vehicle-races.test.ts')
