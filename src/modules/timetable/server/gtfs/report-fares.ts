/** Notices about fares that an import leaves out, sells at another price, or cannot sell at all. */
import { sql } from 'kysely'
import { isCurrency } from '#kernel/currencies.ts'
import { isForeign, rateOfDay, readRates } from '#modules/rates/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { NoticeCode } from '../../notice-codes.ts'
import { adultProducts, cardMedia } from './apply-leg-rules.ts'
import type { Notices } from './notices.ts'

/** Maximum number of notices of one kind. */
const foundMax = 100

interface Found {
  readonly code: NoticeCode
  readonly file: string
  readonly field: string
  readonly line: number
  readonly value: string | null
}

export async function reportFares(
  context: Pick<Context, 'db' | 'clock'>,
  notices: Notices,
): Promise<void> {
  await reportCurrencies(context, notices)
  for (const query of reports) {
    const { rows } = await sql<Found>`${query} limit ${foundMax}`.execute(context.db)
    for (const row of rows) notices.add({ severity: 'warning', ...row })
  }
}

/** Names each currency without a rate once for each file: nothing priced in it can be sold. */
async function reportCurrencies(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  notices: Notices,
): Promise<void> {
  const { rows } = await sql<Omit<Found, 'code' | 'value'> & { readonly value: string }>`
    select 'fare_attributes.txt' as file, 'currency_type' as field, currency_type as value, min(line) as line
    from staged_fare_attributes group by currency_type
    union all
    select 'fare_products.txt', 'currency', currency, min(line) from staged_fare_products group by currency
    order by file, line`.execute(db)
  const rates = await readRates(db)
  for (const { value, ...where } of rows) {
    if (value === 'GEL') continue
    const hasRate =
      isCurrency(value) && isForeign(value) && rateOfDay(rates, value, clock.now()) !== null
    if (!hasRate)
      notices.add({ severity: 'warning', code: 'currency_without_rate', ...where, value })
  }
}

const reports = [
  sql`
    select 'fare_rule_passed_over' as code, 'fare_transfer_rules.txt' as file, 'fare_transfer_type' as field, line,
      concat_ws(' ', fare_transfer_type, fare_product_id) as value
    from staged_fare_transfer_rules order by line`,
  sql`
    select 'fare_rule_passed_over' as code, 'fare_leg_join_rules.txt' as file, 'from_network_id' as field, line,
      concat_ws(' ', from_network_id, to_network_id) as value
    from staged_fare_leg_join_rules order by line`,
  sql`
    select 'fare_rule_passed_over' as code, 'fare_rules.txt' as file, 'contains_id' as field, line, contains_id as value
    from staged_fare_rules where contains_id is not null order by line`,
  sql`
    select 'fare_product_not_sold' as code, 'fare_products.txt' as file,
      case when min(amount) < 0 then 'amount' else 'fare_media_id' end as field, min(line) as line,
      fare_product_id as value
    from ${adultProducts} as product
    where of_riders = 1 and exists (
      select from staged_fare_leg_rules as rule where rule.fare_product_id = product.fare_product_id)
    group by fare_product_id having bool_and(amount < 0 or media_type in ${cardMedia}) order by min(line)`,
  sql`
    select 'fare_media_not_sold' as code, 'fare_products.txt' as file, 'fare_media_id' as field, product.line,
      product.fare_product_id as value
    from ${adultProducts} as product join staged_sold_product as sold using (fare_product_id)
    join staged_currency on code = product.currency
    where of_riders = 1 and rider_rank < 2 and sold.currency = product.currency and amount >= 0
      and round(amount * 10::numeric ^ digits) < sold.price_minor
      and exists (select from staged_fare_leg_rules as rule where rule.fare_product_id = product.fare_product_id)
    order by product.line`,
  sql`
    select 'fare_product_without_default_rider' as code, 'fare_products.txt' as file, 'rider_category_id' as field,
      min(line) as line, fare_product_id as value
    from ${adultProducts} as product where of_riders = 1 and rider_rank = 2
    group by fare_product_id order by min(line)`,
  sql`
    select 'invalid_currency_amount' as code, 'fare_products.txt' as file, 'amount' as field, line,
      amount || ' ' || currency as value
    from staged_fare_products join staged_currency on code = currency
    where round(amount, digits) <> amount order by line`,
  sql`
    select 'invalid_currency_amount' as code, 'fare_attributes.txt' as file, 'price' as field, line,
      price || ' ' || currency_type as value
    from staged_fare_attributes join staged_currency on code = currency_type
    where round(price, digits) <> price order by line`,
]
