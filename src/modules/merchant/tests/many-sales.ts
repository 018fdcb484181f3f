/** Writes sold tickets of many merchants directly to the tables, since a million purchases would take too long. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

export interface ManySales {
  /** First merchant id; ids of their items follow. */
  readonly merchantIdFirst: number
  readonly merchantCount: number
  /** Shared by all of them: the inventory does not matter here. */
  readonly offeringId: number
  readonly ticketsEach: number
  readonly itemsEach: number
  /** Time of the last ticket; the first was issued `days` days before. */
  readonly until: Date
  readonly days: number
  /** Number of visit sources that half of the orders come from; none when absent. */
  readonly visitCount?: number
}

/**
 * Orders with one ticket each; channels, types, zones and hours vary by number, and some tickets ended or were used.
 */
export async function writeSales(db: Database, sales: ManySales): Promise<void> {
  const { merchantIdFirst, merchantCount, ticketsEach, itemsEach, until, days, offeringId } = sales
  const count = merchantCount * ticketsEach
  const visitCount = sales.visitCount ?? 0
  await sql`
    with made as (
      select n, gen_random_uuid() as order_key, 'MS' || ${merchantIdFirst}::int || '-' || n as number,
        ${merchantIdFirst}::int + n % ${merchantCount}::int as merchant,
        (${merchantIdFirst}::int + n % ${merchantCount}::int) * 100 + (n / ${merchantCount}::int) % ${itemsEach}::int as item,
        ${until}::timestamptz - ((n::bigint * 7919) % (${days}::int * 1440)) * interval '1 minute' as at,
        (array['web', 'web', 'web', 'partner', 'kiosk'])[1 + n % 5] as channel, 1 + n % 4 as type,
        (500 + (n % 40) * 250)::int as price
      from generate_series(1, ${count}::int) as n
    ), ordered as (
      insert into orders (order_key, order_number, status, channel, locale, total_minor, deadline_at, created_at,
        updated_at, processed_at)
      select order_key, number, 1, channel, 'ka', price, at, at, at, at from made
      returning id, order_number
    ), visited as (
      insert into order_visit (order_id, visit, noted_at)
      select o.id, 'source-' || m.n / 2 % greatest(${visitCount}::int, 1), m.at
      from ordered o join made m on m.number = o.order_number where ${visitCount}::int > 0 and m.n % 2 = 0
    ), lined as (
      insert into order_line (order_id, source, kind, offering_id, item_id, ticket_type_id, merchant_id, leg_from, leg_to,
        quantity, unit_price_minor, amount_minor, description)
      select o.id, 'event', 'Ticket', ${offeringId}::bigint, m.item, m.type, m.merchant, 0, 1, 1, m.price, m.price, '{"ka": "ბილეთი", "en": "Ticket"}'
      from ordered o join made m on m.number = o.order_number
      returning id, order_id, item_id, ticket_type_id, unit_price_minor
    )
    insert into ticket (identifier, order_id, order_line_id, line_unit, offering_id, source, item_id, leg_from, leg_to,
      ticket_type_id, section_name, issued_at, status, used_at)
    select m.number, o.id, l.id, 0, ${offeringId}::bigint, 'event', m.item, 0, 1, m.type,
      jsonb_build_object('en', 'Zone ' || m.n % 3, 'ka', 'ზონა'), m.at, case when m.n % 17 = 0 then 2 else 1 end,
      case when m.n % 3 = 0 then m.at end
    from ordered o join made m on m.number = o.order_number join lined l on l.order_id = o.id`.execute(
    db,
  )
}
