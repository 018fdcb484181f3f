/** The ticket source of flights. */
import type { TicketSource, TicketSubject } from '#modules/tickets/server/public-api.ts'
import { changedReturnEnd, readNewestChanges } from './booking/changes-store.ts'
import { listDeparting } from './booking/store.ts'
import { describe, flightSourceName, typeNamesOf } from './offer-source.ts'
import { airports, cityName } from './reference/airports.ts'

const alertTexts = {
  off: {
    header: { ka: 'ავიაკომპანიამ ეს ფრენა გააუქმა', en: 'The airline has cancelled this flight' },
    text: {
      ka: 'დააბრუნეთ ბილეთი: გადახდილ თანხას სრულად მიიღებთ, საკომისიოს ჩათვლით.',
      en: 'Return the ticket: you get everything back, fees included.',
    },
  },
  moved: {
    header: {
      ka: 'ავიაკომპანიამ ფრენის დრო შეცვალა',
      en: 'The airline has changed the times of this flight',
    },
    text: {
      ka: 'ბილეთზე ახალი დროა. თუ არ გაწყობთ, გაფრენამდე დააბრუნეთ და თანხას სრულად მიიღებთ.',
      en: 'This ticket shows the new times. If they do not suit you, return it before the departure and get everything back.',
    },
  },
} as const

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
      const isOpen = change?.state === 'open'
      const before = change?.before[0]?.legs[0]?.departsAt
      return {
        ...description,
        city: cityName(from),
        address: description.venue,
        latitude: airport?.latitude ?? 0,
        longitude: airport?.longitude ?? 0,
        doorsAt: null,
        // Cancelled flights are refunded at the holder's request.
        cancelledAt: null,
        isOff: isOpen && change.after.length === 0,
        cancelReason: null,
        movedFrom: before === undefined ? null : new Date(before),
        fullRefundUntil: isOpen ? changedReturnEnd(description.startsAt, change) : null,
        alerts: isOpen
          ? [{ ...alertTexts[change.after.length === 0 ? 'off' : 'moved'], url: null }]
          : [],
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
