import { sql, type Selectable, type Updateable } from 'kysely'
import type { Currency, Money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { namedColumns } from '#platform/database/named-columns.ts'
import type { Payment as PaymentTable } from '#platform/database/types.ts'
import {
  assertTransition,
  openStates,
  pollSecondsLeast,
  pollSecondsMax,
  type Payment,
  type PaymentPurpose,
  type PaymentState,
} from './rules.ts'

export const paymentColumns = [
  'id',
  'purpose',
  'order_key',
  'customer_id',
  'save_card',
  'card_id',
  'provider',
  'amount_minor',
  'currency',
  'state',
  'external_id',
  'approval_url',
  'callback_key',
  'failure_code',
  'captured_minor',
  'captured_currency',
  'refunded_minor',
  'created_at',
  'expires_at',
  'next_poll_at',
  'poll_count',
] as const satisfies readonly (keyof PaymentTable)[]

export type PaymentRow = Pick<Selectable<PaymentTable>, (typeof paymentColumns)[number]>

export function fromRow(row: PaymentRow): Payment {
  const captured =
    row.captured_minor === null
      ? null
      : { amount: row.captured_minor, currency: row.captured_currency as Currency }
  return {
    id: row.id,
    purpose: row.purpose as PaymentPurpose,
    orderKey: row.order_key,
    customerId: row.customer_id,
    saveCard: row.save_card,
    cardId: row.card_id,
    provider: row.provider,
    amount: { amount: row.amount_minor, currency: row.currency as Currency },
    state: row.state as PaymentState,
    externalId: row.external_id,
    approvalUrl: row.approval_url,
    callbackKey: row.callback_key,
    failureCode: row.failure_code,
    captured,
    refundedMinor: row.refunded_minor,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    nextPollAt: row.next_poll_at,
    pollCount: row.poll_count,
  }
}

export interface NewPayment {
  /** Absent when the payment is not for an order. */
  readonly orderKey?: string
  readonly purpose?: PaymentPurpose
  readonly customerId?: string | null
  readonly saveCard?: boolean
  /** A saved card that will be charged. */
  readonly cardId?: string | null
  readonly provider: number
  readonly amount: Money
  readonly expiresAt: Date
  /** The provider's id of a transaction that was already captured: such a payment was never open. */
  readonly takenAs?: string
}

/** How long a creation may take before it is polled. */
const creationSeconds = 60

/**
 * Inserts a payment as `created`; null when the order already has an open one. A payment that the provider has
 * already taken is inserted as `canceled`, to be captured next; null when that money is recorded already.
 */
export async function insertPayment(
  context: Context,
  payment: NewPayment,
): Promise<Payment | null> {
  const now = context.clock.now()
  const id = context.random.uuid()
  const row = await context.db
    .insertInto('payment')
    .values({
      id,
      order_key: payment.orderKey ?? id,
      purpose: payment.purpose ?? 'order',
      customer_id: payment.customerId ?? null,
      save_card: payment.saveCard ?? false,
      card_id: payment.cardId ?? null,
      provider: payment.provider,
      amount_minor: payment.amount.amount,
      currency: payment.amount.currency,
      state: payment.takenAs === undefined ? 'created' : 'canceled',
      external_id: payment.takenAs ?? null,
      callback_key: Buffer.from(context.random.bytes(24)).toString('base64url'),
      created_at: now,
      expires_at: payment.expiresAt,
      next_poll_at:
        payment.takenAs === undefined ? new Date(now.getTime() + creationSeconds * 1_000) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(paymentColumns)
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

export async function findPayment(context: Context, id: string): Promise<Payment | null> {
  const row = await context.db
    .selectFrom('payment')
    .select(paymentColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

/** The payment under a row lock, taken after the order's. Throws when there is none. */
export async function lockPayment(context: Context, id: string): Promise<Payment> {
  invariant(context.db.isTransaction, 'a payment is locked inside a transaction')
  const row = await context.db
    .selectFrom('payment')
    .select(paymentColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return fromRow(row)
}

/** All payments of an order, the newest first. */
export async function listPayments(context: Context, orderKey: string): Promise<Payment[]> {
  const rows = await context.db
    .selectFrom('payment')
    .select(paymentColumns)
    .where('order_key', '=', orderKey)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(fromRow)
}

export async function findOpenPayment(context: Context, orderKey: string): Promise<Payment | null> {
  const row = await context.db
    .selectFrom('payment')
    .select(paymentColumns)
    .where('order_key', '=', orderKey)
    .where('state', 'in', [...openStates])
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

/**
 * Records and logs, in one statement, that the provider opened its session, if nothing else was reported since the
 * payment was created. Null otherwise: the caller then locks and reads the payment.
 */
export async function openPayment(
  context: Context,
  paymentId: string,
  opened: {
    readonly externalId: string
    readonly approvalUrl: string
    readonly nextPollAt: Date
    readonly log: { readonly kind: string; readonly detail: object }
  },
): Promise<Payment | null> {
  const { externalId, approvalUrl, nextPollAt, log } = opened
  const { rows } = await sql<PaymentRow>`
    with opened as (
      update payment set state = 'pending', external_id = ${externalId},
        approval_url = ${approvalUrl}, next_poll_at = ${nextPollAt}
      where id = ${paymentId} and state = 'created' and external_id is null
      returning ${namedColumns(paymentColumns)}
    ), logged as (
      insert into payment_log (payment_id, provider, at, kind, detail)
      select id, provider, ${context.clock.now()}::timestamptz, ${log.kind},
        ${JSON.stringify(log.detail)}::jsonb
      from opened
    )
    select * from opened`.execute(context.db)
  const [row] = rows
  return row ? fromRow(row) : null
}

export interface PaymentChange {
  readonly externalId?: string
  readonly approvalUrl?: string
  readonly failureCode?: string
  readonly captured?: Money
  readonly refundedMinor?: number
  readonly nextPollAt?: Date | null
  /** Sets the next poll, null for never; ignored if a callback has arrived since the payment was read. */
  readonly askAgainAt?: Date | null
  /** Logged in the same statement. */
  readonly log?: { readonly kind: string; readonly detail: object }
}

/** Changes the state of a payment that the caller has locked, as the table of states allows. */
export async function movePayment(
  context: Context,
  payment: Payment,
  to: PaymentState,
  change: PaymentChange = {},
): Promise<Payment> {
  if (to !== payment.state) assertTransition(payment.state, to)
  const values: Updateable<PaymentTable> = { state: to }
  if (change.externalId !== undefined) values.external_id = change.externalId
  if (change.approvalUrl !== undefined) values.approval_url = change.approvalUrl
  if (change.failureCode !== undefined) values.failure_code = change.failureCode
  if (change.refundedMinor !== undefined) values.refunded_minor = change.refundedMinor
  if (change.nextPollAt !== undefined) values.next_poll_at = change.nextPollAt
  if (change.captured !== undefined) {
    values.captured_minor = change.captured.amount
    values.captured_currency = change.captured.currency
    values.settled_at = context.clock.now()
  }
  const changed = (db: Pick<Context['db'], 'updateTable'>) =>
    db
      .updateTable('payment')
      .set(values)
      .$if(change.askAgainAt !== undefined, (query) =>
        query.set({
          next_poll_at: sql`case when next_poll_at is not distinct from ${payment.nextPollAt}::timestamptz
            then ${change.askAgainAt}::timestamptz else next_poll_at end`,
        }),
      )
      .where('id', '=', payment.id)
      .returning(paymentColumns)
  const { log } = change
  if (!log) return fromRow(await changed(context.db).executeTakeFirstOrThrow())
  const row = await context.db
    .with('changed', () => changed(context.db))
    .with('logged', (db) =>
      db
        .insertInto('payment_log')
        .columns(['payment_id', 'provider', 'at', 'kind', 'detail'])
        .expression((build) =>
          build
            .selectFrom('changed')
            .select([
              'id',
              'provider',
              build.val(context.clock.now()).$castTo<Date>().as('at'),
              build.val(log.kind).as('kind'),
              sql<string>`${JSON.stringify(log.detail)}::jsonb`.as('detail'),
            ]),
        ),
    )
    .selectFrom('changed')
    .select(paymentColumns)
    .executeTakeFirstOrThrow()
  return fromRow(row)
}

/**
 * Binds the charge of a saved card to the provider's transaction that asks for the card's token; false when another
 * transaction has it, or the payment is over. One token, one transaction, one charge.
 */
export async function bindCharge(
  context: Context,
  paymentId: string,
  externalId: string,
): Promise<boolean> {
  const bound = await context.db
    .updateTable('payment')
    .set({ external_id: externalId })
    .where('id', '=', paymentId)
    .where('card_id', 'is not', null)
    .where('state', 'in', [...openStates])
    .where((either) =>
      either.or([either('external_id', 'is', null), either('external_id', '=', externalId)]),
    )
    .executeTakeFirst()
  return bound.numUpdatedRows === 1n
}

/**
 * Claims payments that are due for polling, the longest due first, and postpones their next poll by a pause that
 * doubles from 5 seconds to 5 minutes. Several workers never claim the same one.
 */
export async function claimDuePayments(context: Context, most: number): Promise<string[]> {
  const now = context.clock.now()
  const rows = await sql<{ id: string }>`
    update payment set
      poll_count = poll_count + 1,
      asked_at = ${now}::timestamptz,
      next_poll_at = ${now}::timestamptz + make_interval(secs =>
        least(${pollSecondsLeast}::int * power(2, least(poll_count, 16)), ${pollSecondsMax}::int))
    where id in (
      select id from payment where next_poll_at <= ${now}
      order by next_poll_at limit ${most} for update skip locked)
    returning id
  `.execute(context.db)
  return rows.rows.map((row) => row.id)
}

/** Logs what was received from or sent to a provider; never card data. */
export async function logPayment(
  context: Context,
  payment: { readonly id: string | null; readonly provider: number },
  kind: string,
  detail: object,
): Promise<void> {
  await context.db
    .insertInto('payment_log')
    .values({
      payment_id: payment.id,
      provider: payment.provider,
      at: context.clock.now(),
      kind,
      detail: JSON.stringify(detail),
    })
    .execute()
}

/** Payments of a customer without an order, still open, whose page's address never arrived; a few at most. */
export async function listUnopened(context: Context, customerId: string): Promise<Payment[]> {
  const rows = await context.db
    .selectFrom('payment')
    .select(paymentColumns)
    .where('customer_id', '=', customerId)
    .where('purpose', '<>', 'order')
    .where('state', 'in', ['created', 'pending', 'unknown'])
    .where('approval_url', 'is', null)
    .orderBy('created_at')
    .limit(10)
    .execute()
  return rows.map(fromRow)
}

/** Upper bound of what a customer's pending top-ups may bring, in minor units. */
export async function sumOpenTopUps(context: Context, customerId: string): Promise<number> {
  const { sum } = await context.db
    .selectFrom('payment')
    .select((select) => select.fn.sum<string | null>('amount_minor').as('sum'))
    .where('customer_id', '=', customerId)
    .where('purpose', '=', 'top-up')
    .where('state', 'in', ['created', 'pending', 'unknown'])
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** The sum captured by these payments, less refunds; and how many of them captured anything. */
export async function sumCaptured(
  context: Context,
  paymentIds: readonly string[],
): Promise<{ readonly takenMinor: number; readonly count: number }> {
  const { rows } = await sql<{ takenMinor: number; count: number }>`
    select coalesce(sum(captured_minor - refunded_minor), 0)::integer as "takenMinor", count(*)::integer as count
    from payment where id = any(${[...paymentIds]}::uuid[]) and captured_minor is not null`.execute(
    context.db,
  )
  return rows[0] ?? { takenMinor: 0, count: 0 }
}
