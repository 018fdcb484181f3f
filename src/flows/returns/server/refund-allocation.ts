/** What each ticket of an order was worth, to the last minor unit: pure. */
import { earningsOfLine, type Earning } from '#flows/checkout/server/ledger-entries.ts'
import {
  carriedOver,
  feeKey,
  type Order,
  type OrderLine,
} from '#modules/orders/server/public-api.ts'

/** A ticket with its share of everything paid, and the parties that earned it. */
export interface TicketRefundAllocation {
  readonly line: OrderLine
  /** Which unit of the line, from 0. */
  readonly unit: number
  /** Its price less its share of each reduction, and less what of it has gone back. */
  readonly face: readonly Earning[]
  /** The same of its service fee. */
  readonly fee: readonly Earning[]
}

export interface OrderRefundAllocation {
  readonly tickets: readonly TicketRefundAllocation[]
  /** Lines besides tickets (insurance, a card, a donation), and fees that belong to no ticket. */
  readonly rest: readonly Earning[]
}

/** What these come to, in minor units. */
export function sumOf(earnings: readonly Earning[]): number {
  return earnings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** Takes an order apart into tickets, each with the fee that was charged for it; the parts add up to the order. */
export function refundAllocationOf(order: Pick<Order, 'lines'>): OrderRefundAllocation {
  const { lines } = order
  const fees = feesByKey(order)
  const tickets = lines
    .filter(({ kind }) => kind === 'Ticket')
    .flatMap((line) =>
      Array.from({ length: line.quantity }, (_, unit) => ({
        line,
        unit,
        face: withoutGivenBack(line, earningsOfLine(order, line, unit)),
        fee: fees.get(feeKey(line))?.shift() ?? [],
      })),
    )
  const beside = lines.filter((line) => line.kind !== 'Ticket' && !isFee(line))
  return {
    tickets,
    rest: [...[...fees.values()].flat(2), ...beside.flatMap((line) => earningsOfLine(order, line))],
  }
}

/** What a part of a unit's price was worth to each party, from what had gone back before to what has then. */
export function earningsOfPart(
  face: readonly Earning[],
  { unitPriceMinor }: Pick<OrderLine, 'unitPriceMinor'>,
  { from, to }: { readonly from: number; readonly to: number },
): Earning[] {
  return face.map(({ account, amountMinor }) => ({
    account,
    amountMinor:
      runningShare(amountMinor, to, unitPriceMinor) -
      runningShare(amountMinor, from, unitPriceMinor),
  }))
}

function withoutGivenBack(line: OrderLine, face: readonly Earning[]): readonly Earning[] {
  const { givenBackMinor } = line.detail
  if (givenBackMinor === undefined) return face
  return earningsOfPart(face, line, { from: givenBackMinor, to: line.unitPriceMinor })
}

/** A fee that comes with tickets; what the buyer chose is none. */
function isFee({ kind, detail }: OrderLine): boolean {
  return kind === 'Service' && !detail.option && !detail.reduction
}

/** Fees per unit, by the line they were charged for. */
function feesByKey(order: Pick<Order, 'lines'>): Map<string, (readonly Earning[])[]> {
  const fees = new Map<string, (readonly Earning[])[]>()
  for (const line of order.lines.filter(isFee)) {
    const owed = fees.get(feeKey(line)) ?? []
    for (let unit = 0; unit < line.quantity; unit += 1) owed.push(earningsOfLine(order, line, unit))
    fees.set(feeKey(line), owed)
  }
  return fees
}

/** The share of an amount that belongs to the first `passed` of `total`, cut towards zero. */
export function runningShare(amountMinor: number, passed: number, total: number): number {
  if (total === 0) return 0
  return Number((BigInt(amountMinor) * BigInt(passed)) / BigInt(total))
}

/** What paid an order: by card, and from whose balance; the worth of tickets that it replaced was paid so before. */
export interface PaidBy {
  readonly cardMinor: number
  readonly balanceMinor: number
  readonly customerId: string | null
}

export function paidBy(order: Pick<Order, 'lines' | 'totalMinor'>): PaidBy {
  const lines = order.lines.filter((line) => line.detail.balance !== undefined)
  const carried = carriedOver(order)
  const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
  const customers = carried.flatMap(({ customerId }) => customerId ?? [])
  return {
    cardMinor: order.totalMinor + sum(carried.map(({ cardMinor }) => cardMinor)),
    balanceMinor:
      sum(lines.map(({ amountMinor }) => -amountMinor)) +
      sum(carried.map(({ balanceMinor }) => balanceMinor)),
    customerId: lines[0]?.detail.balance?.customerId ?? customers[0] ?? null,
  }
}

/**
 * Splits a refund between card and balance in the proportion of the payment, over everything refunded so far, so that
 * the last return refunds exactly the remainder of each.
 */
export function splitBack(
  paid: PaidBy,
  backMinor: number,
  returnedBeforeMinor: number,
): { readonly cardMinor: number; readonly balanceMinor: number } {
  const total = paid.cardMinor + paid.balanceMinor
  const cardMinor =
    runningShare(paid.cardMinor, returnedBeforeMinor + backMinor, total) -
    runningShare(paid.cardMinor, returnedBeforeMinor, total)
  return { cardMinor, balanceMinor: backMinor - cardMinor }
}
