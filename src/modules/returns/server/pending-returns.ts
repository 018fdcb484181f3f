/** Returns that wait until an outside supplier has cancelled its tickets. Locked after the order. */
import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import { leaseUntil, postpone } from '#platform/supplier-attempts.ts'
import type { Context } from '#platform/context.ts'

/** A ticket of a pending return, with the terms of its quote; minor units of the order's currency. */
export interface PendingTicket {
  readonly ticketId: number
  /** The supplier cancels it; others of the same return are our own. */
  readonly isSupplied: boolean
  readonly amountMinor: number
  readonly feeMinor: number
  readonly deductionMinor: number
  readonly deductionTo: 'merchant' | 'house'
}

export interface PendingReturn {
  /** Id of the executed quote, and idempotency key for the supplier. */
  readonly id: string
  readonly orderId: number
  /** What the supplier's tickets are for. */
  readonly source: string
  readonly itemId: number
  readonly legFrom: number
  readonly legTo: number
  readonly state: 'pending' | 'cancelled' | 'refused'
  /** Attempts so far, the current one included. */
  readonly attemptCount: number
  readonly lastDetail: string
  readonly refusalCode: string | null
  /** When operators were alerted; null before. */
  readonly overdueAt: Date | null
  readonly createdAt: Date
  readonly tickets: readonly PendingTicket[]
}

/** Operators are alerted when a supplier has not answered for this long. */
const overdueSeconds = 86_400

/** Stores a return in the transaction that ends its tickets; the caller makes the first attempt afterwards. */
export async function insertPendingReturn(
  context: Context,
  made: Pick<
    PendingReturn,
    'id' | 'orderId' | 'source' | 'itemId' | 'legFrom' | 'legTo' | 'tickets'
  >,
): Promise<void> {
  invariant(context.db.isTransaction, 'a pending return is stored with the end of its tickets')
  const now = context.clock.now()
  await context.db
    .insertInto('pending_return')
    .values({
      id: made.id,
      order_id: made.orderId,
      source: made.source,
      item_id: made.itemId,
      leg_from: made.legFrom,
      leg_to: made.legTo,
      next_attempt_at: leaseUntil(now),
      created_at: now,
    })
    .execute()
  await context.db
    .insertInto('pending_return_item')
    .values(
      made.tickets.map((ticket) => ({
        return_id: made.id,
        ticket_id: ticket.ticketId,
        is_supplied: ticket.isSupplied,
        amount_minor: ticket.amountMinor,
        fee_minor: ticket.feeMinor,
        deduction_minor: ticket.deductionMinor,
        deduction_to: ticket.deductionTo,
      })),
    )
    .execute()
}

/** Claims due pending returns for one attempt each, counted before the supplier is asked. */
export async function claimDueReturns(context: Context, most: number): Promise<string[]> {
  const now = context.clock.now()
  const lease = leaseUntil(now)
  const { rows } = await sql<{ id: string }>`
    update pending_return set attempt_count = attempt_count + 1, next_attempt_at = ${lease}
    where id in (
      select id from pending_return where next_attempt_at <= ${now}
      order by next_attempt_at limit ${most} for update skip locked)
    returning id
  `.execute(context.db)
  return rows.map(({ id }) => id)
}

type Which = { readonly id: string } | { readonly orderId: number }

/** Pending returns and those that have ended, in chronological order. Optionally locked, after the order. */
export async function readPendingReturns(
  context: Context,
  which: Which,
  options: { readonly isLocked?: boolean } = {},
): Promise<PendingReturn[]> {
  const lock = options.isLocked ? sql`for update` : sql``
  const condition = 'id' in which ? sql`p.id = ${which.id}` : sql`p.order_id = ${which.orderId}`
  const { rows } = await sql<PendingReturn>`
    select p.id, p.order_id as "orderId", p.source, p.item_id as "itemId", p.leg_from as "legFrom",
      p.leg_to as "legTo", p.state, p.attempt_count as "attemptCount", p.last_detail as "lastDetail",
      p.refusal_code as "refusalCode", p.overdue_at as "overdueAt", p.created_at as "createdAt",
      (select jsonb_agg(jsonb_build_object('ticketId', i.ticket_id, 'isSupplied', i.is_supplied,
        'amountMinor', i.amount_minor, 'feeMinor', i.fee_minor, 'deductionMinor', i.deduction_minor,
        'deductionTo', i.deduction_to) order by i.ticket_id)
        from pending_return_item i where i.return_id = p.id) as tickets
    from pending_return p where ${condition} order by p.created_at, p.id ${lock}
  `.execute(context.db)
  return rows
}

/** Whether tickets of an order may become valid again: their supplier has not cancelled them yet. */
export async function hasPendingReturn(
  context: Pick<Context, 'db'>,
  orderId: number,
): Promise<boolean> {
  const row = await context.db
    .selectFrom('pending_return')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whose supplier has not cancelled in time, the longest waiting first. */
export async function listOverdueReturns(
  context: Pick<Context, 'db'>,
  most: number,
): Promise<{ readonly orderId: number; readonly overdueAt: Date }[]> {
  const { rows } = await sql<{ orderId: number; overdueAt: Date }>`
    select order_id as "orderId", min(overdue_at) as "overdueAt" from pending_return
    where overdue_at is not null and state = 'pending'
    group by order_id order by 2, 1 limit ${most}`.execute(context.db)
  return rows
}

/** Ends a pending return that this transaction has locked. */
export async function endPendingReturn(
  context: Context,
  id: string,
  outcome:
    | { readonly state: 'cancelled' }
    | { readonly state: 'refused'; readonly refusalCode: string },
): Promise<void> {
  await context.db
    .updateTable('pending_return')
    .set({
      state: outcome.state,
      refusal_code: outcome.state === 'refused' ? outcome.refusalCode : null,
      next_attempt_at: null,
      ended_at: context.clock.now(),
    })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/**
 * Postpones the next attempt by a pause that doubles from 5 seconds to 5 minutes. Returns whether the return became
 * overdue just now.
 */
export async function putOffReturn(
  context: Context,
  { id, attemptCount, createdAt, overdueAt }: PendingReturn,
  detail: string,
): Promise<boolean> {
  const now = context.clock.now()
  const isLate = now.getTime() - createdAt.getTime() >= overdueSeconds * 1_000
  const { isOverdueNow, columns } = postpone(now, { attemptCount, overdueAt }, isLate, detail)
  await context.db
    .updateTable('pending_return')
    .set(columns)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('attempt_count', '=', attemptCount)
    .execute()
  return isOverdueNow
}
