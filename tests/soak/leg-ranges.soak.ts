/** Goal and method as in `src/flows/checkout/tests/leg-model.test.ts`, with 100,000 operations (OPERATIONS). */
import process from 'node:process'

process.env['OPERATIONS'] ??= '100000'
await import('../../src/flows/checkout/tests/leg-model.test.ts')
