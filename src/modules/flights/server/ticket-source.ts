/** The ticket source of flights. */
import type { TicketSource, TicketSubject } from '#modules/tickets/server/public-api.ts'
import { readNewestChanges } from './booking/changes-store.ts'
import { listDeparting } from './booking/store.ts'
import { describe, flightSourceName, typeNamesOf } from './offer-source.ts'
import { airports, cityName } from './reference/airports.ts'

/** After a schedule change, tickets are fully refundable until departure. */
export const flightTicketSource: TicketSource = {
  name: flightSourceName,

  async describeTickets(context, items) {
    const moved = await readNewestChanges(
      context,
      items.map(({ itemId }) => itemId),
    )
    return describe(context, items, (booking, description): TicketSubject => {
      const from = booking.offer.slices[0]?.legs[0]?.from ?? ''
      const airport = airports.get(from)
      const change = moved.get(booking.id)
      const before = change?.before[0]?.legs[0]?.departsAt
      return {
        ...description,
        city: cityName(from),
        address: description.venue,
        latitude: airport?.latitude ?? 0,
        longitude: airport?.longitude ?? 0,
        doorsAt: null,
        // Cancelled flights are refunded at the holder's request; until then the ticket is not void.
        cancelledAt: null,
        cancelReason: null,
        movedFrom: before === undefined ? null : new Date(before),
        fullRefundUntil: change?.state === 'open' ? description.startsAt : null,
        ageLimit: 0,
        rotatesCodes: false,
        use: 'flight',
        typeNames: typeNamesOf(booking.revision),
      }
    })
  },

  async listStarting(context, from, until) {
    const bookings = await listDeparting(context, from, until)
    return bookings.flatMap(({ id, offeringId, departsAt }) =>
      offeringId === null ? [] : [{ itemId: id, offeringId, startsAt: departsAt }],
    )
  },

  // The name on a flight ticket cannot be changed.
  mayPassOn: async () => false,
  sellsGivenTickets: async () => false,
}
