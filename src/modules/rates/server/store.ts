import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Rate } from './rules.ts'

/** Days back from the newest that are read: enough for any question about today. */
const daysRead = 60

/** Rates of the last two months, as dates in text: a date has no time zone to lose a day by. */
export async function readRates(db: Database): Promise<Rate[]> {
  const result = await sql<Rate>`
    select currency, rated_on::text as "ratedOn", lari_millionths as "lariMillionths"
    from currency_rate
    where rated_on > (select max(rated_on) from currency_rate) - ${daysRead}::integer
    order by rated_on desc, currency
  `.execute(db)
  return result.rows
}

/** An existing rate is only updated when it differs; returns how many were written. */
export async function writeRates(
  db: Database,
  rates: readonly Rate[],
  about: { readonly source: string; readonly at: Date },
): Promise<number> {
  const result = await sql`
    insert into currency_rate (currency, rated_on, lari_millionths, source, brought_at)
    select currency, rated_on, lari_millionths, ${about.source}, ${about.at}
    from unnest(
      ${rates.map((rate) => rate.currency)}::text[],
      ${rates.map((rate) => rate.ratedOn)}::date[],
      ${rates.map((rate) => rate.lariMillionths)}::bigint[]
    ) as fresh (currency, rated_on, lari_millionths)
    order by currency, rated_on
    on conflict (currency, rated_on) do update
      set lari_millionths = excluded.lari_millionths, source = excluded.source,
        brought_at = excluded.brought_at
      where currency_rate.lari_millionths <> excluded.lari_millionths
  `.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
