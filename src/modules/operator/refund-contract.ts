/** Refund of tickets by an operator. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { moneyField, text } from '#contract/fields.ts'

export const refundOfficeTickets = defineCall({
  id: 'own-operator-order-refund',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/orders/{orderNumber}/refund',
  summary:
    'Refunds the full amount paid for tickets of an order, fees included, whatever their terms; they become void. The refund is logged.',
  credential: 'operator',
  params: z.object({ orderNumber: text(40, 1) }),
  required: ['orderNumber', 'body'],
  body: z.object({
    ticketIdentifiers: z.array(z.string().max(40)).min(1).max(100),
    /** For the log. */
    reason: text(300, 1),
  }),
  reply: z.object({ amount: moneyField, ticketCount: z.number().int() }),
  errors: ['NotFound', 'TicketGoneBack', 'QuoteChanged', 'ReturnNotAllowed'],
  idempotent: true,
})
