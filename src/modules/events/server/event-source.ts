import { eventPath } from '#modules/catalogue/event-path.ts'
import { fail } from '#kernel/result.ts'
import { findDatesByText, isOpenTo } from '#modules/catalogue/server/public-api.ts'
import {
  itemKey,
  type ItemDescription,
  type OfferSource,
} from '#modules/orders/server/public-api.ts'
import { codeFor } from './codes.ts'
import { itemName } from './item-name.ts'
import { quoteRequest, refusalOfShape, sourceName, type EventRequest } from './quote.ts'
import { findSale } from './sale.ts'
import { refusalOfSingleSeats } from './single-seats.ts'

/** Events as a source of order lines. */
export const eventSource: OfferSource<EventRequest> = {
  name: sourceName,

  async quote(context, request) {
    const refusal = refusalOfShape(request)
    if (refusal) return refusal
    const sale = await findSale(context, request.eventId)
    if (!sale || !isOpenTo(sale.event, request.accessCode)) return fail('EventNotActive')
    const code = await codeFor(context, request.accessCode, sale.event)
    const { channel, clock } = context
    const quote = quoteRequest(sale, request, { now: clock.now(), channel, code })
    if (!quote.ok || request.isSuggested) return quote
    return (await refusalOfSingleSeats(context, sale, request, code ?? undefined)) ?? quote
  },

  async describeItems(context, items) {
    const descriptions = new Map<string, ItemDescription>()
    for (const item of items) {
      const sale = await findSale(context, item.itemId)
      if (!sale) continue
      const { venueName: venue, startsAt, endsAt, timeZone, imageUrl, colour, slug } = sale.event
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
        colour,
        category: sale.event.categoryKind,
        pagePath: `/shows/${slug}`,
        placesPath: eventPath(item.itemId),
      })
    }
    return descriptions
  },

  async findItems(context, text) {
    const dates = await findDatesByText(context, text)
    return dates.map(({ eventId, venueName, ...date }) => ({
      itemId: eventId,
      venue: venueName,
      ...date,
    }))
  },

  async buyerChecks(context, { itemId }) {
    return (await findSale(context, itemId))?.rules.buyerChecks ?? null
  },

  async extraFields(context, { itemId }) {
    return (await findSale(context, itemId))?.rules.extraFields ?? []
  },
}
