/** Fees that organisers add to their tickets: versions chosen by owners, and the resulting charges. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { ok, type Result } from '#kernel/result.ts'
import { insertPassedOn, type PassedOnRow } from '#modules/catalogue/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import type { FeeTermsView } from '../shapes.ts'
import { lockSettlement } from './statements.ts'
import { startOfFutureDay, readVersionsOf } from './terms.ts'

/** An organiser's choice from a given time. Versions are only added, for future times. */
export interface FeeTerms {
  readonly merchantId: number
  readonly validFrom: Date
  /** Whether the buyer pays the commission in addition to the price; otherwise the price includes it. */
  readonly isCommissionAdded: boolean
  /** The own fee per ticket that is not free; amounts in minor units. */
  readonly ownBasisPoints: number
  readonly ownMinor: number
  readonly ownMinorMin: number
  /** Null for no limit. */
  readonly ownMinorMax: number | null
  /** Whether the own fee is refunded when the buyer returns the ticket. */
  readonly isOwnReturned: boolean
}

const columns = sql.raw(`merchant_id as "merchantId", valid_from as "validFrom",
  is_commission_added as "isCommissionAdded", own_basis_points as "ownBasisPoints", own_minor as "ownMinor",
  own_minor_min as "ownMinorMin", own_minor_max as "ownMinorMax", is_own_returned as "isOwnReturned"`)

/** All versions of these organisers, earliest first. */
export async function readFeeTerms(
  context: Context,
  merchantIds: readonly number[],
): Promise<FeeTerms[]> {
  const { rows } = await sql<FeeTerms>`
    select ${columns} from merchant_fee_terms
    where merchant_id = any(${[...merchantIds]}::integer[]) order by valid_from, id`.execute(
    context.db,
  )
  return rows
}

/** The version valid at a time, and those that begin after it; of several for one day the last one. */
export function currentAndComing(
  versions: readonly FeeTerms[],
  at: Date,
): { readonly now: FeeTerms | null; readonly coming: readonly FeeTerms[] } {
  const later = versions.filter(({ validFrom }) => validFrom > at)
  const byDay = new Map(later.map((terms) => [terms.validFrom.getTime(), terms]))
  return {
    now: versions.findLast(({ validFrom }) => validFrom <= at) ?? null,
    coming: [...byDay.values()],
  }
}

export interface NewFeeTerms extends Omit<FeeTerms, 'validFrom' | 'merchantId'> {
  /** A day in Tbilisi, ISO 8601. */
  readonly validFrom: string
}

/**
 * Adds a version that begins on a future day (`TermsTooSoon` otherwise). A later version for the same day replaces it.
 */
export async function addFeeTerms(
  context: Context,
  { merchantId, staffId }: StaffActor,
  given: NewFeeTerms,
): Promise<Result<FeeTermsView, ErrorCode>> {
  return inTransaction<Result<FeeTermsView, ErrorCode>>(context, async (inside) => {
    await lockSettlement(inside, merchantId)
    const begins = startOfFutureDay(inside, given.validFrom)
    if (!begins.ok) return begins
    const terms: FeeTerms = { ...given, merchantId, validFrom: begins.value }
    const versions = await readFeeTerms(inside, [merchantId])
    const before = versions.findLast(({ validFrom }) => validFrom <= terms.validFrom)
    await inside.db
      .insertInto('merchant_fee_terms')
      .values({
        merchant_id: merchantId,
        valid_from: terms.validFrom,
        is_commission_added: terms.isCommissionAdded,
        own_basis_points: terms.ownBasisPoints,
        own_minor: terms.ownMinor,
        own_minor_min: terms.ownMinorMin,
        own_minor_max: terms.ownMinorMax,
        is_own_returned: terms.isOwnReturned,
        created_by: staffId,
        created_at: inside.clock.now(),
      })
      .execute()
    await passOn(inside, merchantId, terms.validFrom)
    await logStaffChange(inside, {
      action: 'fees.change',
      subject: given.validFrom,
      before: before ? logged(before) : {},
      after: logged(terms),
    })
    return ok(presentFeeTerms(terms))
  })
}

/**
 * Stores the buyers' charges for each future time at which either side's terms change. Both sides call it in the
 * transaction of their change, under the lock of the organiser.
 */
export async function passOn(context: Context, merchantId: number, from: Date): Promise<void> {
  const chosen = await readFeeTerms(context, [merchantId])
  // Organisers who pass on no fees have no such rows.
  if (chosen.length === 0) return
  const agreed = await readVersionsOf(context, merchantId)
  const moments = [...agreed, ...chosen]
    .map(({ validFrom }) => validFrom.getTime())
    .filter((at) => at > from.getTime())
  const rows = [...new Set([from.getTime(), ...moments])].map((at): PassedOnRow => {
    const holds = ({ validFrom }: { readonly validFrom: Date }) => validFrom.getTime() <= at
    const fees = chosen.findLast(holds)
    const terms = fees?.isCommissionAdded ? agreed.findLast(holds) : undefined
    return {
      merchantId,
      validFrom: new Date(at),
      commissionBasisPoints: terms?.commissionBasisPoints ?? 0,
      commissionMinor: terms?.commissionMinor ?? 0,
      isCommissionReturned: terms?.isCommissionReturned ?? false,
      ownBasisPoints: fees?.ownBasisPoints ?? 0,
      ownMinor: fees?.ownMinor ?? 0,
      ownMinorMin: fees?.ownMinorMin ?? 0,
      ownMinorMax: fees?.ownMinorMax ?? null,
      isOwnReturned: fees?.isOwnReturned ?? false,
    }
  })
  await insertPassedOn(context.db, rows, context.clock.now())
}

function logged({ merchantId: _merchantId, validFrom: _validFrom, ...terms }: FeeTerms) {
  return terms
}

export function presentFeeTerms(terms: FeeTerms): FeeTermsView {
  return {
    validFrom: terms.validFrom.toISOString(),
    isCommissionAdded: terms.isCommissionAdded,
    ownBasisPoints: terms.ownBasisPoints,
    own: money(terms.ownMinor),
    ownMin: money(terms.ownMinorMin),
    ownMax: terms.ownMinorMax === null ? null : money(terms.ownMinorMax),
    isOwnReturned: terms.isOwnReturned,
  }
}
