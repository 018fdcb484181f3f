import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { readableCode } from '#kernel/ids.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { extendHolds, holdAcross, releaseHolds } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { holdIdsOf, orderAllocations } from '../allocations.ts'
import type { NewOrderLine, Order, OrderLine } from '../order.ts'
import { copyChecks } from '../buyer-checks.ts'
import { copyExtras } from '../extras.ts'
import { copyPassengers } from '../passengers.ts'
import { boundedDeadline, copyHolder } from '../hold-bounds.ts'
import { isFinal, orderNumberLength, shownStatus, totalsOf } from '../rules.ts'
import { insertOrders, type NewOrder } from '../insert-orders.ts'
import { lockOrders, readRetryOf } from '../store.ts'
import { holdSecondsOf } from './extend-order.ts'

/**
 * Retries a failed order, which this transaction has locked: creates a new order in checkout with the same lines,
 * prices and buyer, and with the old one's places for a new hold time within the limit of the attempt (`HoldTimeOver`).
 * Idempotent: returns an existing retry, and retries it when it has failed as well; `OrderStatusNotAllowed` once it was
 * cancelled or has timed out, since then the places are free. `SeatNotAvailable` when another order has taken a place meanwhile; the
 * transaction must then be rolled back, as `inTransaction` does.
 */
export async function copyOrderForRetry(
  context: Context,
  order: Order,
): Promise<Result<Order, ErrorCode>> {
  invariant(context.db.isTransaction, 'an order is repeated only where it is locked')
  if (order.status !== orderStatus.Failed) return fail('OrderStatusNotAllowed')
  const existing = await readRetryOf(context.db, order.id)
  if (existing) return continueRetry(context, existing)
  const bounded = boundedDeadline(context, order, await holdSecondsOf(context, order))
  if (!bounded.ok) return bounded
  const deadlineAt = bounded.value
  const holdIds = holdIdsOf(order.lines)
  const kept = await keepPlaces(context, order, deadlineAt)
  if (!kept.ok) return kept
  const copy = repeatOf(context, order, deadlineAt)
  const lines = order.lines
    .filter((line) => line.detail.balance === undefined)
    .map(({ id: _id, amountMinor: _amount, ...line }): NewOrderLine => line)
  const addition = { order: { orderKey: copy.orderKey }, lines }
  const inserted = await insertOrders(context.db, [copy], [addition])
  await replaceHolds(context, order, holdIds)
  const copied = order.lines.filter((line) => line.detail.balance === undefined)
  const copies = await nameCopies(context, copied, inserted.lines[0] ?? [])
  const repeat: Order = {
    ...copy,
    id: inserted.orderIds[0] as number,
    extendedCount: 0,
    processedAt: null,
    lines: copies,
  }
  await copyExtras(context, order, repeat)
  await copyPassengers(context, order, repeat)
  await copyChecks(context, order, repeat)
  await copyHolder(context, order, repeat)
  return ok(repeat)
}

/** What an earlier retry has become. */
async function continueRetry(
  context: Context,
  { orderKey }: Order,
): Promise<Result<Order, ErrorCode>> {
  const [retry] = await lockOrders(context.db, [orderKey])
  invariant(retry, 'a retry that was just read exists')
  if (retry.status === orderStatus.Failed) return copyOrderForRetry(context, retry)
  return isFinal(shownStatus(retry, context.clock.now()))
    ? fail('OrderStatusNotAllowed')
    : ok(retry)
}

/** Holds that are still active are extended; places of expired holds are held again if all of them are free. */
async function keepPlaces(
  context: Context,
  order: Order,
  until: Date,
): Promise<Result<void, 'SeatNotAvailable' | 'SeatPlanChanged' | 'EventNotActive'>> {
  const holdIds = holdIdsOf(order.lines)
  const extended = await extendHolds(context, holdIds, until)
  if (extended.ok) return extended
  await releaseHolds(context, holdIds)
  const sold = new Set(order.lines.map(({ offeringId }) => offeringId))
  const requests = orderAllocations(order.lines).map((allocation) => ({
    ...allocation,
    until,
    // Items whose sale was stopped meanwhile are not sold. Counters have no sale.
    ...(sold.has(allocation.offeringId) ? { unless: 'stopped' as const } : {}),
  }))
  const { answers } = await holdAcross(context, requests, { isAllOrNothing: true })
  const refusal = answers.find((answer) => !answer.ok)
  return refusal && !refusal.ok ? refusal : ok(undefined)
}

function repeatOf(context: Context, order: Order, deadlineAt: Date): NewOrder {
  return {
    orderKey: context.random.uuid(),
    orderNumber: readableCode(context.random, orderNumberLength),
    status: orderStatus.Checkout,
    sessionId: order.sessionId,
    customerId: order.customerId,
    channel: order.channel,
    host: order.host,
    locale: order.locale,
    currency: order.currency,
    // The balance was released when the order failed; it may be applied again.
    totalMinor: totalsOf(order.lines.filter((line) => line.detail.balance === undefined))
      .totalMinor,
    buyer: order.buyer,
    deadlineAt,
    heldSince: order.heldSince,
    caller: null,
    termsAcceptedAt: order.termsAcceptedAt,
    request: null,
    externalReference: order.externalReference,
    retryOf: order.id,
    createdAt: context.clock.now(),
  }
}

/** Payments in advance refer to ticket lines by id; the retry's lines have other ids. */
async function nameCopies(
  context: Context,
  lines: readonly OrderLine[],
  copies: readonly OrderLine[],
): Promise<readonly OrderLine[]> {
  if (!lines.some(({ detail }) => detail.reduction?.pays)) return copies
  const copyOf = new Map(lines.map(({ id }, index) => [id, copies[index]?.id ?? id]))
  const named = copies.map((line): OrderLine => {
    const { reduction } = line.detail
    if (!reduction?.pays) return line
    const parts = reduction.pays.parts.map((part) => ({
      ...part,
      lineId: copyOf.get(part.lineId) ?? part.lineId,
    }))
    const pays = { ...reduction.pays, parts }
    return { ...line, detail: { ...line.detail, reduction: { ...reduction, pays } } }
  })
  for (const { id, detail } of named) {
    if (!detail.reduction?.pays) continue
    await sql`update order_line set detail = ${JSON.stringify(detail)}::jsonb where id = ${id}`.execute(
      context.db,
    )
  }
  return named
}

/**
 * Moves the holds to the retry. The failed order gets new hold ids that hold nothing: if its payment is captured late
 * after all, its places count as taken instead of being sold twice.
 */
async function replaceHolds(
  context: Context,
  order: Order,
  holdIds: readonly string[],
): Promise<void> {
  const fresh = holdIds.map(() => context.random.uuid())
  await sql`
    update order_line l set hold_id = n.fresh
    from unnest(${holdIds}::uuid[], ${fresh}::uuid[]) as n(old, fresh)
    where l.order_id = ${order.id} and l.hold_id = n.old
  `.execute(context.db)
  await sql`
    update order_line l
    set detail = jsonb_set(l.detail, '{counter,holdId}', to_jsonb(n.fresh))
    from unnest(${holdIds}::uuid[], ${fresh}::uuid[]) as n(old, fresh)
    where l.order_id = ${order.id} and l.detail->'counter'->>'holdId' = n.old::text
  `.execute(context.db)
}
