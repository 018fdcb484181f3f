/** The ticket source of the ferry. */
import type { TicketSource, TicketSubject } from '#modules/tickets/server/public-api.ts'
import { describe, ferryName } from './offer-source.ts'
import { readDepartures } from './tables.ts'

export const ferryTicketSource: TicketSource = {
  name: ferryName,

  describeTickets: (context, items) =>
    describe(context, items, (sailing, description, { legFrom }): TicketSubject => {
      const pier = sailing.piers[legFrom]
      return {
        ...description,
        city: description.venue,
        address: { ka: 'ნავმისადგომი', en: 'Pier' },
        latitude: pier?.latitude ?? 0,
        longitude: pier?.longitude ?? 0,
        doorsAt: null,
        cancelledAt: null,
        cancelReason: null,
        movedFrom: null,
        fullRefundUntil: null,
        ageLimit: 0,
        rotatesCodes: false,
        use: 'journey',
        typeNames: new Map(sailing.fares.map(({ typeId, name }) => [typeId, name])),
      }
    }),

  async listStarting(context, from, until) {
    const departures = await readDepartures(context, from, until)
    return departures.map(({ sailingId, departsAt, ...rest }) => ({
      ...rest,
      itemId: sailingId,
      startsAt: departsAt,
    }))
  },

  sellsGivenTickets: async () => true,
}
