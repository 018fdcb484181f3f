/** A fake outside supplier: stores requests by key and answers each key with its prepared outcome. */
import {
  itemKey,
  type FulfilmentSource,
  type LookUpAnswer,
  type SupplyAnswer,
  type SupplyRequest,
} from '#modules/orders/server/public-api.ts'

/**
 * `lost`: it books and the answer never arrives. `dies`: it fails before it books. `late`: it answers after this many
 * look-ups. `numberless`: it confirms without numbers. `silent`: it never answers.
 */
export type Fate = 'confirms' | 'lost' | 'dies' | 'late' | 'refuses' | 'numberless' | 'silent'

const looksUntilLate = 2

export class Supplier implements FulfilmentSource {
  readonly name: string
  /** Items it confirms; all others are our own. */
  readonly items = new Set<number>()
  /** Outcomes of the next requests; confirmed when empty. */
  readonly fates: Fate[] = []
  /** How often each key was booked. */
  readonly booked = new Map<string, number>()
  readonly asked: string[] = []
  confirmBy = new Date('2026-12-31T00:00:00Z')
  readonly #fateOf = new Map<string, Fate>()
  readonly #looks = new Map<string, number>()

  constructor(name: string) {
    this.name = name
  }

  listSupplied: FulfilmentSource['listSupplied'] = async (_context, items) =>
    new Map(
      items
        .filter(({ itemId }) => this.items.has(itemId))
        .map((item) => [itemKey(item), { confirmBy: this.confirmBy }]),
    )

  confirm: FulfilmentSource['confirm'] = async (_context, request) => {
    const { key } = request
    this.asked.push(`confirm ${request.attempt}`)
    const fate = this.#fateOf.get(key) ?? this.fates.shift() ?? 'confirms'
    // A failed or unanswered request may succeed the next time.
    if (fate === 'dies') {
      throw new Error('503')
    }
    this.#fateOf.set(key, fate)
    if (fate === 'refuses') return { kind: 'refused', code: 'SOLD_OUT' }
    if (fate === 'silent') return { kind: 'pending', detail: 'queued' }
    this.booked.set(key, (this.booked.get(key) ?? 0) + 1)
    if (fate === 'lost') throw new Error('The connection was reset')
    return this.#answerOf(request, fate)
  }

  lookUp = async (_context: unknown, request: SupplyRequest): Promise<LookUpAnswer> => {
    const { key } = request
    this.asked.push(`look up ${request.attempt}`)
    const fate = this.#fateOf.get(key)
    if (fate === undefined) return { kind: 'absent' }
    if (fate === 'refuses') return { kind: 'refused', code: 'SOLD_OUT' }
    if (fate === 'silent') return { kind: 'pending', detail: 'queued' }
    this.#looks.set(key, (this.#looks.get(key) ?? 0) + 1)
    return this.#answerOf(request, fate)
  }

  /** `quoteReturn`: deduction of each ticket in minor units; null: the shop's own policy applies. */
  keeps: number | null = null
  /** It gives no terms. */
  isDown = false
  /** Outcomes of the next cancellations; cancelled when empty. `lost`: it cancels and the answer never arrives. */
  readonly ends: ('cancels' | 'lost' | 'silent' | 'refuses')[] = []
  /** How many tickets each key cancelled. */
  readonly cancelled = new Map<string, number>()
  readonly #endOf = new Map<string, string>()

  quoteReturn: FulfilmentSource['quoteReturn'] = async (_context, tickets) => {
    const { keeps, isDown } = this
    if (isDown) throw new Error('503')
    if (keeps === null) return new Map()
    return new Map(
      tickets.map(({ ticketId }) => [
        ticketId,
        { kind: 'terms', deductionMinor: keeps, isFeeReturned: true, until: null },
      ]),
    )
  }

  cancel: FulfilmentSource['cancel'] = async (_context, { key, tickets, attempt }) => {
    this.asked.push(`cancel ${attempt}`)
    const isKnown = this.#endOf.has(key)
    const end = this.#endOf.get(key) ?? this.ends.shift() ?? 'cancels'
    this.#endOf.set(key, end)
    if (end === 'silent') return { kind: 'pending' }
    if (end === 'refuses') return { kind: 'refused', code: 'FLOWN' }
    if (!isKnown || !this.cancelled.has(key)) this.cancelled.set(key, tickets.length)
    if (end === 'lost' && !isKnown) throw new Error('The connection was reset')
    return { kind: 'cancelled' }
  }

  /** Makes the supplier answer cancellations again. */
  decide(end: 'cancels' | 'refuses'): void {
    for (const [key, each] of this.#endOf) if (each === 'silent') this.#endOf.set(key, end)
  }

  /** Makes the supplier answer again. */
  wake(fate: Fate): void {
    for (const [key, each] of this.#fateOf) if (each === 'silent') this.#fateOf.set(key, fate)
  }

  #answerOf({ key, lines }: SupplyRequest, fate: Fate): SupplyAnswer {
    const isLate = fate === 'late' && (this.#looks.get(key) ?? 0) < looksUntilLate
    if (isLate) return { kind: 'pending' }
    const units = lines.flatMap(({ id, quantity }) =>
      Array.from({ length: quantity }, (_, unit) => ({
        lineId: id,
        unit,
        bookingNumber: fate === 'numberless' ? '' : `PNR${key.slice(0, 3).toUpperCase()}`,
        ticketNumber: `999-${id}-${unit}`,
      })),
    )
    return { kind: 'confirmed', units }
  }
}
