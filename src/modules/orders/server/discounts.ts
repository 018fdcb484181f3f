/** Computes discounts and options, and their share on each line. Pure. */
import { invariant } from '#kernel/result.ts'
import { totalOf, retainedOfReplaced } from './exchange-credit.ts'
import type { DiscountTerms, LineScope, OptionTerms, OrderLine, PaidPart } from './order.ts'
import { feeKey } from './rules.ts'

type Lines = readonly OrderLine[]

/** Order of application: tickets paid in advance, cards, a code on the remainder, then the status on the fees. */
const sequence: readonly DiscountTerms['by'][] = [
  'multipass',
  'discount-card',
  'promo-code',
  'loyalty',
]

export interface LinePrice {
  readonly id: number
  readonly quantity: number
  readonly unitPriceMinor: number
}

export interface ComputedTotals {
  /** The resulting lines. */
  readonly lines: readonly OrderLine[]
  readonly repriced: readonly LinePrice[]
  /** Discounts and options that no longer apply to anything. */
  readonly dropped: readonly OrderLine[]
}

/**
 * Recalculates all discounts and options of an order from its tickets and fees. Shares are rounded half up to whole
 * minor units; no discount exceeds the remaining amount, so the total is never negative. Balance lines are left
 * unchanged: callers release the balance before changing an order.
 */
export function computeTotals(lines: Lines): ComputedTotals {
  const left = new Map(lines.filter(isReducible).map((line) => [line.id, line.amountMinor]))
  const prices = new Map<number, LinePrice | null>()
  const idle = advancesWithoutUnit(lines)
  for (const line of inSequence(lines)) {
    const takenOff = idle.has(line.id) ? 0 : takenOffBy(line.terms, lines, left)
    if (takenOff > 0) spreadTerms(line.terms, takenOff, lines, left)
    prices.set(
      line.id,
      takenOff === 0 ? null : { id: line.id, quantity: 1, unitPriceMinor: -takenOff },
    )
  }
  for (const { id, detail } of lines)
    if (detail.option) prices.set(id, priceOfOption(id, detail.option, lines, left))
  return lines.some(({ detail }) => detail.credit)
    ? setOffCredits(lines, prices)
    : applyPrices(lines, prices)
}

/**
 * The credit of replaced tickets comes last: it pays the remainder, and nothing when its tickets were removed from the
 * order.
 */
function setOffCredits(lines: Lines, prices: Map<number, LinePrice | null>): ComputedTotals {
  const { lines: priced } = applyPrices(lines, prices)
  let due = sumOf(priced.filter(({ detail }) => !detail.credit && !detail.balance))
  for (const { id, detail } of priced) {
    if (!detail.credit) continue
    const paid = Math.min(due, totalOf(retainedOfReplaced(lines, detail.credit.orderKey)))
    due -= paid
    prices.set(id, paid === 0 ? null : { id, quantity: 1, unitPriceMinor: -paid })
  }
  return applyPrices(lines, prices)
}

/** Ids of payments in advance for single tickets of a line that now has fewer of them. */
function advancesWithoutUnit(lines: Lines): ReadonlySet<number> {
  const paying = lines.filter(({ detail }) => detail.reduction?.pays)
  const byTicket = Map.groupBy(paying, ({ detail }) => detail.reduction?.pays?.parts[0]?.lineId)
  const idle = [...byTicket].flatMap(([lineId, advances]) => {
    const units = lines.find(({ id }) => id === lineId)?.quantity ?? 0
    return advances.slice(units).map(({ id }) => id)
  })
  return new Set(idle)
}

function applyPrices(lines: Lines, prices: ReadonlyMap<number, LinePrice | null>): ComputedTotals {
  const kept: OrderLine[] = []
  const repriced: LinePrice[] = []
  const dropped: OrderLine[] = []
  for (const line of lines) {
    const price = prices.get(line.id)
    if (price === null) dropped.push(line)
    else if (!price || isSame(line, price)) kept.push(line)
    else {
      repriced.push(price)
      const { quantity, unitPriceMinor } = price
      kept.push({ ...line, quantity, unitPriceMinor, amountMinor: quantity * unitPriceMinor })
    }
  }
  return { lines: kept, repriced, dropped }
}

function isSame(line: OrderLine, price: LinePrice): boolean {
  return line.quantity === price.quantity && line.unitPriceMinor === price.unitPriceMinor
}

/** The discount of these terms on these lines, in minor units; zero when they do not apply. */
export function wouldTakeOff(terms: DiscountTerms, lines: Lines): number {
  const left = new Map(lines.filter(isReducible).map((line) => [line.id, line.amountMinor]))
  for (const line of inSequence(lines)) {
    if (line.terms.by === terms.by) continue
    if (sequence.indexOf(line.terms.by) > sequence.indexOf(terms.by)) continue
    spreadTerms(line.terms, -line.amountMinor, lines, left)
  }
  return takenOffBy(terms, lines, left)
}

/** Price of an option for these lines, in minor units; zero when it does not apply to any. */
export function wouldCost(terms: OptionTerms, lines: Lines): number {
  const left = leftOf(lines)
  const price = priceOfOption(0, terms, lines, left)
  return price ? price.quantity * price.unitPriceMinor : 0
}

function takenOffBy(terms: DiscountTerms, lines: Lines, left: ReadonlyMap<number, number>) {
  if (terms.pays) return paidParts(terms.pays.parts, left).reduce((sum, part) => sum + part[1], 0)
  const covered = coveredBy(terms, lines)
  const tickets = sumOf(lines.filter((line) => isTicket(line) && isWithin(terms.scope, line)))
  if (tickets < terms.ticketsMinorMin) return 0
  const base = covered.reduce((sum, line) => sum + (left.get(line.id) ?? 0), 0)
  const requested =
    terms.basisPoints === null ? (terms.amountMinor ?? 0) : shareOf(base, terms.basisPoints)
  const takenOff = Math.min(requested, terms.amountMinorMax ?? Infinity, base)
  if (!terms.waivesFees || takenOff < base || base === 0) return takenOff
  const fees = feesOfFree(covered, lines, left)
  return takenOff + fees.reduce((sum, line) => sum + (left.get(line.id) ?? 0), 0)
}

/** The fees of tickets that a discount makes free: none whose key another ticket has that is still to be paid. */
function feesOfFree(freed: Lines, lines: Lines, left: ReadonlyMap<number, number>): OrderLine[] {
  const keys = new Set(freed.map(feeKey))
  for (const line of lines)
    if (isTicket(line) && !freed.includes(line) && (left.get(line.id) ?? 0) > 0)
      keys.delete(feeKey(line))
  return lines.filter((line) => isFee(line) && keys.has(feeKey(line)))
}

/** The amount paid for each line; zero without the ticket, which is the first line. */
function paidParts(
  parts: readonly PaidPart[],
  left: ReadonlyMap<number, number>,
): (readonly [lineId: number, amountMinor: number])[] {
  const [ticket] = parts
  if (!ticket || (left.get(ticket.lineId) ?? 0) === 0) return []
  return parts.map(({ lineId, amountMinor }) => [
    lineId,
    Math.min(amountMinor, left.get(lineId) ?? 0),
  ])
}

/** Subtracts an amount from the remaining price of the lines in scope. Returns the part of each. */
function spreadTerms(
  terms: DiscountTerms,
  amountMinor: number,
  lines: Lines,
  left: Map<number, number>,
): ReadonlyMap<number, number> {
  if (!terms.pays) {
    const covered = coveredBy(terms, lines)
    const base = covered.reduce((sum, line) => sum + (left.get(line.id) ?? 0), 0)
    if (!terms.waivesFees || amountMinor <= base) return spread(amountMinor, covered, left)
    const fees = feesOfFree(covered, lines, left)
    return new Map([...spread(base, covered, left), ...spread(amountMinor - base, fees, left)])
  }
  const parts = new Map(paidParts(terms.pays.parts, left))
  for (const [lineId, part] of parts) left.set(lineId, (left.get(lineId) ?? 0) - part)
  return parts
}

function priceOfOption(
  id: number,
  terms: OptionTerms,
  lines: Lines,
  left: ReadonlyMap<number, number>,
): LinePrice | null {
  const tickets = lines.filter((line) => isTicket(line) && isWithin(terms.scope, line))
  const count = tickets.reduce((sum, line) => sum + line.quantity, 0)
  if (count === 0) return null
  if (terms.pricing === 'ticket') return { id, quantity: count, unitPriceMinor: terms.amountMinor }
  if (terms.pricing !== 'share') return { id, quantity: 1, unitPriceMinor: terms.amountMinor }
  const paid = tickets.reduce((sum, line) => sum + (left.get(line.id) ?? 0), 0)
  // Free lines have no share.
  if (paid === 0) return null
  const unitPriceMinor = Math.max(shareOf(paid, terms.basisPoints), terms.amountMinor)
  return { id, quantity: 1, unitPriceMinor }
}

/** Half up; amounts and basis points are small enough for a double to hold their product exactly. */
function shareOf(amountMinor: number, basisPoints: number): number {
  return Math.floor((amountMinor * basisPoints + 5_000) / 10_000)
}

/** How much of an order's discounts one line, or one unit of it, bears; minor units, zero or above. */
export interface ShareOfDiscounts {
  readonly takenOffMinor: number
  /** The part funded by the platform: the organiser still earns it. */
  readonly fundedByPlatformMinor: number
  /** The part funded by the organiser, who earns less. */
  readonly fundedByMerchantMinor: number
  /** The part paid in advance, by the account that received it. */
  readonly paidInAdvance: readonly { readonly account: string; readonly amountMinor: number }[]
}

/**
 * Share of an order's discounts (card, code, status; never balance) that belongs to one of its ticket or fee lines.
 * Exact: the shares of all lines sum to the discounts, the shares of a line's units (`unit` from 0) to the line's. The
 * price paid for a ticket is its unit price less `takenOffMinor`. For a sold order the result never changes. Payments
 * in advance for single tickets apply to the first units of their line, one each.
 */
export function shareOfDiscounts(
  order: { readonly lines: Lines },
  line: Pick<OrderLine, 'id' | 'quantity' | 'amountMinor' | 'kind' | 'detail'>,
  unit?: number,
): ShareOfDiscounts {
  const funded = { house: 0, merchant: 0 }
  const advances: { readonly account: string; readonly amountMinor: number }[] = []
  for (const { terms, byLine } of sharesOf(order.lines)) {
    const amountMinor = byLine.get(line.id) ?? 0
    if (!terms.pays) funded[funderOf(terms, line)] += amountMinor
    else if (amountMinor > 0) advances.push({ account: terms.pays.account, amountMinor })
  }
  const whole = funded.house + funded.merchant
  if (unit === undefined) return shareWith(whole, funded.house, advances)
  invariant(unit >= 0 && unit < line.quantity, 'a line has this unit')
  const advanceOf = (index: number) => advances[index]?.amountMinor ?? 0
  const unitPriceMinor = line.amountMinor / line.quantity
  const leftMinor = (units: number) =>
    unitPriceMinor * units -
    advances.slice(0, units).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  // Counted up to the unit and up to the one before, so that the units' parts sum to the line's.
  const until = (units: number) =>
    whole === 0 ? 0 : Math.floor((whole * leftMinor(units)) / leftMinor(line.quantity))
  const byPlatform = (minor: number) =>
    whole === 0 ? 0 : Math.floor((funded.house * minor) / whole)
  const [before, after] = [until(unit), until(unit + 1)]
  const own = advanceOf(unit) > 0 ? advances.slice(unit, unit + 1) : []
  return shareWith(after - before, byPlatform(after) - byPlatform(before), own)
}

/** A fee is forgone by whoever would earn it, whoever funds the discount on the tickets. */
function funderOf(
  { borneBy }: DiscountTerms,
  { kind, detail }: Pick<OrderLine, 'kind' | 'detail'>,
): 'house' | 'merchant' {
  if (kind === 'Ticket') return borneBy
  return detail.passedOn?.by === 'organiser' ? 'merchant' : 'house'
}

function shareWith(
  takenOffMinor: number,
  fundedByPlatformMinor: number,
  paidInAdvance: ShareOfDiscounts['paidInAdvance'],
): ShareOfDiscounts {
  const advanceMinor = paidInAdvance.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return {
    takenOffMinor: takenOffMinor + advanceMinor,
    fundedByPlatformMinor,
    fundedByMerchantMinor: takenOffMinor - fundedByPlatformMinor,
    paidInAdvance,
  }
}

/** The line that paid one ticket in advance, by its line and unit; undefined for other tickets. */
export function advanceLineOf(
  order: { readonly lines: Lines },
  ticket: { readonly lineId: number; readonly unit: number },
): OrderLine | undefined {
  const paying = sharesOf(order.lines).filter(
    ({ terms, byLine }) => terms.pays && (byLine.get(ticket.lineId) ?? 0) > 0,
  )
  const id = paying[ticket.unit]?.id
  return order.lines.find((line) => line.id === id)
}

interface SharesOfDiscount {
  readonly id: number
  readonly terms: DiscountTerms
  readonly byLine: ReadonlyMap<number, number>
}

function sharesOf(lines: Lines): SharesOfDiscount[] {
  const left = new Map(lines.filter(isReducible).map((line) => [line.id, line.amountMinor]))
  return inSequence(lines).map(({ id, terms, amountMinor }) => ({
    id,
    terms,
    byLine: spreadTerms(terms, -amountMinor, lines, left),
  }))
}

/** Remaining price of each ticket and fee line after discounts, by line. */
function leftOf(lines: Lines): ReadonlyMap<number, number> {
  const left = new Map(lines.filter(isReducible).map((line) => [line.id, line.amountMinor]))
  for (const { terms, amountMinor } of inSequence(lines))
    spreadTerms(terms, -amountMinor, lines, left)
  return left
}

/**
 * Distributes an amount over these lines in proportion to their remaining price. Rounded down; the remainder goes,
 * one minor unit each, to the lines with the largest rounding loss, so no line becomes negative. Returns the parts.
 */
function spread(
  amountMinor: number,
  covered: Lines,
  left: Map<number, number>,
): ReadonlyMap<number, number> {
  const whole = covered.reduce((sum, line) => sum + (left.get(line.id) ?? 0), 0)
  const parts = new Map<number, number>()
  if (amountMinor === 0 || whole === 0) return parts
  invariant(amountMinor <= whole, 'nothing takes off more than there is')
  const exact = covered.map(({ id }) => {
    const product = BigInt(amountMinor) * BigInt(left.get(id) ?? 0)
    return { id, part: Number(product / BigInt(whole)), lost: Number(product % BigInt(whole)) }
  })
  let rest = amountMinor - exact.reduce((sum, { part }) => sum + part, 0)
  for (const each of exact.toSorted((one, other) => other.lost - one.lost || one.id - other.id)) {
    const part = each.part + (rest > 0 ? 1 : 0)
    rest -= rest > 0 ? 1 : 0
    parts.set(each.id, part)
    left.set(each.id, (left.get(each.id) ?? 0) - part)
  }
  return parts
}

interface DiscountLine {
  readonly id: number
  readonly terms: DiscountTerms
  readonly amountMinor: number
}

function inSequence(lines: Lines): DiscountLine[] {
  return lines
    .flatMap(({ id, amountMinor, detail }) =>
      detail.reduction ? [{ id, amountMinor, terms: detail.reduction }] : [],
    )
    .toSorted(
      (one, other) =>
        sequence.indexOf(one.terms.by) - sequence.indexOf(other.terms.by) || one.id - other.id,
    )
}

function coveredBy(terms: DiscountTerms, lines: Lines): OrderLine[] {
  const isWanted = terms.from === 'tickets' ? isTicket : isServiceFee
  return lines.filter((line) => isWanted(line) && isWithin(terms.scope, line))
}

function isReducible(line: OrderLine): boolean {
  return isTicket(line) || isFee(line)
}

function isTicket(line: Pick<OrderLine, 'kind'>): boolean {
  return line.kind === 'Ticket'
}

/** A fee charged with a ticket; options and discounts are not fees. */
function isFee({ kind, detail }: OrderLine): boolean {
  return kind === 'Service' && !detail.reduction && !detail.option
}

/** A status reduces the shop's own fees only, never those passed on by an organiser. */
function isServiceFee(line: OrderLine): boolean {
  return isFee(line) && line.detail.passedOn === undefined
}

type ScopedLine = Pick<OrderLine, 'source' | 'itemId' | 'merchantId' | 'kind' | 'detail'>

/** Fees name no organiser; they are in scope with their item. */
function isWithin({ source, itemIds, merchantId, groups }: LineScope, line: ScopedLine): boolean {
  if (source !== null && line.source !== source) return false
  if (itemIds !== null && (line.itemId === null || !itemIds.includes(line.itemId))) return false
  if (groups && !line.detail.groups?.some((group) => groups.includes(group))) return false
  return merchantId === null || !isTicket(line) || line.merchantId === merchantId
}

function sumOf(lines: Lines): number {
  return lines.reduce((sum, line) => sum + line.amountMinor, 0)
}

/** Whether the buyer has insured this ticket of the order; without a ticket, any of them. */
export function hasInsurance(order: { readonly lines: Lines }, ticket?: ScopedLine): boolean {
  return order.lines.some(
    ({ kind, detail }) =>
      kind === 'Insurance' && (!ticket || !detail.option || isWithin(detail.option.scope, ticket)),
  )
}
