/** Which fees came with which ticket: pure. */
import { feeKey, type Order, type OrderLine } from '#modules/orders/server/public-api.ts'
import { earningsOfLine, type Earning } from './earnings.ts'

/** A fee of one ticket. */
export interface FeeUnit {
  readonly line: OrderLine
  readonly earned: readonly Earning[]
}

/** A fee that comes with tickets; what the buyer chose is none. */
export function isFee({ kind, detail }: OrderLine): boolean {
  return kind === 'Service' && !detail.option && !detail.reduction
}

/**
 * Deals the fees of an order out to its tickets: `take` answers those of the next ticket of a line, one of each kind, and
 * `rest` what belongs to none.
 */
export function dealFees(order: Pick<Order, 'lines'>): {
  readonly take: (line: OrderLine) => FeeUnit[]
  readonly rest: () => FeeUnit[]
} {
  const kinds = new Map<string, Map<string, FeeUnit[]>>()
  for (const line of order.lines.filter(isFee)) {
    const ofTickets = kinds.get(feeKey(line)) ?? new Map<string, FeeUnit[]>()
    kinds.set(feeKey(line), ofTickets)
    const kind = line.detail.passedOn?.by ?? 'service'
    const units = ofTickets.get(kind) ?? []
    ofTickets.set(kind, units)
    for (let unit = 0; unit < line.quantity; unit += 1)
      units.push({ line, earned: earningsOfLine(order, line, unit) })
  }
  return {
    take: (line) =>
      [...(kinds.get(feeKey(line))?.values() ?? [])].flatMap((units) => units.shift() ?? []),
    rest: () => [...kinds.values()].flatMap((ofTickets) => [...ofTickets.values()].flat()),
  }
}

/** What each ticket earned that owes the shop a commission: of one whose buyer has paid it, none. */
export function unitsWithCommission(order: Pick<Order, 'lines'>): Earning[] {
  const fees = dealFees(order)
  return order.lines
    .filter(({ kind }) => kind === 'Ticket')
    .flatMap((line) =>
      Array.from({ length: line.quantity }, (_, unit) =>
        fees.take(line).some(isCommission) ? [] : earningsOfLine(order, line, unit),
      ).flat(),
    )
}

export function isCommission({ line }: FeeUnit): boolean {
  return line.detail.passedOn?.by === 'commission'
}

/** What an organiser earns by its own fee, which statements show apart from prices. */
export function isOwnFee({ detail }: OrderLine): boolean {
  return detail.passedOn?.by === 'organiser'
}
