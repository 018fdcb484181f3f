/** The ticket source of passes. */
import type { TicketSource, TicketSubject } from '#modules/tickets/server/public-api.ts'
import { usesLeft } from './find-card.ts'
import { inBoth } from './labels.ts'
import { describe } from './offer-source.ts'
import { passTypes, sourceName, validityOf } from './rules.ts'
import { readCard, readCards, readProducts } from './store.ts'

/** Freedom Square. Passes have no place and are shown on no map, but ticket documents need coordinates. */
const centreOfTbilisi = { latitude: 41.6934, longitude: 44.8015 }

export const multipassTicketSource: TicketSource = {
  name: sourceName,

  describeTickets: (context, items) =>
    describe(context, items, (product, description): TicketSubject => ({
      ...description,
      ...centreOfTbilisi,
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

  async usesLeft(context, ticketId) {
    const card = await readCard(context, ticketId)
    return card ? usesLeft(context, card) : 0
  },

  async ownEnds(context, ticketIds) {
    const cards = await readCards(context, ticketIds)
    const products = await readProducts(context, {
      productIds: [...new Set(cards.map(({ productId }) => productId))],
    })
    return new Map(
      cards.flatMap((card) => {
        const product = products.find(({ productId }) => productId === card.productId)
        return product ? [[card.ticketId, validityOf(product, card).until]] : []
      }),
    )
  },

  // Passes have no beginning of which holders could be reminded.
  listStarting: async () => [],
  mayPassOn: async (_context, _item, ticketTypeId) => ticketTypeId === passTypes.pass,
  sellsGivenTickets: async () => false,
}
