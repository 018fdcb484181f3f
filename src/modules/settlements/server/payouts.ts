/**
 * Payouts to organisers: proposed with a statement, decided by an operator, sent until the bank has reported a final
 * state.
 */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { payoutsPausedUntil } from '#modules/staff/server/public-api.ts'
import { postTransfer, readBalance, type PayoutBank } from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import type { PayoutState } from '../shapes.ts'
import { findMerchantAccount } from './bank-account.ts'
import { merchantAccount } from './commission.ts'
import { notifyOwners } from './emails.ts'
import { readReserve, refreshSales, type UpcomingReader } from './reserves.ts'
import { findStatement, lockSettlement, paidIn } from './statements.ts'
import { termsAt } from './terms.ts'

export interface Payout {
  readonly id: string
  readonly merchantId: number
  readonly statementId: string
  readonly statementNumber: number
  readonly state: PayoutState
  readonly amountMinor: number
  readonly iban: string | null
  readonly holderName: string | null
  readonly failureCode: string | null
  readonly attemptCount: number
  readonly createdAt: Date
  readonly endedAt: Date | null
}

const columns = sql.raw(`p.id, p.merchant_id as "merchantId", p.statement_id as "statementId",
  s.number as "statementNumber", p.state, p.amount_minor::float8 as "amountMinor", p.iban,
  p.holder_name as "holderName", p.failure_code as "failureCode", p.attempt_count as "attemptCount",
  p.created_at as "createdAt", p.ended_at as "endedAt"`)
const from = sql.raw('merchant_payout p join merchant_statement s on s.id = p.statement_id')

/** Ledger account that holds a payout on its way: zero before and after. */
export function payoutAccount(payoutId: string): string {
  return `payout:${payoutId}`
}

/** Payouts of an organiser, or of all, newest first, without superseded ones. */
export async function listPayouts(
  context: Context,
  { merchantId, most }: { readonly merchantId?: number; readonly most: number },
): Promise<Payout[]> {
  const { rows } = await sql<Payout>`
    select ${columns} from ${from}
    where p.state <> 'superseded' and (${merchantId ?? null}::integer is null or p.merchant_id = ${merchantId ?? null})
    order by p.created_at desc, p.id desc limit ${most}`.execute(context.db)
  return rows
}

async function findPayout(context: Context, payoutId: string): Promise<Payout | undefined> {
  const { rows } = await sql<Payout>`
    select ${columns} from ${from} where p.id = ${payoutId}`.execute(context.db)
  return rows[0]
}

async function readPayout(context: Context, payoutId: string): Promise<Payout> {
  const payout = await findPayout(context, payoutId)
  invariant(payout, `payout ${payoutId} is there`)
  return payout
}

export interface Decision {
  readonly payoutId: string
  readonly decision: 'approve' | 'decline'
  /** The amount shown to the operator, in minor units. */
  readonly amountMinor: number
}

/**
 * Approves a payout or declines it, once. Refunds since the statement are subtracted: when less is left than shown to
 * the operator, the proposal is lowered and has to be decided again (`PayoutChanged`).
 */
export async function decidePayout(
  context: Context,
  readUpcoming: UpcomingReader,
  decision: Decision,
): Promise<Result<Payout, ErrorCode>> {
  const seen = await findPayout(context, decision.payoutId)
  if (!seen) return fail('NotFound')
  if (decision.decision === 'decline') return declinePayout(context, seen)
  await refreshSales(context)
  let left: number | null = null
  const result = await inTransaction<Result<Payout, ErrorCode>>(context, async (inside) => {
    const { merchantId } = seen
    await lockSettlement(inside, merchantId)
    const payout = await readPayout(inside, seen.id)
    if (payout.state !== 'proposed') return fail('PayoutDecided')
    if (payout.amountMinor !== decision.amountMinor) return fail('PayoutChanged')
    const account = await findMerchantAccount(inside, merchantId)
    if (!account) return fail('PayoutAccountMissing')
    if (account.usableFrom > inside.clock.now()) return fail('PayoutAccountNew')
    const pausedUntil = await payoutsPausedUntil(inside, merchantId)
    if (pausedUntil) return fail('PayoutsPaused', { possibleAt: pausedUntil.toISOString() })
    const terms = (await termsAt(inside, [merchantId], inside.clock.now())).get(merchantId)
    // In the transaction nothing is cached, so a date that was moved just now is not missed.
    const upcoming = await readUpcoming(inside)
    const reservedMinor = await readReserve(inside, merchantId, terms, upcoming)
    const statement = await findStatement(inside, payout.statementId)
    const owedMinor = 0 - (await readBalance(inside, merchantAccount(merchantId), paidIn))
    const freeMinor = Math.min(statement?.closingMinor ?? 0, owedMinor) - reservedMinor
    if (freeMinor < payout.amountMinor) {
      left = freeMinor
      return fail('PayoutChanged')
    }
    await postTransfer(inside, {
      idempotencyKey: `payout:${payout.id}`,
      kind: 'payout',
      reference: payout.id,
      postings: between(merchantAccount(merchantId), payoutAccount(payout.id), payout.amountMinor),
    })
    await sql`
      update merchant_payout set state = 'approved', iban = ${account.iban}, holder_name = ${account.holderName},
        decided_by = ${deciderOf(inside)}, decided_at = ${inside.clock.now()}, next_attempt_at = ${inside.clock.now()}
      where id = ${payout.id}`.execute(inside.db)
    await logDecision(inside, payout, 'settlements.approve-payout')
    return ok(await readPayout(inside, payout.id))
  })
  if (left !== null) await lowerProposal(context, seen, left)
  return result
}

/** Lowers a proposal to the remaining amount; declines it when nothing remains. */
async function lowerProposal(context: Context, payout: Payout, leftMinor: number): Promise<void> {
  await sql`
    update merchant_payout set
      amount_minor = case when ${leftMinor} > 0 then ${leftMinor} else amount_minor end,
      state = case when ${leftMinor} > 0 then state else 'superseded' end,
      ended_at = case when ${leftMinor} > 0 then null else ${context.clock.now()}::timestamptz end
    where id = ${payout.id} and state = 'proposed' and amount_minor > ${leftMinor}`.execute(
    context.db,
  )
}

async function declinePayout(context: Context, seen: Payout): Promise<Result<Payout, ErrorCode>> {
  return inTransaction<Result<Payout, ErrorCode>>(context, async (inside) => {
    const now = inside.clock.now()
    const { numAffectedRows } = await sql`
      update merchant_payout set state = 'declined', decided_by = ${deciderOf(inside)}, decided_at = ${now}, ended_at = ${now}
      where id = ${seen.id} and state = 'proposed'`.execute(inside.db)
    if (numAffectedRows !== 1n) return fail('PayoutDecided')
    await logDecision(inside, seen, 'settlements.decline-payout')
    return ok(await readPayout(inside, seen.id))
  })
}

function deciderOf({ actor }: Context): string | null {
  return actor.kind === 'customer' ? actor.customerId : null
}

function logDecision(context: Context, payout: Payout, action: string): Promise<void> {
  const { id, merchantId, amountMinor } = payout
  const detail = { merchantId, amountMinor }
  return logOperatorAction(context, { action, subject: `payout ${id}`, detail })
}

function between(debited: string, credited: string, amountMinor: number) {
  return [
    { account: debited, currency: paidIn, amountMinor },
    { account: credited, currency: paidIn, amountMinor: -amountMinor },
  ]
}

const perRound = 10
/** Longer than a call to the bank can take, so that two workers never handle the same payout concurrently. */
const leaseSeconds = 60

/**
 * Sends due payouts to the bank. Each is sent with its own id and repeated until the bank reports a final state, so a
 * lost reply causes no second payment. Returns how many were attempted.
 */
export async function sendPayouts(context: Context, bank: PayoutBank): Promise<number> {
  const now = context.clock.now()
  const lease = new Date(now.getTime() + leaseSeconds * 1_000)
  const { rows: due } = await sql<{ id: string }>`
    update merchant_payout set attempt_count = attempt_count + 1, next_attempt_at = ${lease}
    where id in (select id from merchant_payout where next_attempt_at <= ${now}
      order by next_attempt_at limit ${perRound} for update skip locked)
    returning id`.execute(context.db)
  for (const { id } of due)
    await sendOne(context, bank, id).catch((error: unknown) => {
      context.log.error({ err: error, payoutId: id }, 'payout not sent')
    })
  return due.length
}

async function sendOne(context: Context, bank: PayoutBank, payoutId: string): Promise<void> {
  const payout = await readPayout(context, payoutId)
  invariant(payout.iban !== null && payout.holderName !== null, 'an approved payout has an account')
  const outcome = await bank.put({
    id: payout.id,
    iban: payout.iban,
    holderName: payout.holderName,
    amountMinor: payout.amountMinor,
    text: `Bileti statement ${payout.statementNumber}`,
  })
  if (outcome.kind === 'done') return endPayout(context, payout, 'paid', null)
  if (outcome.kind === 'rejected') return endPayout(context, payout, 'rejected', outcome.reason)
  if (outcome.kind === 'unknown')
    context.log.warn({ payoutId, detail: outcome.detail }, 'the bank returned no payout status')
  const seconds = Math.min(5 * 2 ** Math.min(payout.attemptCount - 1, 16), 600)
  const nextAt = new Date(context.clock.now().getTime() + seconds * 1_000)
  await sql`
    update merchant_payout set next_attempt_at = ${nextAt},
      state = case when ${outcome.kind} = 'accepted' then 'sent' else state end
    where id = ${payoutId} and ended_at is null`.execute(context.db)
}

/** Applies the bank's final state: the money was paid, or is owed again. */
async function endPayout(
  context: Context,
  payout: Payout,
  state: 'paid' | 'rejected',
  failureCode: string | null,
): Promise<void> {
  await inTransaction(context, async (inside) => {
    const { id, merchantId, amountMinor } = payout
    const { numAffectedRows } = await sql`
      update merchant_payout set state = ${state}, failure_code = ${failureCode}, ended_at = ${inside.clock.now()},
        next_attempt_at = null
      where id = ${id} and ended_at is null`.execute(inside.db)
    if (numAffectedRows !== 1n) return ok(null)
    const isPaid = state === 'paid'
    const to = isPaid ? 'provider:payouts' : merchantAccount(merchantId)
    await postTransfer(inside, {
      idempotencyKey: `payout-${state}:${id}`,
      kind: isPaid ? 'payout-paid' : 'payout-returned',
      reference: id,
      postings: between(payoutAccount(id), to, amountMinor),
    })
    await notifyOwners(inside, { merchantId, kind: `payout-${state}`, reference: id })
    return ok(null)
  })
}
