/** Two organisers whose tickets are sold, returned and paid out, with the bank that executes the payouts. */
import { sql } from 'kysely'
import { vi } from 'vitest'
import { invariant } from '#kernel/result.ts'
import { eventTicketSource } from '#modules/events/server/public-api.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { openPayoutBank, type PayoutBank } from '#modules/wallet/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import type { Context } from '#platform/context.ts'
import { startPayouts, type PayoutsFake } from '../../fakes/payouts/start.ts'
import { openReturnTestEnv, type ReturnTestEnv } from '../../src/flows/returns/tests/test-env.ts'
import { passOn, type FeeTerms } from '../../src/modules/settlements/server/fee-terms.ts'
import { invalidateTerms } from '../../src/modules/settlements/server/terms.ts'
import { listUpcoming, type UpcomingReader } from '../../src/modules/settlements/server/reserves.ts'

export interface SettlementFixture {
  readonly env: ReturnTestEnv
  readonly fake: PayoutsFake
  readonly bank: PayoutBank
  readonly readUpcoming: UpcomingReader
  /**
   * A date that begins after the given hours, of an organiser of its own with a bank account that is already in
   * use.
   */
  event(hoursAhead: number): Promise<MadeEvent>
  close(): Promise<void>
}

export const readUpcoming: UpcomingReader = (context) => listUpcoming(context, [eventTicketSource])

export async function openSettlementFixture(): Promise<SettlementFixture> {
  const env = await openReturnTestEnv()
  const fake = await startPayouts({ port: 0 })
  return {
    env,
    fake,
    bank: openPayoutBank({ url: fake.url, apiKey: 'demo-payout-key', timeoutMs: 150 }),
    readUpcoming,
    async event(hoursAhead) {
      const event = await env.event(hoursAhead)
      const { db, clock } = env.context
      await db
        .insertInto('merchant_bank_account')
        .values({
          merchant_id: event.merchantId,
          iban: 'GE29NB0000000101904917',
          holder_name: 'Kulisa',
          created_at: clock.now(),
          usable_from: clock.now(),
        })
        .execute()
      return event
    },
    async close() {
      await env.close()
      await fake.stop()
    },
  }
}

/** Adds a version of the terms that takes effect now. */
export async function addTerms(
  context: Context,
  merchantId: number,
  terms: {
    readonly commissionBasisPoints: number
    readonly commissionMinor: number
    readonly isCommissionReturned: boolean
    readonly reserveBasisPoints: number
  },
): Promise<void> {
  const now = context.clock.now()
  await context.db
    .insertInto('merchant_terms')
    .values({
      merchant_id: merchantId,
      valid_from: now,
      commission_basis_points: terms.commissionBasisPoints,
      commission_minor: terms.commissionMinor,
      is_commission_returned: terms.isCommissionReturned,
      reserve_basis_points: terms.reserveBasisPoints,
      period: 'week',
      payout_minor_min: 1,
      created_at: new Date(now.getTime() - 1),
    })
    .execute()
  invalidateTerms(context)
}

/** Sets the fees that an organiser adds to its tickets from now on. */
export async function setFees(
  context: Context,
  merchantId: number,
  fees: Omit<FeeTerms, 'merchantId' | 'validFrom'>,
): Promise<void> {
  const now = context.clock.now()
  await context.db
    .insertInto('merchant_fee_terms')
    .values({
      merchant_id: merchantId,
      valid_from: now,
      is_commission_added: fees.isCommissionAdded,
      own_basis_points: fees.ownBasisPoints,
      own_minor: fees.ownMinor,
      own_minor_min: fees.ownMinorMin,
      own_minor_max: fees.ownMinorMax,
      is_own_returned: fees.isOwnReturned,
      created_at: new Date(now.getTime() - 1),
    })
    .execute()
  const earlier = { ...context, clock: { now: () => new Date(now.getTime() - 1) } }
  await passOn(earlier, merchantId, now)
  letCachesExpire()
}

const { now: monotonicNow } = performance
let expiredTimes = 0

/**
 * Real fees are known a minute before they take effect; these start at once, so caches read earlier must expire.
 */
function letCachesExpire(): void {
  const ahead = (expiredTimes += 1) * 3_000
  vi.spyOn(performance, 'now').mockImplementation(() => monotonicNow.call(performance) + ahead)
}

/** The payout that is waiting for a decision. */
export async function proposedPayout(
  context: Context,
  merchantId: number,
): Promise<{ readonly id: string; readonly amountMinor: number } | null> {
  const { rows } = await sql<{ id: string; amountMinor: number }>`
    select id, amount_minor::float8 as "amountMinor" from merchant_payout
    where merchant_id = ${merchantId} and state = 'proposed'`.execute(context.db)
  return rows[0] ?? null
}

/** Invariants of organisers' money while nothing is being written; each row is a violation. */
export async function findViolations(context: Context): Promise<unknown[]> {
  const { rows } = await sql`
    select 'a statement does not begin where the one before ended' as breach, s.merchant_id || '/' || s.number as what
      from merchant_statement s left join merchant_statement b
        on b.merchant_id = s.merchant_id and b.number = s.number - 1
      where s.opening_minor <> coalesce(b.closing_minor, 0) or s.from_at is distinct from b.until_at
    union all
    select 'a statement’s lines are not the difference', merchant_id || '/' || number
      from merchant_statement s where closing_minor - opening_minor <>
        coalesce((select sum((l ->> 'amountMinor')::bigint) from jsonb_array_elements(s.lines) l), 0)
    union all
    select 'a payout on its way is not on its account', p.id::text
      from merchant_payout p where (case when p.state in ('approved', 'sent') then p.amount_minor else 0 end) <>
        0 - coalesce((select sum(g.amount_minor) from ledger_posting g join ledger_account a on a.id = g.account_id
          where a.code = 'payout:' || p.id), 0)
    union all
    select 'the books know another sum of payouts', p.id::text
      from merchant_payout p where (case when p.state in ('approved', 'sent', 'paid', 'rejected')
          then p.amount_minor else 0 end) <>
        coalesce((select sum(g.amount_minor) from ledger_posting g join ledger_transfer t on t.id = g.transfer_id
          join ledger_account a on a.id = g.account_id
          where t.idempotency_key = 'payout:' || p.id and a.code = 'merchant:' || p.merchant_id), 0)
  `.execute(context.db)
  return [...rows, ...(await ledgerViolations(context))]
}

/** Checks that the bank has executed each payout once and that the ledger agrees. */
export async function compareWithBank({ env, fake }: SettlementFixture): Promise<string[]> {
  const { rows } = await sql<{ id: string; amountMinor: number }>`
    select id, amount_minor::float8 as "amountMinor" from merchant_payout where state = 'paid'`.execute(
    env.context.db,
  )
  const ours = new Map(rows.map((row) => [row.id, row.amountMinor]))
  const done = fake.transfers().filter(({ status }) => status === 'done')
  const wrong = done
    .filter(({ id, amount }) => ours.get(id) !== Math.round(Number(amount) * 100))
    .map(({ id }) => `the bank paid ${id} otherwise`)
  if (done.length !== ours.size) wrong.push(`paid ${done.length} at the bank, ${ours.size} here`)
  return wrong
}

/** The sum of all statement entries so far and of what came after them; nothing may be missing or counted twice. */
export async function sumOfStatements(context: Context, merchantId: number): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce((select closing_minor from merchant_statement where merchant_id = ${merchantId}
      order by number desc limit 1), 0)::float8 as sum`.execute(context.db)
  invariant(rows[0], 'a sum is a row')
  return rows[0].sum
}
