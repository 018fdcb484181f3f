/** Rider categories of a foreign feed: name, age limits, and discount relative to the default category. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { AgencyTerms, RiderTerms } from '../../shapes.ts'
import type { Notices } from './notices.ts'

/** Additional rider categories that a feed may bring. */
const ridersMax = 8
/**
 * Tolerance in basis points: because prices are rounded, the same discount varies slightly between
 * products.
 */
const sameDiscount = 100

interface RiderRow {
  readonly code: string
  readonly name: string | null
  readonly ageMin: number | null
  readonly ageMax: number | null
  readonly isUsual: boolean
  readonly line: number
  /** Range of the discounts over all products with a price for both categories; null if there are none. */
  readonly least: number | null
  readonly most: number | null
}

/**
 * The terms of a new carrier with the rider categories of its feed (`min_age` and `max_age` are an
 * extension published by several agencies). A category whose discount varies between products gets the
 * smallest one, with a warning. Birth dates are requested if a category has age limits.
 */
export async function termsWithRiders(
  db: Database,
  terms: AgencyTerms,
  notices: Notices,
): Promise<AgencyTerms> {
  const rows = await readRiders(db)
  const usual = rows.find(({ isUsual }) => isUsual)
  const [adult] = terms.riders
  if (!usual || !adult) return terms
  const riders: RiderTerms[] = [{ ...adult, ageMin: usual.ageMin, ageMax: usual.ageMax }]
  const said = {
    severity: 'warning',
    code: 'fare_rule_passed_over',
    file: 'rider_categories.txt',
  } as const
  for (const row of rows) {
    if (row.isUsual || row.least === null) continue
    const isKnown = riders.some(({ code }) => code === row.code)
    if (isKnown || riders.length > ridersMax || row.least < 0) {
      notices.add({ ...said, line: row.line, field: 'rider_category_id', value: row.code })
      continue
    }
    if ((row.most ?? 0) - row.least > sameDiscount)
      notices.add({ ...said, line: row.line, field: 'rider_category_id', value: row.code })
    const name = row.name ?? row.code
    riders.push({
      code: row.code,
      name: { ka: name, en: name },
      discountBasisPoints: row.least,
      proof: null,
      ageMin: row.ageMin,
      ageMax: row.ageMax,
    })
  }
  const hasAges = riders.some(({ ageMin, ageMax }) => ageMin !== null || ageMax !== null)
  return { ...terms, riders, asksBirthDate: terms.asksBirthDate || hasAges }
}

async function readRiders(db: Database): Promise<RiderRow[]> {
  const { rows } = await sql<RiderRow>`
    select rider.rider_category_id as code, rider.rider_category_name as name, rider.min_age as "ageMin",
      rider.max_age as "ageMax", coalesce(rider.is_default_fare_category, 0) = 1 as "isUsual", rider.line,
      min(share.discount)::int as least, max(share.discount)::int as most
    from staged_rider_categories as rider
    left join lateral (
      select round(10000 * (1 - own.amount::numeric / usual.amount::numeric)) as discount
      from staged_fare_products as own
      join staged_fare_products as usual on usual.fare_product_id = own.fare_product_id
        and usual.currency = own.currency and usual.amount > 0
        and usual.fare_media_id is not distinct from own.fare_media_id
      join staged_rider_categories as other on other.rider_category_id = usual.rider_category_id
        and other.is_default_fare_category = 1
      where own.rider_category_id = rider.rider_category_id
    ) as share on true
    group by rider.rider_category_id, rider.rider_category_name, rider.min_age, rider.max_age,
      rider.is_default_fare_category, rider.line
    order by rider.line`.execute(db)
  return rows
}
