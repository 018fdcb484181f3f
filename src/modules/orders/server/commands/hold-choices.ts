import { fail, invariant, ok, type Failure, type Result } from '#kernel/result.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { holdAcross, holdPlaces, type HoldRequest } from '#modules/inventory/server/public-api.ts'
import type { Context, UnwrittenSession } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { linesOf, planChoice, type ChoicePlan } from '../choice-plan.ts'
import { draftOf, orderCurrency } from '../new-order.ts'
import type { Quote } from '../offer-source.ts'
import type { NewOrderLine, Order, OrderLine } from '../order.ts'
import { boundedDeadline, findExcessHolds } from '../hold-bounds.ts'
import { stockKey, type Claim } from '../hold-share.ts'
import { applyChanges, deadlineForChoice, ownsOrder, totalsOf, type LineChanges } from '../rules.ts'
import { withoutBalance } from '../paid-by-balance.ts'
import { needsSettling, settleLines } from '../settle-lines.ts'
import { insertOrders, type LinesToAdd, type NewOrder, type OrderAmount } from '../insert-orders.ts'
import { changeLines, updateAmounts } from '../order-writes.ts'
import { lockOrders } from '../store.ts'

/** One request to take quoted places; those of a batch are all of one offering. */
export interface Choice {
  readonly context: Context
  readonly quote: Quote
  readonly orderKey?: string
  readonly host?: string
}

/** What an order receives from one offering. */
interface Part {
  readonly quote: Quote
  readonly plan: ChoicePlan
  readonly holdId: string
}

/** A valid request: its change to the order, and the end of its hold. */
interface Candidate {
  readonly context: Context
  readonly host: string | undefined
  readonly order: Order | undefined
  readonly parts: readonly Part[]
  readonly until: Date
  /** What would be held besides the places of its order. */
  readonly claims: readonly Claim[]
}

type Answer = Result<Order, ErrorCode>

/**
 * Holds the places of all these choices inside one open transaction: existing orders are locked, the inventory grants
 * or refuses each choice independently, and the granted ones are written in one statement. No two choices may name the
 * same order. With `mayCommit` the transaction is committed together with its last statement when that statement is
 * known.
 */
export async function holdChoices(
  db: Database,
  choices: readonly Choice[],
  { mayCommit = false }: { readonly mayCommit?: boolean } = {},
): Promise<readonly Answer[]> {
  const orders = await ordersOf(db, choices)
  const candidates = choices.map((choice) => candidateOf(choice, orders))
  const holding = candidates.filter(
    (candidate): candidate is Candidate =>
      !isFailure(candidate) && candidate.parts.some(takesPlaces),
  )
  const refused = new Map<Candidate, Failure<ErrorCode>>()
  const first = choices[0]
  for (const [candidate, excess] of await findExcessHolds(db, holding))
    refused.set(candidate, excess)
  const allowed = holding.filter((candidate) => !refused.has(candidate))
  if (first && allowed.length > 0) {
    const requests = allowed.flatMap(({ parts, until }) =>
      parts.map((part) => holdRequest(part, until)),
    )
    const held = await holdPlaces({ ...first.context, db }, requests)
    allowed.forEach((candidate, index) => {
      const answer = held[index]
      const [part] = candidate.parts
      if (answer && !answer.ok && part) refused.set(candidate, refusalOf(part.quote, answer))
    })
  }
  const granted = candidates.filter(
    (candidate): candidate is Candidate => !isFailure(candidate) && !refused.has(candidate),
  )
  await dropBalances(db, granted)
  const written = await write(db, granted, mayCommit)
  return candidates.map((candidate) =>
    isFailure(candidate)
      ? candidate
      : (refused.get(candidate) ?? ok(written.get(candidate) as Order)),
  )
}

/** Result of several quotes for one order: the updated order, and the refusals by index. */
export interface HeldQuotes {
  /** Absent when nothing was granted and no order existed before. */
  readonly order: Order | undefined
  readonly refused: ReadonlyMap<number, Failure<ErrorCode>>
}

/**
 * Holds the places of several quotes, each of a different offering, for one order inside one open transaction: each
 * quote wholly or not at all, with `isAllOrNothing` all or none. One deadline: the first holds get the shortest hold
 * time of all, additions to an order with holds get its deadline.
 */
export async function holdQuotes(
  context: Context,
  quotes: readonly Quote[],
  options: {
    readonly orderKey?: string
    readonly host?: string
    readonly isAllOrNothing: boolean
  },
): Promise<Result<HeldQuotes, ErrorCode>> {
  const { orderKey, host, isAllOrNothing } = options
  const caller = { context, orderKey, host }
  const orders = await ordersOf(context.db, [caller])
  const found = orderOf(caller, orders)
  if (!found.ok) return found
  const { order } = found.value
  const now = context.clock.now()
  const holdSeconds = Math.min(...quotes.map((quote) => quote.holdSeconds))
  const deadline = deadlineOf(context, order, holdSeconds)
  if (!deadline.ok) return deadline
  const until = deadline.value
  const refused = new Map<number, Failure<ErrorCode>>()
  const parts = new Map<number, Part>()
  for (const [index, quote] of quotes.entries()) {
    const plan = planOf(order, quote, now)
    if (plan.ok) parts.set(index, { quote, plan: plan.value, holdId: context.random.uuid() })
    else refused.set(index, plan)
  }
  if (isAllOrNothing && refused.size > 0) return ok({ order, refused })
  const holding = [...parts].filter(([, part]) => takesPlaces(part))
  const claims = claimsOf(holding.map(([, part]) => part))
  const [excess] = (await findExcessHolds(context.db, [{ context, order, claims }])).values()
  if (excess) return excess
  const requests = holding.map(([, part]) => holdRequest(part, until))
  const held = await holdAcross(context, requests, { isAllOrNothing })
  for (const position of held.refused) {
    const [index, part] = holding[position] ?? []
    const answer = held.answers[position]
    if (index === undefined || !part || !answer || answer.ok) continue
    refused.set(index, refusalOf(part.quote, answer))
    parts.delete(index)
  }
  if (parts.size === 0 || (isAllOrNothing && refused.size > 0)) return ok({ order, refused })
  const candidate = { context, host, order, parts: [...parts.values()], until, claims }
  await dropBalances(context.db, [candidate])
  const written = await write(context.db, [candidate])
  return ok({ order: written.get(candidate), refused })
}

type Caller = Pick<Choice, 'context' | 'orderKey' | 'host'>

async function ordersOf(db: Database, callers: readonly Caller[]): Promise<Map<string, Order>> {
  const keys = callers.flatMap(({ orderKey }) => (orderKey === undefined ? [] : [orderKey]))
  if (keys.length === 0) return new Map()
  return new Map((await lockOrders(db, keys)).map((order) => [order.orderKey, order]))
}

/** The caller's own order among these; undefined when they named none. */
function orderOf(
  { context, orderKey }: Caller,
  orders: ReadonlyMap<string, Order>,
): Result<{ readonly order: Order | undefined }, ErrorCode> {
  if (context.actor.kind !== 'guest' && context.actor.kind !== 'customer')
    return fail('Unauthenticated')
  const order = orderKey === undefined ? undefined : orders.get(orderKey)
  if (orderKey !== undefined && !(order && ownsOrder(context.actor, order)))
    return fail('OrderNotFound')
  return ok({ order })
}

function planOf(order: Order | undefined, quote: Quote, now: Date): Result<ChoicePlan, ErrorCode> {
  invariant(
    quote.currency === (order?.currency ?? orderCurrency),
    'a quote is charged in the currency of its order',
  )
  return planChoice(order, quote, now)
}

function candidateOf(
  choice: Choice,
  orders: ReadonlyMap<string, Order>,
): Candidate | Failure<ErrorCode> {
  const { context, quote, host } = choice
  const found = orderOf(choice, orders)
  if (!found.ok) return found
  const { order } = found.value
  const now = context.clock.now()
  const plan = planOf(order, quote, now)
  if (!plan.ok) return plan
  const until = deadlineOf(context, order, quote.holdSeconds)
  if (!until.ok) return until
  const parts = [{ quote, plan: plan.value, holdId: context.random.uuid() }]
  return { context, host, order, parts, until: until.value, claims: claimsOf(parts) }
}

/** Until when places taken now are held: as long as the order's others, and no longer than its attempt lasts. */
function deadlineOf(
  context: Context,
  order: Order | undefined,
  holdSeconds: number,
): Result<Date, 'HoldTimeOver'> {
  const now = context.clock.now()
  const deadline = deadlineForChoice(order, now, holdSeconds)
  if (!order || deadline === order.deadlineAt) return ok(deadline)
  return boundedDeadline(context, order, holdSeconds)
}

/** The places that these parts take, by hall and pool. */
function claimsOf(parts: readonly Pick<Part, 'quote' | 'plan'>[]): Claim[] {
  const claims = new Map<string, Claim>()
  for (const { quote, plan } of parts) {
    for (const { poolId, quantity } of plan.toHold) {
      const stock = { offeringId: quote.offeringId, poolId }
      const key = stockKey(stock)
      claims.set(key, { ...stock, quantity: (claims.get(key)?.quantity ?? 0) + quantity })
    }
  }
  return [...claims.values()]
}

function isFailure(candidate: Candidate | Failure<ErrorCode>): candidate is Failure<ErrorCode> {
  return 'ok' in candidate
}

function takesPlaces({ plan }: Part): boolean {
  return plan.toHold.length + plan.toCount > 0
}

/** An exhausted code has its own error, unless a place is unavailable as well. */
function refusalOf({ counter }: Quote, answer: Failure<ErrorCode>): Failure<ErrorCode> {
  const { placeIds, poolIds, counterIds } = answer.detail ?? {}
  if (!counterIds || !counter) return answer
  const isPlaceGone = [placeIds, poolIds].some((ids) => Array.isArray(ids) && ids.length > 0)
  return isPlaceGone ? fail('SeatNotAvailable', { placeIds, poolIds }) : fail(counter.refusal)
}

function holdRequest({ quote, plan, holdId }: Part, until: Date): HoldRequest {
  const counter = counterOf(quote)
  const [first, ...others] = legClaimsOf(plan)
  return {
    holdId,
    offeringId: quote.offeringId,
    ...(first ?? { legFrom: 0, legTo: 1, places: [], pools: [] }),
    ...(others.length > 0 && { others }),
    ...(plan.toCount > 0 && counter && { counters: [{ ...counter, quantity: plan.toCount }] }),
    until,
    // The source has checked this too, but possibly from a cache.
    unless: 'closed',
    ...(quote.plan !== undefined && { plan: quote.plan }),
  }
}

/** The places to hold, leg range by leg range. */
function legClaimsOf({ toHold }: ChoicePlan) {
  const allocations = new Map<string, LegClaim>()
  for (const { placeId, poolId, quantity, legFrom, legTo } of toHold) {
    const key = `${legFrom}-${legTo}`
    const allocation: LegClaim = allocations.get(key) ?? {
      legFrom,
      legTo,
      places: [],
      counts: new Map(),
    }
    allocations.set(key, allocation)
    if (placeId !== null) allocation.places.push(placeId)
    if (poolId !== null)
      allocation.counts.set(poolId, (allocation.counts.get(poolId) ?? 0) + quantity)
  }
  return [...allocations.values()].map(({ counts, ...allocation }) => ({
    ...allocation,
    pools: [...counts].map(([poolId, quantity]) => ({ poolId, quantity })),
  }))
}

interface LegClaim {
  readonly legFrom: number
  readonly legTo: number
  readonly places: number[]
  /** Of pools, by their ids. */
  readonly counts: Map<number, number>
}

function counterOf({ counter }: Quote): { offeringId: number; poolId: number } | undefined {
  return counter && { offeringId: counter.offeringId, poolId: counter.poolId }
}

/** The balance was calculated for the previous places, so it is released when they change. */
async function dropBalances(db: Database, granted: readonly Candidate[]): Promise<void> {
  for (const candidate of granted) {
    const { context, order } = candidate
    if (!order || isUnchanged(candidate)) continue
    if (order.lines.some((line) => line.detail.balance !== undefined))
      await withoutBalance({ ...context, db }, order)
  }
}

/** Writes the granted choices and returns the updated orders. */
async function write(
  db: Database,
  granted: readonly Candidate[],
  mayCommit = false,
): Promise<ReadonlyMap<Candidate, Order>> {
  const [first] = granted
  if (!first) return new Map()
  const now = first.context.clock.now()
  const fresh: NewOrder[] = []
  const additions: LinesToAdd[] = []
  const drafts = new Map<Candidate, NewOrder>()
  for (const candidate of granted) {
    const { context, host, order, parts, until } = candidate
    const lines = parts.flatMap(({ quote, plan, holdId }) => linesOf(quote, plan, holdId))
    if (order) additions.push({ order: { orderId: order.id }, lines })
    else {
      const blank = await draftOf({ ...context, db }, { deadlineAt: until, host })
      const draft = { ...blank, totalMinor: sumOf(lines) }
      drafts.set(candidate, draft)
      fresh.push(draft)
      additions.push({ order: { orderKey: draft.orderKey }, lines })
    }
  }
  await changeLines(db, mergeChanges(granted.flatMap(({ parts }) => parts)))
  // What the settled lines amount to is only known after they are written.
  const settled = granted.some(({ order }) => order !== undefined && needsSettling(order.lines))
  const inserted = await insertOrders(db, fresh, additions, {
    sessions: sessionsOf(granted),
    amounts: settled
      ? []
      : granted.flatMap((candidate, index) => amountOf(candidate, additions[index]?.lines ?? [])),
    now,
    isLast: mayCommit && !settled,
  })
  const orders = new Map<Candidate, Order>()
  let freshIndex = 0
  for (const [index, candidate] of granted.entries()) {
    const lines = inserted.lines[index] ?? []
    const draft = drafts.get(candidate)
    if (draft) {
      const id = inserted.orderIds[freshIndex++] as number
      orders.set(candidate, { ...draft, id, extendedCount: 0, processedAt: null, lines })
    } else if (candidate.order) {
      const all = [...keptLines(candidate), ...lines]
      const final = settled ? await settleLines({ ...candidate.context, db }, all) : all
      orders.set(candidate, {
        ...candidate.order,
        deadlineAt: candidate.until,
        totalMinor: totalsOf(final).totalMinor,
        lines: final,
      })
    }
  }
  if (!settled) return orders
  const changed = granted.flatMap((candidate) => {
    const order = orders.get(candidate)
    return candidate.order && order && !isUnchanged(candidate) ? [order] : []
  })
  await updateAmounts(db, changed, now)
  return orders
}

/** The lines that an existing order had before and keeps. */
function keptLines(candidate: Candidate): OrderLine[] {
  const kept = (candidate.order?.lines ?? []).filter(
    (line) => line.detail.balance === undefined || isUnchanged(candidate),
  )
  return applyChanges(kept, mergeChanges(candidate.parts))
}

/** The new total and deadline of an existing order, unless it stays as it is. */
function amountOf(candidate: Candidate, added: readonly NewOrderLine[]): OrderAmount[] {
  const { order, until } = candidate
  if (!order || isUnchanged(candidate)) return []
  const totalMinor = totalsOf(keptLines(candidate)).totalMinor + sumOf(added)
  return [{ id: order.id, totalMinor, deadlineAt: until }]
}

/** Sessions of new orders whose rows have to be written with them. */
function sessionsOf(granted: readonly Candidate[]): UnwrittenSession[] {
  return granted.flatMap(({ order, context: { unwrittenSession } }) =>
    !order && unwrittenSession && !unwrittenSession.isWritten ? [unwrittenSession] : [],
  )
}

/** Parts are of different offerings, so no two of them change the same line. */
function mergeChanges(parts: readonly Part[]): LineChanges {
  return {
    removedIds: parts.flatMap(({ plan }) => plan.changes.removedIds),
    shrunk: parts.flatMap(({ plan }) => plan.changes.shrunk),
  }
}

function isUnchanged({ parts }: Candidate): boolean {
  return parts.every(({ plan }) => plan.toHold.length + plan.retyped.length === 0)
}

function sumOf(lines: readonly NewOrderLine[]): number {
  return lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0)
}
