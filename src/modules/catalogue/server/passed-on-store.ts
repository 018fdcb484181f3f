/** Statements about the fees that organisers pass on. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

export interface PassedOnRow {
  readonly merchantId: number
  /** Text when the row is read as JSON. */
  readonly validFrom: Date | string
  readonly commissionBasisPoints: number
  readonly commissionMinor: number
  readonly isCommissionReturned: boolean
  readonly ownBasisPoints: number
  readonly ownMinor: number
  readonly ownMinorMin: number
  readonly ownMinorMax: number | null
  readonly isOwnReturned: boolean
}

export const passedOnColumns = sql.raw(`merchant_id as "merchantId", valid_from as "validFrom",
  commission_basis_points as "commissionBasisPoints", commission_minor as "commissionMinor",
  is_commission_returned as "isCommissionReturned", own_basis_points as "ownBasisPoints",
  own_minor as "ownMinor", own_minor_min as "ownMinorMin", own_minor_max as "ownMinorMax",
  is_own_returned as "isOwnReturned"`)

/** All versions of all organisers, ordered by their start; there are only a few of each. */
export async function readPassedOn(db: Database): Promise<PassedOnRow[]> {
  const { rows } = await sql<PassedOnRow>`
    select ${passedOnColumns} from passed_on_fee order by valid_from, id`.execute(db)
  return rows
}

export async function insertPassedOn(
  db: Database,
  rows: readonly PassedOnRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('passed_on_fee')
    .values(
      rows.map((row) => ({
        merchant_id: row.merchantId,
        valid_from: row.validFrom,
        commission_basis_points: row.commissionBasisPoints,
        commission_minor: row.commissionMinor,
        is_commission_returned: row.isCommissionReturned,
        own_basis_points: row.ownBasisPoints,
        own_minor: row.ownMinor,
        own_minor_min: row.ownMinorMin,
        own_minor_max: row.ownMinorMax,
        is_own_returned: row.isOwnReturned,
        created_at: at,
      })),
    )
    .execute()
}

/** Marks versions that have begun as listed; returns their organisers. */
export async function takeUnlisted(db: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ merchantId: number }>`
    update passed_on_fee set listed_at = ${now}
    where listed_at is null and valid_from <= ${now}
    returning merchant_id as "merchantId"`.execute(db)
  return [...new Set(rows.map(({ merchantId }) => merchantId))]
}

/** Events with a ticket type of these organisers. */
export async function readEventsOf(db: Database, merchantIds: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select distinct event_id as id from ticket_type
    where merchant_id = any(${[...merchantIds]}::integer[])`.execute(db)
  return rows.map(({ id }) => id)
}
