/** Operators' calls for items that an outside supplier has not confirmed. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { text, uuid } from '#contract/fields.ts'

export const refundConfirmation = defineCall({
  id: 'own-operator-confirmation-refund',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/confirmations/{confirmationId}/refund',
  summary:
    'Refunds what a supplier has not confirmed. It is looked up once more: what the supplier has confirmed by then becomes tickets instead. Written to the log.',
  credential: 'operator',
  stepUp: { purpose: 'refunds' },
  params: z.object({ confirmationId: uuid }),
  body: z.object({
    /** How it was verified that the supplier has no booking. */
    note: text(500, 3),
  }),
  reply: z.object({ state: z.enum(['confirmed', 'refused']) }),
  required: ['confirmationId', 'body'],
  errors: ['NotFound'],
})
