/** Goal and method as in `src/flows/checkout/tests/leg-model.test.ts`, with 5,000 operations (OPERATIONS). */
import process from 'node:process'

process.env['OPERATIONS'] ??= '5000'
await import('../../src/flows/checkout/tests/leg-model.test.ts')
