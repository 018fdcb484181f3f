import { eventPath } from '#modules/catalogue/event-path.ts'
import {
  addRating,
  listEventsStarting,
  readEventFacts,
} from '#modules/catalogue/server/public-api.ts'
import { readRules, rulesFor } from '#modules/sale-rules/server/public-api.ts'
import { itemKey } from '#modules/orders/server/public-api.ts'
import type { TicketSource } from '#modules/tickets/server/public-api.ts'
import { itemName } from './item-name.ts'
import { sourceName } from './quote.ts'

/** Describes tickets of events. */
export const eventTicketSource: TicketSource = {
  name: sourceName,

  async describeTickets(context, items) {
    const itemIds = [...new Set(items.map(({ itemId }) => itemId))]
    const [facts, rules] = await Promise.all([readEventFacts(context, itemIds), readRules(context)])
    const now = context.clock.now()
    const byId = new Map(
      facts.map((event) => [
        event.eventId,
        {
          kind: 'event' as const,
          itemId: event.eventId,
          category: event.categoryKind,
          name: itemName(event),
          venue: event.venueName,
          city: event.cityName,
          address: event.address,
          latitude: event.latitude,
          longitude: event.longitude,
          timeZone: event.timeZone,
          startsAt: event.startsAt,
          doorsAt: event.doorsAt,
          endsAt: event.endsAt,
          endTimeZone: event.timeZone,
          cancelledAt: event.cancelledAt,
          cancelReason: event.cancelReason,
          movedFrom: event.movedFrom,
          fullRefundUntil: event.fullRefundUntil,
          ageLimit: event.ageLimit,
          imageUrl: event.imageUrl,
          colour: event.colour,
          rotatesCodes: rulesFor(rules, event, now).rotatesCodes,
          pagePath: `/shows/${event.showSlug}`,
          placesPath: eventPath(event.eventId),
          typeNames: new Map(event.ticketTypes.map((type) => [type.id, type.name])),
        },
      ]),
    )
    return new Map(
      items.flatMap((item) => {
        const subject = byId.get(item.itemId)
        return subject ? [[itemKey(item), subject]] : []
      }),
    )
  },

  async listStarting(context, from, until) {
    const events = await listEventsStarting(context, from, until)
    return events.map(({ eventId, ...rest }) => ({ itemId: eventId, ...rest }))
  },

  takeRating: (context, { itemId }, difference) => addRating(context, itemId, difference),
  async sellsGivenTickets(context, { itemId }) {
    const [event] = await readEventFacts(context, [itemId])
    if (!event) return false
    const { eventId, showId, categoryId } = event
    const rules = await readRules(context)
    return rulesFor(rules, { eventId, showId, categoryId }, context.clock.now()).sellsGivenTickets
  },
}
