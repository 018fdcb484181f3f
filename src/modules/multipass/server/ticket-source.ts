/** What the tickets of passes are for. */
import type { TicketSource, TicketSubject } from '#modules/tickets/server/public-api.ts'
import { inBoth } from './labels.ts'
import { describe } from './offer-source.ts'
import { passTypes, sourceName } from './rules.ts'

/** Freedom Square: what has no place of its own is shown on no map, but papers name one. */
const middleOfTbilisi = { latitude: 41.6934, longitude: 44.8015 }

export const multipassTicketSource: TicketSource = {
  name: sourceName,

  describeTickets: (context, items) =>
    describe(context, items, (product, description): TicketSubject => ({
      ...description,
      ...middleOfTbilisi,
      city: inBoth('place'),
      address: product.merchantName,
      doorsAt: null,
      cancelledAt: null,
      cancelReason: null,
      movedFrom: null,
      fullRefundUntil: null,
      ageLimit: 0,
      isFinal: true,
      rotatesCodes: false,
      typeNames: new Map([
        [passTypes.pass, inBoth('typePass')],
        [passTypes.topUp, inBoth('typeTopUp')],
      ]),
    })),

  // A pass begins for nobody at one moment.
  listStarting: async () => [],
  mayPassOn: async (_context, _item, ticketTypeId) => ticketTypeId === passTypes.pass,
  sellsGivenTickets: async () => false,
}
