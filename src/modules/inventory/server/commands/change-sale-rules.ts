import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

export interface SaleRules {
  readonly offeringId: number
  readonly isOnSale: boolean
  readonly placesPerOrderMax: number
  /** Null: no opening time. */
  readonly salesOpenAt: Date | null
  /** Null: never closes. */
  readonly salesCloseAt: Date | null
}

/**
 * Ends the sale of an offering; places already held or sold are not affected. Waits for holds under way; from then on a
 * hold with `unless` is refused, even if its caller read the offering as open before.
 */
export async function stopSale(context: Context, offeringId: number): Promise<void> {
  await sql`
    update offering set is_on_sale = false
    where id = ${offeringId}
      and (select pg_advisory_xact_lock((7203::bigint << 40) | ${offeringId}::bigint)) is not null
  `.execute(context.db)
}

/**
 * Ends the sale of an offering whose item does not take place: it cannot be opened again, and held places are no longer
 * sold (`sellPlaces`), so that a payment under way is refunded. Waits for holds like `stopSale`.
 */
export async function endSale(context: Context, offeringId: number): Promise<void> {
  await stopSale(context, offeringId)
  await sql`
    update offering set ended_at = coalesce(ended_at, ${context.clock.now()}::timestamptz)
    where id = ${offeringId}`.execute(context.db)
}

/** The item takes place after all: its sale may be opened again, and stays closed until somebody does. */
export async function withdrawSaleEnd(context: Context, offeringId: number): Promise<void> {
  await sql`
    update offering set ended_at = null where id = ${offeringId} and ended_at is not null`.execute(
    context.db,
  )
}

/**
 * Sets the sales window and limits of these offerings. Places already held or sold are not affected, and an ended sale
 * stays closed.
 */
export async function changeSaleRules(
  context: Context,
  rules: readonly SaleRules[],
): Promise<void> {
  if (rules.length === 0) return
  const rows = rules
    .toSorted((left, right) => left.offeringId - right.offeringId)
    .map((rule) => ({
      id: rule.offeringId,
      on_sale: rule.isOnSale,
      most: rule.placesPerOrderMax,
      opens: rule.salesOpenAt ?? '-infinity',
      closes: rule.salesCloseAt ?? 'infinity',
    }))
  await sql`
    update offering set is_on_sale = wanted.on_sale and ended_at is null,
      places_per_order_max = wanted.most, sales_open_at = wanted.opens, sales_close_at = wanted.closes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as wanted (id bigint, on_sale boolean, most smallint, opens timestamptz, closes timestamptz)
    where offering.id = wanted.id`.execute(context.db)
}

/** Moves the sale periods of items whose times have moved; nothing else of the sale changes. */
export async function shiftSales(
  context: Context,
  shifts: readonly {
    readonly offeringId: number
    /** How much later the sale opens. */
    readonly openSeconds: number
    readonly closesAt: Date
  }[],
): Promise<void> {
  if (shifts.length === 0) return
  const ordered = shifts.toSorted((left, right) => left.offeringId - right.offeringId)
  await sql`
    update offering set sales_open_at = sales_open_at + make_interval(secs => shifted.open_seconds),
      sales_close_at = shifted.closes_at
    from unnest(${ordered.map(({ offeringId }) => offeringId)}::bigint[],
      ${ordered.map(({ openSeconds }) => openSeconds)}::int[],
      ${ordered.map(({ closesAt }) => closesAt.toISOString())}::timestamptz[]) as shifted (id, open_seconds, closes_at)
    where offering.id = shifted.id`.execute(context.db)
}

/** Takes items out of the programme, or shows them again; what is sold of them, and their sale settings, are not affected. */
export async function setWithdrawn(
  context: Context,
  offeringIds: readonly number[],
  isWithdrawn: boolean,
): Promise<void> {
  if (offeringIds.length === 0) return
  const at = isWithdrawn ? context.clock.now() : null
  await sql`
    update offering set withdrawn_at = ${at}::timestamptz
    where id = any(${[...offeringIds]}::bigint[]) and (withdrawn_at is null) = ${isWithdrawn}`.execute(
    context.db,
  )
}
