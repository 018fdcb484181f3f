import { sql, type Selectable } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { cashNumber } from '../capability-shapes.ts'
import { namedColumns } from '#platform/database/named-columns.ts'
import type { Refund as RefundTable } from '#platform/database/types.ts'
import { supportsRefund } from './provider-facts.ts'
import { pollSecondsLeast, pollSecondsMax } from './rules.ts'
import type { Payment, Refund, RefundReason } from './rules.ts'
import { findPayment, listPayments, lockPayment, movePayment } from './store.ts'

const refundColumns = [
  'id',
  'payment_id',
  'amount_minor',
  'reason',
  'state',
  'attempt_count',
] as const satisfies readonly (keyof RefundTable)[]

type RefundRow = Pick<Selectable<RefundTable>, (typeof refundColumns)[number]>

function fromRow(row: RefundRow): Refund {
  return {
    id: row.id,
    paymentId: row.payment_id,
    amountMinor: row.amount_minor,
    reason: row.reason as RefundReason,
    state: row.state as Refund['state'],
    attemptCount: row.attempt_count,
  }
}

/**
 * Creates a refund in the transaction that decided it; the worker executes it. Idempotent by key: `null` when it
 * exists already. The caller has locked the payment.
 */
export async function requestRefund(
  context: Context,
  payment: Payment,
  refund: {
    readonly amountMinor: number
    readonly reason: RefundReason
    readonly idempotencyKey: string
  },
): Promise<Refund | null> {
  invariant(payment.captured !== null, `payment ${payment.id} has money to give back`)
  const row = await context.db
    .insertInto('refund')
    .values({
      id: context.random.uuid(),
      payment_id: payment.id,
      amount_minor: refund.amountMinor,
      reason: refund.reason,
      idempotency_key: refund.idempotencyKey,
      state: 'pending',
      created_at: context.clock.now(),
      next_attempt_at: context.clock.now(),
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning(refundColumns)
    .executeTakeFirst()
  if (!row) return null
  const asked = await sumRefunds(context, payment.id)
  invariant(asked <= payment.captured.amount, `refunds of ${payment.id} stay within what it took`)
  if (payment.state !== 'refunding') await movePayment(context, payment, 'refunding')
  return fromRow(row)
}

/** Sum of a payment's refunds that were not abandoned, done or not, in minor units. */
async function sumRefunds(context: Context, paymentId: string): Promise<number> {
  const row = await context.db
    .selectFrom('refund')
    .select((select) => select.fn.sum<string | null>('amount_minor').as('sum'))
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'failed')
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

/** What remains refundable of a captured payment, in minor units. The caller has locked the payment. */
export async function refundableMinor(context: Context, payment: Payment): Promise<number> {
  return (payment.captured?.amount ?? 0) - (await sumRefunds(context, payment.id))
}

/** Longer than an attempt can take, so that two workers never try the same refund at once. */
const attemptLeaseSeconds = 120

/**
 * Claims refunds that are due, counting the attempt before it is made. Refunds of one payment run one after the
 * other: at the provider their effects could not be told apart.
 */
export async function claimDueRefunds(context: Context, most: number): Promise<Refund[]> {
  const now = context.clock.now()
  const lease = new Date(now.getTime() + attemptLeaseSeconds * 1_000)
  const { rows } = await sql<RefundRow>`
    update refund set attempt_count = attempt_count + 1, next_attempt_at = ${lease}
    where id in (
      select due.id from refund due
      where due.next_attempt_at <= ${now}
        and not exists (
          select from refund earlier
          where earlier.payment_id = due.payment_id and earlier.state = 'pending'
            and (earlier.created_at, earlier.id) < (due.created_at, due.id))
      order by due.next_attempt_at limit ${most} for update skip locked)
    returning ${namedColumns(refundColumns)}
  `.execute(context.db)
  return rows.map(fromRow)
}

export async function findRefund(context: Context, id: string): Promise<Refund | null> {
  const row = await context.db
    .selectFrom('refund')
    .select(refundColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

/** The latest refund of a payment; null when there is none. */
export async function findLastRefund(context: Context, paymentId: string): Promise<Refund | null> {
  const row = await context.db
    .selectFrom('refund')
    .select(refundColumns)
    .where('payment_id', '=', paymentId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

/** Postpones the next attempt: until then, or by a pause that doubles from 5 seconds to 5 minutes. */
export async function putOffRefund(
  context: Context,
  refund: Refund,
  until: Date | null = null,
): Promise<void> {
  const seconds = Math.min(
    pollSecondsLeast * 2 ** Math.min(refund.attemptCount - 1, 16),
    pollSecondsMax,
  )
  const next_attempt_at = until ?? new Date(context.clock.now().getTime() + seconds * 1_000)
  await context.db
    .updateTable('refund')
    .set({ next_attempt_at })
    .where('id', '=', refund.id)
    .where('state', '=', 'pending')
    .execute()
}

/**
 * Records that a refund is done. Returns the payment's new state, or null when that was recorded before. Runs in a
 * transaction that has locked the order.
 */
export async function finishRefund(context: Context, refund: Refund): Promise<Payment | null> {
  const payment = await lockPayment(context, refund.paymentId)
  const done = await context.db
    .updateTable('refund')
    .set({ state: 'done', finished_at: context.clock.now(), next_attempt_at: null })
    .where('id', '=', refund.id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) return null
  const refundedMinor = payment.refundedMinor + refund.amountMinor
  const isWhole = refundedMinor === payment.captured?.amount
  const isLast = !(await hasPendingRefund(context, payment.id))
  const state = isWhole ? 'refunded' : isLast ? 'captured' : 'refunding'
  return movePayment(context, payment, state, { refundedMinor })
}

/** Sums of the refunds that providers have yet to confirm, in minor units, by payment. */
export async function sumPendingRefunds(
  context: Context,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('refund')
    .select((each) => ['payment_id', each.fn.sum<string>('amount_minor').as('sum')])
    .where('payment_id', 'in', [...paymentIds])
    .where('state', '=', 'pending')
    .groupBy('payment_id')
    .execute()
  return new Map(rows.map(({ payment_id, sum }) => [payment_id, Number(sum)]))
}

async function hasPendingRefund(context: Context, paymentId: string): Promise<boolean> {
  const row = await context.db
    .selectFrom('refund')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return row !== undefined
}

/** The payment of a refund. Throws when there is none, which the database prevents. */
export async function paymentOfRefund(context: Context, refund: Refund): Promise<Payment> {
  const payment = await findPayment(context, refund.paymentId)
  invariant(payment, `refund ${refund.id} belongs to a payment`)
  return payment
}

/** Whether everything providers took for an order can be refunded the way it came; otherwise it goes to a balance. */
export async function supportsRefundOf(context: Context, orderKey: string): Promise<boolean> {
  const payments = await listPayments(context, orderKey)
  return payments.every(({ captured, provider }) => captured === null || supportsRefund(provider))
}

/** Whether an order was paid in cash at a counter, where its refund waits for a buyer without an account. */
export async function isPaidInCash(context: Context, orderKey: string): Promise<boolean> {
  const payments = await listPayments(context, orderKey)
  return payments.some(({ captured, provider }) => captured !== null && provider === cashNumber)
}
