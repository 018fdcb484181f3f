/** The value of each ticket of an order, to the last minor unit. Pure. */
import { earningsOfLine, type Earning } from '#flows/checkout/server/earnings.ts'
import { dealFees, isFee, isOwnFee, type FeeUnit } from '#flows/checkout/server/fee-units.ts'
import { invariant } from '#kernel/result.ts'
import { carriedOver, type Order, type OrderLine } from '#modules/orders/server/public-api.ts'

/** A ticket with its share of everything paid, and the parties that earned it. */
export interface TicketRefundAllocation {
  readonly line: OrderLine
  /** Which unit of the line, from 0. */
  readonly unit: number
  /** Its price less its share of each discount, and less the parts already refunded. */
  readonly face: readonly Earning[]
  /** The same of its service fee. */
  readonly fee: readonly Earning[]
  /** The fees that its organiser passed on. */
  readonly passedOn: readonly FeeUnit[]
}

export interface OrderRefundAllocation {
  readonly tickets: readonly TicketRefundAllocation[]
  /** Lines besides tickets (insurance, a card, a donation), and fees that belong to no ticket. */
  readonly rest: readonly Earning[]
}

/** The sum of these, in minor units. */
export function sumOf(earnings: readonly Earning[]): number {
  return earnings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** All fees of a ticket, the service fee and those passed on. */
export function allFeesOf({
  fee,
  passedOn,
}: Pick<TicketRefundAllocation, 'fee' | 'passedOn'>): number {
  return sumOf(fee) + sumOf(passedOn.flatMap(({ earned }) => earned))
}

/** Takes an order apart into tickets, each with the fee that was charged for it; the parts add up to the order. */
export function refundAllocationOf(order: Pick<Order, 'lines'>): OrderRefundAllocation {
  const { lines } = order
  const fees = dealFees(order)
  const tickets = lines
    .filter(({ kind }) => kind === 'Ticket')
    .flatMap((line) =>
      Array.from({ length: line.quantity }, (_, unit) => ({
        line,
        unit,
        face: withoutGivenBack(line, earningsOfLine(order, line, unit)),
        ...feesOfTicket(fees.take(line)),
      })),
    )
  const beside = lines.filter((line) => line.kind !== 'Ticket' && !isFee(line))
  return {
    tickets,
    rest: [
      ...fees.rest().flatMap(({ earned }) => earned),
      ...beside.flatMap((line) => earningsOfLine(order, line)),
    ],
  }
}

function feesOfTicket(units: readonly FeeUnit[]): Pick<TicketRefundAllocation, 'fee' | 'passedOn'> {
  const passedOn = units.filter(({ line }) => line.detail.passedOn)
  const service = units.filter((unit) => !passedOn.includes(unit))
  return { fee: service.flatMap(({ earned }) => earned), passedOn }
}

/**
 * The value to each party of a refunded part of a unit's price, from the amount refunded before to the amount refunded
 * afterwards.
 */
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

/** The refunded part of a ticket's fees: the service fee by the policy, each of the others by its organiser's terms. */
export function feesReturned(
  { fee, passedOn }: Pick<TicketRefundAllocation, 'fee' | 'passedOn'>,
  isServiceFeeReturned: boolean,
): number {
  const returned = passedOn.filter(({ line }) => line.detail.passedOn?.isReturned)
  return (isServiceFeeReturned ? sumOf(fee) : 0) + sumOf(returned.flatMap(({ earned }) => earned))
}

/**
 * The fees that add up to this sum, by the party that earned them, since only the sum of a ticket's refund is stored.
 * All of them, or those that the organiser's terms return, with the service fee or without.
 */
export function feesBack(
  { fee, passedOn }: Pick<TicketRefundAllocation, 'fee' | 'passedOn'>,
  feeMinor: number,
): { readonly ours: readonly Earning[]; readonly own: readonly Earning[] } {
  if (feeMinor === 0) return { ours: [], own: [] }
  const returned = passedOn.filter(({ line }) => line.detail.passedOn?.isReturned)
  const ways = [
    { service: fee, units: passedOn },
    { service: fee, units: returned },
    { service: [], units: returned },
  ]
  const way = ways.find(
    ({ service, units }) =>
      sumOf(service) + sumOf(units.flatMap(({ earned }) => earned)) === feeMinor,
  )
  invariant(way, `${feeMinor} of the fees of a ticket come back`)
  const ofUnits = (isOwn: boolean) =>
    way.units.filter(({ line }) => isOwnFee(line) === isOwn).flatMap(({ earned }) => earned)
  return { ours: [...way.service, ...ofUnits(false)], own: ofUnits(true) }
}

/** The share of an amount that belongs to the first `passed` of `total`, cut towards zero. */
export function runningShare(amountMinor: number, passed: number, total: number): number {
  if (total === 0) return 0
  return Number((BigInt(amountMinor) * BigInt(passed)) / BigInt(total))
}

/**
 * How an order was paid: by card, and from whose balance; the credit of replaced tickets is traced to their original
 * payment.
 */
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
