import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { money, type Currency } from '#kernel/money.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { lockCustomer } from '#modules/accounts/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { WithdrawalView } from '../withdrawal-contract.ts'
import { customerAccount } from './balances.ts'
import { postHold, takeHold, voidHold } from './holds.ts'
import { ibanHint } from './iban.ts'
import { logBalance } from './log.ts'
import type { PayoutBank } from './payout-bank.ts'

/** Maximum withdrawn from a balance in any 24 hours, in tetri. */
const dayMax = 300_000

export interface WithdrawalRequest {
  readonly customerId: string
  readonly amountMinor: number
}

interface WithdrawalRow {
  readonly id: string
  readonly customer_id: string
  readonly kind: WithdrawalView['kind']
  readonly state: WithdrawalView['state']
  readonly amount_minor: number
  readonly currency: Currency
  readonly payment_id: string | null
  readonly hold_id: string
  readonly failure_code: string | null
  readonly attempt_count: number
  readonly created_at: Date
  readonly ended_at: Date | null
  readonly iban: string | null
  readonly holder_name: string | null
}

const columns = sql.raw(`w.id, w.customer_id, w.kind, w.state, w.amount_minor, w.currency,
  w.payment_id, w.hold_id, w.failure_code, w.attempt_count, w.created_at, w.ended_at, b.iban, b.holder_name`)

async function rowsWhere(
  context: Context,
  condition: ReturnType<typeof sql>,
): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`
    select ${columns} from withdrawal w left join bank_account b on b.id = w.bank_account_id
    where ${condition}
  `.execute(context.db)
  return rows
}

function present(row: WithdrawalRow): WithdrawalView {
  return {
    withdrawalId: row.id,
    kind: row.kind,
    state: row.state,
    amount: money(row.amount_minor, row.currency),
    target: row.iban === null ? (row.payment_id ?? '') : ibanHint(row.iban),
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    failureCode: row.failure_code,
  }
}

/** An account of this customer that has not been removed. */
export async function hasBankAccount(
  context: Context,
  customerId: string,
  bankAccountId: number,
): Promise<boolean> {
  const row = await context.db
    .selectFrom('bank_account')
    .select('id')
    .where('id', '=', bankAccountId)
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Reserves the sum within the daily limit. The customer's row is locked first, so that concurrent requests cannot
 * exceed the limit.
 */
export async function reserveWithdrawal(
  context: Context,
  { customerId, amountMinor }: WithdrawalRequest,
): Promise<Result<{ withdrawalId: string; holdId: string }, ErrorCode>> {
  invariant(context.db.isTransaction, 'a withdrawal begins inside a transaction')
  await lockCustomer(context, customerId)
  const since = new Date(context.clock.now().getTime() - 86_400_000)
  const { rows } = await sql<{ sum: string | number }>`
    select coalesce(sum(amount_minor), 0) as sum from withdrawal
    where customer_id = ${customerId} and created_at > ${since} and state <> 'rejected'
  `.execute(context.db)
  if (Number(rows[0]?.sum ?? 0) + amountMinor > dayMax) return fail('WithdrawalLimitReached')
  const withdrawalId = context.random.uuid()
  const currency = 'GEL'
  const account = customerAccount(customerId)
  const held = await takeHold(context, { account, currency, amountMinor, reference: withdrawalId })
  if (!held.ok) return held
  await logBalance(context, customerId, {
    kind: 'withdrawal-started',
    amount: money(amountMinor),
    reference: withdrawalId,
  })
  return ok({ withdrawalId, holdId: held.value.id })
}

/** Begins a withdrawal to an account of the customer; the worker sends it to the bank. */
export async function withdrawToAccount(
  context: Context,
  request: WithdrawalRequest & { readonly bankAccountId: number },
): Promise<Result<WithdrawalView, ErrorCode>> {
  return inTransaction(context, async (inside): Promise<Result<WithdrawalView, ErrorCode>> => {
    const { customerId, amountMinor, bankAccountId } = request
    if (!(await hasBankAccount(inside, customerId, bankAccountId)))
      return fail('BankAccountNotFound')
    const reserved = await reserveWithdrawal(inside, request)
    if (!reserved.ok) return reserved
    const { withdrawalId, holdId } = reserved.value
    const now = inside.clock.now()
    await inside.db
      .insertInto('withdrawal')
      .values({
        id: withdrawalId,
        customer_id: customerId,
        kind: 'account',
        state: 'held',
        amount_minor: amountMinor,
        currency: 'GEL',
        bank_account_id: bankAccountId,
        hold_id: holdId,
        next_attempt_at: now,
        created_at: now,
      })
      .execute()
    return showWithdrawal(inside, withdrawalId)
  })
}

/** Records a withdrawal that is executed as a refund; the reserved money now belongs to the refund. */
export async function recordCardWithdrawal(
  context: Context,
  request: WithdrawalRequest & {
    readonly withdrawalId: string
    readonly holdId: string
    readonly paymentId: string
    readonly refundId: string
    readonly account: string
  },
): Promise<Result<WithdrawalView, ErrorCode>> {
  const { withdrawalId, holdId, account } = request
  const isPosted = await postHold(context, holdId, {
    account,
    kind: 'withdraw-card',
    reference: withdrawalId,
  })
  invariant(isPosted, `the hold of withdrawal ${withdrawalId} is pending`)
  await context.db
    .insertInto('withdrawal')
    .values({
      id: withdrawalId,
      customer_id: request.customerId,
      kind: 'card',
      state: 'sent',
      amount_minor: request.amountMinor,
      currency: 'GEL',
      payment_id: request.paymentId,
      refund_id: request.refundId,
      hold_id: holdId,
      created_at: context.clock.now(),
    })
    .execute()
  return showWithdrawal(context, withdrawalId)
}

/** The refund of a withdrawal has reached the card; other refunds are ignored. */
export async function finishCardWithdrawal(context: Context, refundId: string): Promise<void> {
  const row = await context.db
    .updateTable('withdrawal')
    .set({ state: 'paid', ended_at: context.clock.now() })
    .where('refund_id', '=', refundId)
    .where('state', '=', 'sent')
    .returning(['id', 'customer_id', 'amount_minor'])
    .executeTakeFirst()
  if (!row) return
  await logBalance(context, row.customer_id, {
    kind: 'withdrawal-paid',
    amount: money(row.amount_minor),
    reference: row.id,
  })
}

async function showWithdrawal(
  context: Context,
  withdrawalId: string,
): Promise<Result<WithdrawalView, ErrorCode>> {
  const [row] = await rowsWhere(context, sql`w.id = ${withdrawalId}`)
  invariant(row, `withdrawal ${withdrawalId} exists`)
  return ok(present(row))
}

/** The newest withdrawals of the caller. */
export async function listWithdrawals(
  context: Context,
  most: number,
): Promise<Result<{ withdrawals: WithdrawalView[] }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const rows = await rowsWhere(
    context,
    sql`w.customer_id = ${actor.customerId} order by w.created_at desc, w.id desc limit ${most}`,
  )
  return ok({ withdrawals: rows.map(present) })
}

const withdrawalsPerRound = 10
/** Longer than a call to the bank can take, so that two workers never handle the same withdrawal concurrently. */
const leaseSeconds = 60

/**
 * Sends due withdrawals to the bank. A transfer is sent with the withdrawal's id and repeated until the bank reports a
 * final state; only that moves money in the ledger. Returns how many were attempted.
 */
export async function sendWithdrawals(context: Context, bank: PayoutBank): Promise<number> {
  const now = context.clock.now()
  const lease = new Date(now.getTime() + leaseSeconds * 1_000)
  const { rows: due } = await sql<{ id: string }>`
    update withdrawal set attempt_count = attempt_count + 1, next_attempt_at = ${lease}
    where id in (select id from withdrawal where next_attempt_at <= ${now}
      order by next_attempt_at limit ${withdrawalsPerRound} for update skip locked)
    returning id
  `.execute(context.db)
  await Promise.all(
    due.map(({ id }) =>
      sendOne(context, bank, id).catch((error: unknown) => {
        context.log.error({ err: error, withdrawalId: id }, 'sending a withdrawal failed')
      }),
    ),
  )
  return due.length
}

async function sendOne(context: Context, bank: PayoutBank, withdrawalId: string): Promise<void> {
  const [row] = await rowsWhere(context, sql`w.id = ${withdrawalId}`)
  invariant(
    row && row.iban !== null && row.holder_name !== null,
    'the withdrawal has a bank account',
  )
  const reply = await bank.put({
    id: row.id,
    iban: row.iban,
    holderName: row.holder_name,
    amountMinor: row.amount_minor,
    text: 'Bileti balance',
  })
  if (reply.kind === 'done') return endWithdrawal(context, row, 'paid', null)
  if (reply.kind === 'rejected') return endWithdrawal(context, row, 'rejected', reply.reason)
  if (reply.kind === 'unknown')
    context.log.warn({ withdrawalId, detail: reply.detail }, 'no valid reply from the bank')
  const seconds = Math.min(5 * 2 ** Math.min(row.attempt_count - 1, 16), 600)
  await context.db
    .updateTable('withdrawal')
    .set({
      state: reply.kind === 'accepted' ? 'sent' : row.state,
      next_attempt_at: new Date(context.clock.now().getTime() + seconds * 1_000),
    })
    .where('id', '=', withdrawalId)
    .where('ended_at', 'is', null)
    .execute()
}

async function endWithdrawal(
  context: Context,
  row: WithdrawalRow,
  state: 'paid' | 'rejected',
  failureCode: string | null,
): Promise<void> {
  await inTransaction(context, async (inside) => {
    const ended = await inside.db
      .updateTable('withdrawal')
      .set({
        state,
        failure_code: failureCode,
        ended_at: inside.clock.now(),
        next_attempt_at: null,
      })
      .where('id', '=', row.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) return ok(null)
    const isMoved =
      state === 'rejected'
        ? await voidHold(inside, row.hold_id)
        : await postHold(inside, row.hold_id, {
            account: 'provider:payouts',
            kind: 'withdraw-account',
            reference: row.id,
          })
    invariant(isMoved, `the hold of withdrawal ${row.id} is pending`)
    await logBalance(inside, row.customer_id, {
      kind: state === 'paid' ? 'withdrawal-paid' : 'withdrawal-rejected',
      amount: money(row.amount_minor, row.currency),
      reference: row.id,
    })
    return ok(null)
  })
}
