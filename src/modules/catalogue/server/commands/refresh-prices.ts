import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { passedOnFeeOf } from '../build-records.ts'
import { readEventsOf, readPassedOn, takeUnlisted } from '../passed-on-store.ts'
import { currencyOf, feeRuleFor, priceOfType } from '../rules.ts'

interface PricedType {
  readonly priceMinor: number
  readonly merchantId: number
  readonly currency: string
  readonly isPackage: boolean
}

/** Stores the lowest and the highest all-in price of each event's types on sale, for lists. */
export async function refreshPrices(context: Context, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length === 0) return
  const { db } = context
  const now = context.clock.now()
  const ids = `{${eventIds.join()}}`
  const rules = await db
    .selectFrom('fee_rule')
    .select(['show_id as showId', 'event_id as eventId'])
    .select(['basis_points as basisPoints', 'fixed_minor as fixedMinor'])
    .orderBy('id')
    .execute()
  const versions = (await readPassedOn(db)).map(passedOnFeeOf)
  const { rows } = await sql<{ id: number; showId: number; types: PricedType[] | null }>`
    select event.id, event.show_id as "showId", (
      select jsonb_agg(jsonb_build_object('priceMinor', price_minor, 'merchantId', merchant_id,
        'currency', currency, 'isPackage', exists (select from package_part
          where package_part.package_type_id = ticket_type.id)))
      from ticket_type
      where ticket_type.event_id = event.id and ticket_type.status = 'Active') as types
    from event where event.id = any(${ids}::int[])`.execute(db)
  const spans = rows.map(({ id, showId, types }) => {
    const rule = feeRuleFor(rules, { id, showId })
    const totals = (types ?? []).map((type) => {
      const subject = { ...type, currency: currencyOf(type.currency) }
      return priceOfType(subject, rule, versions, now).totalMinor
    })
    return { id, least: Math.min(...totals, ...(types ? [] : [0])), most: Math.max(...totals, 0) }
  })
  await sql`
    update event set min_price_minor = span.least, max_price_minor = span.most
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as span (id int, least int, most int)
    where event.id = span.id
      and (min_price_minor, max_price_minor) is distinct from (span.least, span.most)`.execute(db)
}

/**
 * Updates list prices when new fees take effect. A version is marked in the same transaction, so after a crash the next
 * round continues. Returns how many organisers were processed.
 */
export async function listPassedOnFees(context: Context): Promise<number> {
  const done = await inTransaction(context, async (inside) => {
    const merchantIds = await takeUnlisted(inside.db, inside.clock.now())
    if (merchantIds.length > 0)
      await refreshPrices(inside, await readEventsOf(inside.db, merchantIds))
    return ok(merchantIds.length)
  })
  return done.value
}
