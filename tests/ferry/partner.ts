/** Ships of another line, which books and cancels itself; the ferry's places only mirror what it sells. */
import {
  itemKey,
  type FulfilmentSource,
  type SupplyAnswer,
  type SupplyRequest,
} from '#modules/orders/server/public-api.ts'
import { ferryName } from './offer-source.ts'
import { readPartnerSailings } from './tables.ts'

const hour = 3_600_000

/** The other line's system as seen by its clients: bookings by the caller's key. */
export class PartnerLine {
  /** The next booking takes effect but is not answered. */
  losesAnswer = false
  /** Cancellations are not answered. */
  isSilent = false
  /** Cancellation fee per ticket, in tetri. */
  readonly keptMinor = 150
  readonly bookings = new Map<string, string>()
  readonly cancelled = new Set<string>()

  book(key: string): string {
    const number = this.bookings.get(key) ?? `KOM${this.bookings.size + 1}`
    this.bookings.set(key, number)
    if (this.losesAnswer) {
      this.losesAnswer = false
      throw new Error('The connection was reset')
    }
    return number
  }

  cancel(key: string): boolean {
    if (!this.isSilent) this.cancelled.add(key)
    return !this.isSilent
  }
}

export function partnerFulfilment(line: PartnerLine): FulfilmentSource {
  const confirmed = ({ key, lines }: SupplyRequest): SupplyAnswer => ({
    kind: 'confirmed',
    units: lines.flatMap(({ id, quantity }) =>
      Array.from({ length: quantity }, (_, unit) => ({
        lineId: id,
        unit,
        bookingNumber: line.book(key),
        ticketNumber: null,
      })),
    ),
  })
  return {
    name: ferryName,

    async listSupplied(context, items) {
      const supplied = await readPartnerSailings(
        context,
        items.map(({ itemId }) => itemId),
      )
      const confirmBy = new Date(context.clock.now().getTime() + hour)
      return new Map(
        items
          .filter(({ itemId }) => supplied.has(itemId))
          .map((item) => [itemKey(item), { confirmBy }]),
      )
    },

    confirm: async (_context, request) => confirmed(request),

    lookUp: async (_context, request) =>
      line.bookings.has(request.key) ? confirmed(request) : { kind: 'absent' },

    quoteReturn: async (_context, tickets) =>
      new Map(
        tickets.map(({ ticketId }) => [
          ticketId,
          {
            kind: 'terms',
            deductionMinor: line.keptMinor,
            isFeeReturned: true,
            until: null,
          },
        ]),
      ),

    cancel: async (_context, { key }) =>
      line.cancel(key) ? { kind: 'cancelled' } : { kind: 'pending', detail: 'no answer yet' },
  }
}
