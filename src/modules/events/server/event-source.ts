import { fail } from '#kernel/result.ts'
import { isOpenTo } from '#modules/catalogue/server/door.ts'
import { itemKey, type ItemDescription, type OfferSource } from '#modules/orders/server/door.ts'
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

  async describeItems(context, items) {
    const descriptions = new Map<string, ItemDescription>()
    for (const item of items) {
      const sale = await findSale(context, item.itemId)
      if (!sale) continue
      const { venueName: venue, startsAt, endsAt, timeZone, imageUrl, slug } = sale.event
      descriptions.set(itemKey(item), {
        kind: 'event',
        itemId: item.itemId,
        name: itemName(sale.event),
        venue,
        startsAt,
        timeZone,
        endsAt,
        endTimeZone: timeZone,
        imageUrl,
        category: sale.event.categoryKind,
        pagePath: `/shows/${slug}`,
      })
    }
    return descriptions
  },

  async buyerChecks(context, { itemId }) {
    return (await findSale(context, itemId))?.rules.buyerChecks ?? null
  },

  async extraFields(context, { itemId }) {
    return (await findSale(context, itemId))?.rules.extraFields ?? []
  },
}
