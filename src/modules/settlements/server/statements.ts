import { sql } from 'kysely'
import type { Currency } from '#kernel/money.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import {
  readCutoff,
  readBalance,
  sumByKind,
  type Cutoff,
} from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { merchantAccount } from './commission.ts'
import { periodEnd } from './periods.ts'
import { proposePayout, supersedeProposal } from './proposals.ts'
import { readReserve, refreshSales, type UpcomingReader } from './reserves.ts'
import { termsAt, defaultTerms } from './terms.ts'

/** Currency of payouts: charges are in lari, whatever currency a price was set in. */
export const paidIn: Currency = 'GEL'

export interface StatementLine {
  /** Kind of the ledger transfers that it sums up. */
  readonly kind: string
  readonly count: number
  /** Change of the balance, in minor units. */
  readonly amountMinor: number
}

export interface Statement {
  readonly id: string
  readonly merchantId: number
  readonly number: number
  readonly fromAt: Date | null
  readonly untilAt: Date
  readonly untilSnapshot: string
  /** Opening and closing balance, in minor units. */
  readonly openingMinor: number
  readonly closingMinor: number
  readonly reservedMinor: number
  readonly lines: readonly StatementLine[]
}

const columns =
  sql.raw(`id, merchant_id as "merchantId", number, from_at as "fromAt", until_at as "untilAt",
  until_snapshot::text as "untilSnapshot", opening_minor::float8 as "openingMinor",
  closing_minor::float8 as "closingMinor", reserved_minor::float8 as "reservedMinor", lines`)

/** Statements of an organiser, newest first. */
export async function readStatements(
  context: Context,
  merchantId: number,
  most: number,
): Promise<Statement[]> {
  const { rows } = await sql<Statement>`
    select ${columns} from merchant_statement where merchant_id = ${merchantId}
    order by number desc limit ${most}`.execute(context.db)
  return rows
}

/** The newest statement of each organiser. */
export async function readNewestStatements(context: Context): Promise<Map<number, Statement>> {
  const { rows } = await sql<Statement>`
    select distinct on (merchant_id) ${columns} from merchant_statement
    order by merchant_id, number desc`.execute(context.db)
  return new Map(rows.map((statement) => [statement.merchantId, statement]))
}

/** A statement by its id, of any organiser. */
export async function findStatement(
  context: Context,
  statementId: string,
): Promise<Statement | undefined> {
  const { rows } = await sql<Statement>`
    select ${columns} from merchant_statement where id = ${statementId}`.execute(context.db)
  return rows[0]
}

/** The cut at which the previous statement ends; null for the first. */
export async function cutBefore(
  context: Context,
  { merchantId, number }: Statement,
): Promise<Cutoff | null> {
  const { rows } = await sql<Statement>`
    select ${columns} from merchant_statement
    where merchant_id = ${merchantId} and number = ${number - 1}`.execute(context.db)
  return rows[0] ? cutOf(rows[0]) : null
}

export function cutOf({ untilAt, untilSnapshot }: Statement): Cutoff {
  return { at: untilAt, snapshot: untilSnapshot }
}

/** Inserts the organiser's row if it is missing, and locks it, so that statements and payouts are serialised. */
export async function lockSettlement(context: Context, merchantId: number): Promise<Date> {
  invariant(context.db.isTransaction, 'a row lock requires a transaction')
  const first = periodEnd(context.clock.now(), defaultTerms.period)
  await sql`insert into merchant_settlement (merchant_id, next_close_at) values (${merchantId}, ${first})
    on conflict do nothing`.execute(context.db)
  const { rows } = await sql<{ at: Date }>`
    select next_close_at as at from merchant_settlement
    where merchant_id = ${merchantId} for update`.execute(context.db)
  invariant(rows[0], 'the row of the organiser exists')
  return rows[0].at
}

interface Closing {
  readonly merchantId: number
  /** End of the period; now when absent. */
  readonly dueAt?: Date
}

/**
 * Makes the next statement of an organiser and proposes a payout of the available amount, replacing the previous
 * proposal. With `dueAt` it is made once, for that period; returns null for a period without entries and without a
 * newly available amount. Otherwise fails with `NothingToState` when there is nothing to report.
 */
export async function makeStatement(
  context: Context,
  readUpcoming: UpcomingReader,
  { merchantId, dueAt }: Closing,
): Promise<Result<Statement | null, 'NothingToState'>> {
  await refreshSales(context)
  return inTransaction<Result<Statement | null, 'NothingToState'>>(context, async (inside) => {
    const next = await lockSettlement(inside, merchantId)
    if (dueAt && next > dueAt) return fail('NothingToState')
    const untilAt = dueAt ?? inside.clock.now()
    const [last] = await readStatements(inside, merchantId, 1)
    const terms = (await termsAt(inside, [merchantId], untilAt)).get(merchantId)
    if (last && last.untilAt >= untilAt) {
      if (dueAt)
        await setNextClose(inside, merchantId, periodEnd(dueAt, (terms ?? defaultTerms).period))
      return dueAt ? ok(last) : fail('NothingToState')
    }
    const until = await readCutoff(inside, untilAt)
    const account = merchantAccount(merchantId)
    const from = last ? cutOf(last) : null
    const sums = await sumByKind(inside, { account, currency: paidIn, from, until })
    const lines = sums.map(({ kind, count, amountMinor }) => ({
      kind,
      count,
      amountMinor: 0 - amountMinor,
    }))
    const openingMinor = last?.closingMinor ?? 0
    const closingMinor = lines.reduce((sum, line) => sum + line.amountMinor, openingMinor)
    // In the transaction nothing is cached, so a date that was added or moved just now is not missed. After the limit of
    // the statement and before the balance: what changes meanwhile can only lower the payout.
    const upcoming = await readUpcoming(inside)
    const reservedMinor = await readReserve(inside, merchantId, terms, upcoming)
    const owedMinor = 0 - (await readBalance(inside, account, paidIn))
    const freeMinor = Math.min(closingMinor, owedMinor) - reservedMinor
    const isPayoutDue = freeMinor >= Math.max(1, (terms ?? defaultTerms).payoutMinorMin)
    const following = periodEnd(untilAt, (terms ?? defaultTerms).period)
    if (dueAt) await setNextClose(inside, merchantId, following)
    // An error would roll back the worker's round, which would then be repeated.
    if (lines.length === 0 && !isPayoutDue) {
      await supersedeProposal(inside, merchantId)
      return dueAt ? ok(null) : fail('NothingToState')
    }
    const statement: Statement = {
      id: inside.random.uuid(),
      merchantId,
      number: (last?.number ?? 0) + 1,
      fromAt: last?.untilAt ?? null,
      untilAt,
      untilSnapshot: until.snapshot,
      openingMinor,
      closingMinor,
      reservedMinor,
      lines,
    }
    await insertStatement(inside, statement)
    await supersedeProposal(inside, merchantId)
    if (isPayoutDue) await proposePayout(inside, statement, freeMinor)
    return ok(statement)
  })
}

async function insertStatement(context: Context, statement: Statement): Promise<void> {
  await sql`
    insert into merchant_statement (id, merchant_id, number, from_at, until_at, until_snapshot, currency,
      opening_minor, closing_minor, reserved_minor, lines, created_at)
    values (${statement.id}, ${statement.merchantId}, ${statement.number}, ${statement.fromAt}, ${statement.untilAt},
      ${statement.untilSnapshot}::pg_snapshot, ${paidIn}, ${statement.openingMinor}, ${statement.closingMinor},
      ${statement.reservedMinor}, ${JSON.stringify(statement.lines)}::jsonb, ${context.clock.now()})`.execute(
    context.db,
  )
}

async function setNextClose(context: Context, merchantId: number, until: Date): Promise<void> {
  await sql`update merchant_settlement set next_close_at = ${until}
    where merchant_id = ${merchantId}`.execute(context.db)
}

/** Makes all due statements. Returns how many organisers were processed. */
export async function makeDueStatements(
  context: Context,
  readUpcoming: UpcomingReader,
): Promise<number> {
  const now = context.clock.now()
  await sql`insert into merchant_settlement (merchant_id, next_close_at)
    select merchant_id, ${periodEnd(now, defaultTerms.period)}::timestamptz from merchant_summary
    on conflict do nothing`.execute(context.db)
  const { rows } = await sql<{ merchantId: number; dueAt: Date }>`
    select merchant_id as "merchantId", next_close_at as "dueAt" from merchant_settlement
    where next_close_at <= ${now} order by next_close_at`.execute(context.db)
  for (const due of rows) await makeStatement(context, readUpcoming, due)
  return rows.length
}
