/** What discounts took off each ticket and fee of paid orders, stored for every figure that sums prices. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { shareOfDiscounts } from './discounts.ts'
import type { Order } from './order.ts'
import { readOrdersById } from './store.ts'

interface LineDiscount {
  readonly line: number
  readonly unit: number
  readonly merchant: number
  readonly house: number
  readonly advance: number
}

/** Units of an order's tickets and fees that a discount reduces, or that were paid in advance. */
function discountsOf(order: Pick<Order, 'lines'>): LineDiscount[] {
  if (order.lines.every(({ detail }) => detail.reduction === undefined)) return []
  return order.lines
    .filter(({ kind }) => kind === 'Ticket' || kind === 'Service')
    .filter((line) => shareOfDiscounts(order, line).takenOffMinor > 0)
    .flatMap((line) =>
      Array.from({ length: line.quantity }, (_, unit) => {
        const share = shareOfDiscounts(order, line, unit)
        return {
          line: line.id,
          unit,
          merchant: share.fundedByMerchantMinor,
          house: share.fundedByPlatformMinor,
          advance: share.paidInAdvance.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        }
      }),
    )
    .filter(({ merchant, house, advance }) => merchant + house + advance > 0)
}

/** Stores the discounts of orders in the transaction that pays them; idempotent. */
export async function writeLineDiscounts(
  { db }: Pick<Context, 'db'>,
  orders: readonly Pick<Order, 'lines'>[],
): Promise<void> {
  const rows = orders.flatMap(discountsOf)
  if (rows.length === 0) return
  await sql`
    insert into line_discount (order_line_id, line_unit, merchant_minor, house_minor, advance_minor)
    select line, unit, merchant, house, advance from json_to_recordset(${JSON.stringify(rows)}::json)
      as n(line bigint, unit integer, merchant integer, house integer, advance integer)
    on conflict do nothing`.execute(db)
}

/**
 * Stores the discounts of orders that were paid before these were stored, for the next range of lines. Returns the ids
 * of orders whose figures change, or null when all have been processed.
 */
export async function fillLineDiscounts(
  { db }: Pick<Context, 'db'>,
  linesMax: number,
): Promise<readonly number[] | null> {
  const { rows: cursors } = await sql<{ from: number; until: number }>`
    select next_line_id::float8 as from, least(next_line_id + ${linesMax}, last_line_id + 1)::float8 as until
    from line_discount_cursor where next_line_id <= last_line_id for update`.execute(db)
  const [cursor] = cursors
  if (!cursor) return null
  const { rows } = await sql<{ id: number }>`
    select distinct l.order_id::float8 as id from order_line l join orders o on o.id = l.order_id
    where l.id >= ${cursor.from} and l.id < ${cursor.until} and o.processed_at is not null
      and l.detail ?| array['reduction', 'earner', 'givenBackMinor']`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await writeLineDiscounts({ db }, await readOrdersById(db, ids))
  await sql`update line_discount_cursor set next_line_id = ${cursor.until}`.execute(db)
  return ids
}
