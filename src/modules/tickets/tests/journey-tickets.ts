/** The subjects of tickets of `journeySource` for documents, without a table. */
import { itemKey, type OfferSource } from '#modules/orders/server/public-api.ts'
import type { TicketSource, TicketSubject } from '../server/public-api.ts'

export function journeyTicketSource(
  { name, describeItems }: Pick<OfferSource, 'name' | 'describeItems'>,
  more: Partial<TicketSource> = {},
): TicketSource {
  return {
    name,
    async describeTickets(context, items) {
      const described = await describeItems(context, items)
      return new Map(
        items.flatMap((item): [string, TicketSubject][] => {
          const description = described.get(itemKey(item))
          if (description?.kind !== 'journey') return []
          const subject: TicketSubject = {
            ...description,
            city: { ka: 'ბათუმი', en: 'Batumi' },
            address: { ka: 'ნავსადგური', en: 'The port' },
            latitude: 41.65,
            longitude: 41.64,
            doorsAt: null,
            cancelledAt: null,
            cancelReason: null,
            movedFrom: null,
            fullRefundUntil: null,
            ageLimit: 0,
            rotatesCodes: false,
            typeNames: new Map([[1, { ka: 'მგზავრი', en: 'Passenger' }]]),
          }
          return [[itemKey(item), subject]]
        }),
      )
    },
    listStarting: async () => [],
    sellsGivenTickets: async () => true,
    ...more,
  }
}
