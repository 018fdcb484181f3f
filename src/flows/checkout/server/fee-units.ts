/** Assigns fees to tickets. Pure. */
import { feeKey, type Order, type OrderLine } from '#modules/orders/server/public-api.ts'
import { earningsOfLine, type Earning } from './earnings.ts'

/** A fee of one ticket. */
export interface FeeUnit {
  readonly line: OrderLine
  readonly earned: readonly Earning[]
}

/** A fee charged with tickets; options are not fees. */
export function isFee({ kind, detail }: OrderLine): boolean {
  return kind === 'Service' && !detail.option && !detail.reduction
}

/**
 * Assigns the fees of an order to its tickets: `take` returns those of the next ticket of a line, one of each kind, and
 * `rest` those without a ticket.
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

/**
 * The earnings of each ticket on which the organiser owes a commission; none when the buyer has paid the commission.
 */
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

/** An organiser's earnings from its own fee, which statements show separately from prices. */
export function isOwnFee({ detail }: OrderLine): boolean {
  return detail.passedOn?.by === 'organiser'
}
