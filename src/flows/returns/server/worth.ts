/** What each ticket of an order was worth, to the last minor unit: pure. */
import type { Order, OrderLine } from '#modules/orders/server/door.ts'

/** A share of one line that was paid, or of one that reduced the order (then below zero). */
export interface LineShare {
  readonly line: OrderLine
  readonly amountMinor: number
}

/** One ticket with its part of all that was paid. */
export interface TicketWorth {
  readonly line: OrderLine
  /** Which unit of the line, from 0. */
  readonly unit: number
  /** Its price, and its share of each reduction on the price. */
  readonly face: readonly LineShare[]
  /** Its service fee, and its share of each reduction on that. */
  readonly fee: readonly LineShare[]
}

export interface OrderWorth {
  readonly tickets: readonly TicketWorth[]
  /** What was bought beside tickets (insurance, a card, a gift to charity), and fees that belong to no ticket. */
  readonly rest: readonly LineShare[]
}

/** What these shares come to, in minor units. */
export function sumOf(shares: readonly LineShare[]): number {
  return shares.reduce((sum, share) => sum + share.amountMinor, 0)
}

/**
 * Takes an order apart. Fees go to the tickets they were charged for; each reduction is spread over prices and fees
 * in proportion, by rounding running sums, so that the shares add up to the reduction exactly. Balance only pays.
 */
export function worthOf(order: Pick<Order, 'lines'>): OrderWorth {
  const { lines } = order
  const fees = feesByKey(lines)
  const pieces: LineShare[] = []
  const units = lines.filter(isTicket).flatMap((line) =>
    Array.from({ length: line.quantity }, (_, unit) => {
      const face = pieces.push({ line, amountMinor: line.unitPriceMinor }) - 1
      const owed = fees.get(feeKey(line))?.shift()
      const fee = owed ? pieces.push(owed) - 1 : null
      return { line, unit, face, fee }
    }),
  )
  const weights = pieces.map((piece) => piece.amountMinor)
  let left = weights.reduce((sum, weight) => sum + weight, 0)
  const taken = lines.filter(isReduction).map((line) => {
    // What reduces more than tickets and fees has reduced the rest as well, which does not go back.
    const amountMinor = Math.max(line.amountMinor, -left)
    left += amountMinor
    return { line, shares: spread(amountMinor, weights) }
  })
  const sharesOf = (index: number | null): LineShare[] => {
    const piece = index === null ? undefined : pieces[index]
    if (index === null || !piece) return []
    const reductions = taken.map(({ line, shares }) => ({ line, amountMinor: shares[index] ?? 0 }))
    return [piece, ...reductions.filter(({ amountMinor }) => amountMinor !== 0)]
  }
  return {
    tickets: units.map(({ line, unit, face, fee }) => ({
      line,
      unit,
      face: sharesOf(face),
      fee: sharesOf(fee),
    })),
    rest: [
      ...[...fees.values()].flat(),
      ...lines
        .filter((line) => !isTicket(line) && line.kind !== 'Service' && line.amountMinor > 0)
        .map((line) => ({ line, amountMinor: line.amountMinor })),
    ],
  }
}

function isTicket(line: OrderLine): boolean {
  return line.kind === 'Ticket'
}

function isReduction(line: OrderLine): boolean {
  return line.amountMinor < 0 && line.kind !== 'Balance'
}

/** Fees unit by unit, under what they were charged for. */
function feesByKey(lines: readonly OrderLine[]): Map<string, LineShare[]> {
  const fees = new Map<string, LineShare[]>()
  for (const line of lines) {
    if (line.kind !== 'Service' || line.amountMinor <= 0) continue
    const owed = fees.get(feeKey(line)) ?? []
    for (let unit = 0; unit < line.quantity; unit += 1)
      owed.push({ line, amountMinor: line.unitPriceMinor })
    fees.set(feeKey(line), owed)
  }
  return fees
}

function feeKey({ source, itemId, ticketTypeId }: OrderLine): string {
  return `${source} ${itemId} ${ticketTypeId}`
}

/**
 * Spreads a whole amount over weights so that the parts are whole and add up to it: each is the difference of two
 * rounded running sums, so none is further than one unit from its exact share.
 */
export function spread(amountMinor: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let passed = 0
  return weights.map((weight) => {
    const before = runningShare(amountMinor, passed, total)
    passed += weight
    return runningShare(amountMinor, passed, total) - before
  })
}

/** The share of an amount that belongs to the first `passed` of `total`, cut towards zero. */
export function runningShare(amountMinor: number, passed: number, total: number): number {
  if (total === 0) return 0
  return Number((BigInt(amountMinor) * BigInt(passed)) / BigInt(total))
}

/** What paid an order: by card, and from whose balance. */
export interface PaidBy {
  readonly cardMinor: number
  readonly balanceMinor: number
  readonly customerId: string | null
}

export function paidBy(order: Pick<Order, 'lines' | 'totalMinor'>): PaidBy {
  const lines = order.lines.filter((line) => line.detail.balance !== undefined)
  return {
    cardMinor: order.totalMinor,
    balanceMinor: lines.reduce((sum, line) => sum - line.amountMinor, 0),
    customerId: lines[0]?.detail.balance?.customerId ?? null,
  }
}

/**
 * How what goes back is shared between card and balance: as they paid, over everything that has gone back so far,
 * so that the last return brings each exactly the rest.
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
