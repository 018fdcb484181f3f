import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** The rules of sale of an offering. */
export interface Offering {
  readonly id: number
  readonly legCount: number
  readonly holdSeconds: number
  readonly placesPerOrderMax: number
  readonly isOnSale: boolean
  /** Null: no opening time. */
  readonly salesOpenAt: Date | null
  /** Null: never closes. */
  readonly salesCloseAt: Date | null
}

/** The offering's rules of sale, or undefined when there is no such offering. */
export async function readOffering(context: Context, id: number): Promise<Offering | undefined> {
  const row = await context.db
    .selectFrom('offering')
    .select(['id', 'leg_count', 'hold_seconds', 'places_per_order_max'])
    .select(['is_on_sale', 'sales_open_at', 'sales_close_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    legCount: row.leg_count,
    holdSeconds: row.hold_seconds,
    placesPerOrderMax: row.places_per_order_max,
    isOnSale: row.is_on_sale,
    salesOpenAt: instantOf(row.sales_open_at),
    salesCloseAt: instantOf(row.sales_close_at),
  }
}

/** The driver returns PostgreSQL's infinities as numbers, whatever the column's type. */
function instantOf(value: unknown): Date | null {
  return value instanceof Date ? value : null
}

/** Whether the offering sells at this instant. */
export function isSelling(
  offering: Pick<Offering, 'isOnSale' | 'salesOpenAt' | 'salesCloseAt'>,
  now: Date,
): boolean {
  return (
    offering.isOnSale &&
    (offering.salesOpenAt === null || offering.salesOpenAt <= now) &&
    (offering.salesCloseAt === null || now < offering.salesCloseAt)
  )
}

/** Whether the sale of one of these offerings has ended because its item does not take place. */
export async function isSaleEnded(
  context: Pick<Context, 'db'>,
  offeringIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select exists (select from offering
      where id = any(${offeringIds}::bigint[]) and ended_at is not null) as ended`.execute(
    context.db,
  )
  return rows[0]?.ended === true
}

/** Whether one of these offerings sells nothing again of what a lapsed hold has given back: its sale is stopped, or it was withdrawn. */
export async function isClosedToLatePayments(
  context: Pick<Context, 'db'>,
  offeringIds: readonly number[],
): Promise<boolean> {
  if (offeringIds.length === 0) return false
  const { rows } = await sql<{ closed: boolean }>`
    select exists (select from offering
      where id = any(${offeringIds}::bigint[]) and (withdrawn_at is not null or not is_on_sale)) as closed`.execute(
    context.db,
  )
  return rows[0]?.closed === true
}
