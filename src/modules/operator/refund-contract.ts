/** Refund of tickets by an operator. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { moneyField, text } from '#contract/fields.ts'
import { refundedTickets, refundQuoteView, shownAmount } from '#modules/returns/refund-shapes.ts'

export const quoteOfficeRefund = defineCall({
  id: 'own-operator-order-refund-quote',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/orders/{orderNumber}/refund',
  summary:
    'What a refund of these tickets would pay: the amount of each, the fees that are kept, and where the sum goes. Changes nothing.',
  credential: 'operator',
  params: z.object({ orderNumber: text(40, 1) }),
  query: z.object({ ticketIdentifiers: refundedTickets }),
  required: ['orderNumber', 'ticketIdentifiers'],
  reply: refundQuoteView,
  errors: ['NotFound', 'TicketGoneBack', 'ReturnNotAllowed'],
})

export const refundOfficeTickets = defineCall({
  id: 'own-operator-order-refund',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/orders/{orderNumber}/refund',
  summary:
    'Refunds the full amount paid for tickets of an order, fees included, whatever their terms; they become void. The refund is logged.',
  credential: 'operator',
  stepUp: { purpose: 'refunds' },
  params: z.object({ orderNumber: text(40, 1) }),
  required: ['orderNumber', 'body'],
  body: z.object({
    ticketIdentifiers: z.array(z.string().max(40)).min(1).max(100),
    /** For the log. */
    reason: text(300, 1),
    amountMinor: shownAmount,
  }),
  reply: z.object({ amount: moneyField, ticketCount: z.number().int() }),
  errors: ['NotFound', 'TicketGoneBack', 'QuoteChanged', 'ReturnNotAllowed'],
  idempotent: true,
})
