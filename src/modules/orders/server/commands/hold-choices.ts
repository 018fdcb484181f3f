import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { holdPlaces } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { linesOf, planChoice, type ChoicePlan } from '../choice-plan.ts'
import { draftOf } from '../new-order.ts'
import type { Quote } from '../offer-source.ts'
import type { NewOrderLine, Order } from '../order.ts'
import { applyChanges, deadlineForChoice, ownsOrder, totalsOf } from '../rules.ts'
import { withoutBalance } from '../paid-by-balance.ts'
import { settleLines } from '../settle-lines.ts'
import {
  changeLines,
  insertOrders,
  lockOrders,
  updateAmounts,
  type LinesToAdd,
  type NewOrder,
} from '../store.ts'

/** One request to take quoted places; those of a batch are all of one offering. */
export interface Choice {
  readonly context: Context
  readonly quote: Quote
  readonly orderKey?: string
  readonly host?: string
}

/** A choice that may go on: what it does to its order, and until when its places are held. */
interface Candidate {
  readonly choice: Choice
  readonly order: Order | undefined
  readonly plan: ChoicePlan
  readonly holdId: string
  readonly until: Date
}

type Answer = Result<Order, ErrorCode>

/**
 * Takes the places of all these choices inside one open transaction: existing orders are locked, the
 * inventory grants or refuses each choice on its own, and what was granted is written in one statement.
 * No two choices may name the same order.
 */
export async function holdChoices(
  db: Database,
  choices: readonly Choice[],
): Promise<readonly Answer[]> {
  const orders = await ordersOf(db, choices)
  const candidates = choices.map((choice) => candidateOf(choice, orders))
  const holding = candidates.filter(
    (candidate): candidate is Candidate =>
      !isFailure(candidate) && candidate.plan.toHold.length + candidate.plan.toCount > 0,
  )
  const refused = new Map<Candidate, Failure<ErrorCode>>()
  const first = choices[0]
  if (first && holding.length > 0) {
    const held = await holdPlaces({ ...first.context, db }, holding.map(holdRequest))
    holding.forEach((candidate, index) => {
      const answer = held[index]
      if (answer && !answer.ok) refused.set(candidate, refusalOf(candidate, answer))
    })
  }
  const granted = candidates.filter(
    (candidate): candidate is Candidate => !isFailure(candidate) && !refused.has(candidate),
  )
  await dropBalances(db, granted)
  const written = await write(db, granted)
  return candidates.map((candidate) =>
    isFailure(candidate)
      ? candidate
      : (refused.get(candidate) ?? ok(written.get(candidate) as Order)),
  )
}

async function ordersOf(db: Database, choices: readonly Choice[]): Promise<Map<string, Order>> {
  const keys = choices.flatMap((choice) => (choice.orderKey === undefined ? [] : [choice.orderKey]))
  if (keys.length === 0) return new Map()
  return new Map((await lockOrders(db, keys)).map((order) => [order.orderKey, order]))
}

function candidateOf(
  choice: Choice,
  orders: ReadonlyMap<string, Order>,
): Candidate | Failure<ErrorCode> {
  const { context, quote, orderKey } = choice
  if (context.actor.kind !== 'guest' && context.actor.kind !== 'customer')
    return fail('Unauthenticated')
  const order = orderKey === undefined ? undefined : orders.get(orderKey)
  if (orderKey !== undefined && !(order && ownsOrder(context.actor, order)))
    return fail('OrderNotFound')
  const now = context.clock.now()
  const plan = planChoice(order, quote, now)
  if (!plan.ok) return plan
  return {
    choice,
    order,
    plan: plan.value,
    holdId: context.random.uuid(),
    until: deadlineForChoice(order, now, quote.holdSeconds),
  }
}

function isFailure(candidate: Candidate | Failure<ErrorCode>): candidate is Failure<ErrorCode> {
  return 'ok' in candidate
}

/** A code that is used up says so in its own words, unless a place is gone as well. */
function refusalOf({ choice }: Candidate, answer: Failure<ErrorCode>): Failure<ErrorCode> {
  const { placeIds, poolIds, counterIds } = answer.detail ?? {}
  if (!counterIds || !choice.quote.counter) return answer
  const isPlaceGone = [placeIds, poolIds].some((ids) => Array.isArray(ids) && ids.length > 0)
  return isPlaceGone
    ? fail('SeatNotAvailable', { placeIds, poolIds })
    : fail(choice.quote.counter.refusal)
}

function holdRequest({
  choice,
  plan,
  holdId,
  until,
}: Candidate): Parameters<typeof holdPlaces>[1][number] {
  const counter = counterOf(choice.quote)
  const pools = new Map<number, number>()
  const places: number[] = []
  for (const ticket of plan.toHold) {
    if (ticket.placeId !== null) places.push(ticket.placeId)
    if (ticket.poolId !== null)
      pools.set(ticket.poolId, (pools.get(ticket.poolId) ?? 0) + ticket.quantity)
  }
  return {
    holdId,
    offeringId: choice.quote.offeringId,
    legFrom: plan.toHold[0]?.legFrom ?? 0,
    legTo: plan.toHold[0]?.legTo ?? 1,
    places,
    pools: [...pools].map(([poolId, quantity]) => ({ poolId, quantity })),
    ...(plan.toCount > 0 && counter && { counters: [{ ...counter, quantity: plan.toCount }] }),
    until,
  }
}

function counterOf({ counter }: Quote): { offeringId: number; poolId: number } | undefined {
  return counter && { offeringId: counter.offeringId, poolId: counter.poolId }
}

/** What a balance pays was calculated for the places there were: it goes free when these change. */
async function dropBalances(db: Database, granted: readonly Candidate[]): Promise<void> {
  for (const { choice, order, plan } of granted) {
    if (!order || isUnchanged(plan)) continue
    if (order.lines.some((line) => line.detail.balance !== undefined))
      await withoutBalance({ ...choice.context, db }, order)
  }
}

/** Writes what was granted and answers the orders as they are now. */
async function write(
  db: Database,
  granted: readonly Candidate[],
): Promise<ReadonlyMap<Candidate, Order>> {
  const fresh: NewOrder[] = []
  const additions: LinesToAdd[] = []
  const drafts = new Map<Candidate, NewOrder>()
  const removedIds: number[] = []
  const shrunk: { id: number; quantity: number }[] = []
  for (const candidate of granted) {
    const { choice, order, plan, holdId, until } = candidate
    const lines = linesOf(choice.quote, plan, holdId)
    removedIds.push(...plan.changes.removedIds)
    shrunk.push(...plan.changes.shrunk)
    if (order) additions.push({ order: { orderId: order.id }, lines })
    else {
      const draft = {
        ...draftOf(choice.context, { deadlineAt: until, host: choice.host }),
        totalMinor: sumOf(lines),
      }
      drafts.set(candidate, draft)
      fresh.push(draft)
      additions.push({ order: { orderKey: draft.orderKey }, lines })
    }
  }
  await changeLines(db, { removedIds, shrunk })
  const inserted = await insertOrders(db, fresh, additions)
  const orders = new Map<Candidate, Order>()
  let freshIndex = 0
  for (const [index, candidate] of granted.entries()) {
    const lines = inserted.lines[index] ?? []
    const draft = drafts.get(candidate)
    if (draft) {
      const id = inserted.orderIds[freshIndex++] as number
      orders.set(candidate, { ...draft, id, extendedCount: 0, processedAt: null, lines })
    } else if (candidate.order) {
      const kept = candidate.order.lines.filter(
        (line) => line.detail.balance === undefined || isUnchanged(candidate.plan),
      )
      const all = await settleLines({ ...candidate.choice.context, db }, [
        ...applyChanges(kept, candidate.plan.changes),
        ...lines,
      ])
      orders.set(candidate, {
        ...candidate.order,
        deadlineAt: candidate.until,
        totalMinor: totalsOf(all).totalMinor,
        lines: all,
      })
    }
  }
  const changed = granted.flatMap((candidate) => {
    const order = orders.get(candidate)
    return candidate.order && order && !isUnchanged(candidate.plan) ? [order] : []
  })
  const now = granted[0]?.choice.context.clock.now()
  if (now) await updateAmounts(db, changed, now)
  return orders
}

function isUnchanged({ toHold, retyped }: ChoicePlan): boolean {
  return toHold.length + retyped.length === 0
}

function sumOf(lines: readonly NewOrderLine[]): number {
  return lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0)
}
