import { sql } from 'kysely'
import { dayOf, instantOf } from '#kernel/day-span.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { databaseOf } from '#platform/database/database.ts'
import type { StatementPeriod, TermsView } from '../shapes.ts'

/** The agreement with an organiser from a given time. Versions are only added, for future times. */
export interface Terms {
  readonly merchantId: number
  readonly validFrom: Date
  readonly commissionBasisPoints: number
  /** Fixed amount per ticket that is not free, in addition to the share, in minor units. */
  readonly commissionMinor: number
  readonly isCommissionReturned: boolean
  readonly reserveBasisPoints: number
  readonly period: StatementPeriod
  readonly payoutMinorMin: number
}

/** Defaults without an agreement: no commission, and nothing is paid out before the date. */
export const defaultTerms = {
  reserveBasisPoints: 10_000,
  period: 'week',
  payoutMinorMin: 1,
} as const

const columns = sql.raw(`merchant_id as "merchantId", valid_from as "validFrom",
  commission_basis_points as "commissionBasisPoints", commission_minor as "commissionMinor",
  is_commission_returned as "isCommissionReturned", reserve_basis_points as "reserveBasisPoints",
  period, payout_minor_min as "payoutMinorMin"`)

/** All versions, oldest first, cached; there are only a few per organiser. */
const cache = new WeakMap<
  object,
  { readonly readAt: number; readonly versions: readonly Terms[] }
>()
/** Shorter than `noticeMilliseconds`, so that every process has read a version before it begins. */
const cacheMilliseconds = 30_000
/** Minimum time between adding a version and its beginning. */
const noticeMilliseconds = 60_000

/** Every sale needs the terms, so they are cached instead of read for each sale. */
async function readVersions(context: Context): Promise<readonly Terms[]> {
  const database = databaseOf(context.db)
  const now = context.clock.now().getTime()
  const known = cache.get(database)
  if (known && Math.abs(now - known.readAt) < cacheMilliseconds) return known.versions
  const { rows } = await sql<Terms>`
    select ${columns} from merchant_terms order by valid_from, id`.execute(context.db)
  cache.set(database, { readAt: now, versions: rows })
  return rows
}

/** Invalidates the cache. */
export function invalidateTerms(context: Context): void {
  cache.delete(databaseOf(context.db))
}

/** Terms valid at a time, by organiser; organisers without terms are left out. */
export async function termsAt(
  context: Context,
  merchantIds: readonly number[],
  at: Date,
): Promise<Map<number, Terms>> {
  const requestedIds = new Set(merchantIds)
  const versions = await readVersions(context)
  const inForce = versions.filter((one) => requestedIds.has(one.merchantId) && one.validFrom <= at)
  return new Map(inForce.map((terms) => [terms.merchantId, terms]))
}

/** The version that begins next, by organiser. */
export async function nextTerms(
  context: Context,
  merchantIds: readonly number[],
): Promise<Map<number, Terms>> {
  const { rows } = await sql<Terms>`
    select distinct on (merchant_id) ${columns} from merchant_terms
    where merchant_id = any(${[...merchantIds]}::integer[]) and valid_from > ${context.clock.now()}
    order by merchant_id, valid_from, id desc`.execute(context.db)
  return new Map(rows.map((terms) => [terms.merchantId, terms]))
}

/** All versions of one organiser, earliest first, uncached. */
export async function readVersionsOf(context: Context, merchantId: number): Promise<Terms[]> {
  const { rows } = await sql<Terms>`
    select ${columns} from merchant_terms where merchant_id = ${merchantId}
    order by valid_from, id`.execute(context.db)
  return rows
}

/** The start of a future day, at which terms may begin; `TermsTooSoon` for any other day. */
export function startOfFutureDay(
  context: Context,
  validFrom: string,
): Result<Date, 'TermsTooSoon'> {
  const now = context.clock.now()
  const day = Temporal.PlainDate.from(validFrom)
  const begins = instantOf(day)
  if (Temporal.PlainDate.compare(day, dayOf(now)) <= 0) return fail('TermsTooSoon')
  return begins.getTime() - now.getTime() < noticeMilliseconds ? fail('TermsTooSoon') : ok(begins)
}

export function presentTerms(terms: Terms): TermsView {
  return {
    validFrom: terms.validFrom.toISOString(),
    commissionBasisPoints: terms.commissionBasisPoints,
    commission: money(terms.commissionMinor),
    isCommissionReturned: terms.isCommissionReturned,
    reserveBasisPoints: terms.reserveBasisPoints,
    period: terms.period,
    payoutMin: money(terms.payoutMinorMin),
  }
}
