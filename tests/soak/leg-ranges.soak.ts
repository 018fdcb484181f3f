/** Goal: as `src/flows/checkout/tests/leg-model.test.ts`. Method: the same, 100,000 operations unless OPERATIONS says so. */
import process from 'node:process'

process.env['OPERATIONS'] ??= '100000'
await import('../../src/flows/checkout/tests/leg-model.test.ts')
