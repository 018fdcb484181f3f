import { fail } from '#kernel/result.ts'
import { isOpenTo } from '#modules/catalogue/server/door.ts'
import type { ItemSummary, OfferSource } from '#modules/orders/server/door.ts'
import { codeFor } from './codes.ts'
import { itemName } from './item-name.ts'
import { quoteWish, refusalOfShape, sourceName, type EventWish } from './quote.ts'
import { findSale } from './sale.ts'
import { refusalOfSingleSeats } from './single-seats.ts'

/** Shows as a source of order lines. */
export const eventSource: OfferSource<EventWish> = {
  name: sourceName,

  async quote(context, wish) {
    // A key that nobody knows leaves the channel empty.
    if (context.channel === '') return fail('IntegrationChannelNotFound')
    const refusal = refusalOfShape(wish)
    if (refusal) return refusal
    const sale = await findSale(context, wish.eventId)
    if (!sale || !isOpenTo(sale.event, wish.accessCode)) return fail('EventNotActive')
    const code = await codeFor(context, wish.accessCode, sale.event)
    const { channel, clock } = context
    const quote = quoteWish(sale, wish, { now: clock.now(), channel, code })
    if (!quote.ok || wish.isSuggested) return quote
    return (await refusalOfSingleSeats(context, sale, wish, code ?? undefined)) ?? quote
  },

  async describeItems(context, itemIds) {
    const summaries = new Map<number, ItemSummary>()
    for (const itemId of itemIds) {
      const sale = await findSale(context, itemId)
      if (!sale) continue
      const { venueName: venue, startsAt, timeZone, imageUrl } = sale.event
      const name = itemName(sale.event)
      const category = sale.event.categoryKind
      summaries.set(itemId, { itemId, name, venue, startsAt, timeZone, imageUrl, category })
    }
    return summaries
  },

  async buyerChecks(context, itemId) {
    return (await findSale(context, itemId))?.rules.buyerChecks ?? null
  },

  async extraFields(context, itemId) {
    return (await findSale(context, itemId))?.rules.extraFields ?? []
  },
}
