/** The visitor's unpaid order, as every page shows it. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, uuid } from '#contract/fields.ts'

/** The data of an unpaid order for the header of every page. */
export const currentOrderView = z.object({
  orderKey: uuid,
  deadlineAt: instant,
  serverNow: instant,
  ticketCount: z.number().int(),
  /** Goods bought with them, which admit nobody. */
  goodsCount: z.number().int(),
  /** Pieces of baggage of the passengers. */
  baggageCount: z.number().int(),
})
export type CurrentOrderView = z.output<typeof currentOrderView>

export const currentOrder = defineCall({
  id: 'own-current-order',
  area: 'own',
  method: 'GET',
  path: '/v2/orders/current',
  summary:
    'The caller’s newest order that holds places and is not paid yet; null when there is none',
  credential: 'guest-or-customer',
  required: [],
  reply: z.object({ order: currentOrderView.nullable() }),
})
