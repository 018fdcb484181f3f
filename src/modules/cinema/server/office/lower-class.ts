/** Guests moved to a lower seat class are refunded the exact difference, once. */
import { sql } from 'kysely'
import type { Order, PartDue } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { placeById, type ExpandedLayout } from '#seatmap/expand.ts'
import { sourceName } from '../offer-source.ts'
import { loadHouse, typesForZone, type Screening } from '../programme.ts'

export interface MovedSeat {
  readonly orderId: number
  readonly lineId: number
  /** In the other hall. */
  readonly placeId: number
}

export interface LowerClass {
  readonly orderKey: string
  readonly lineId: number
  readonly amountMinor: number
}

/**
 * What is due for seats that are cheaper now, by the prices of the screening: what the line cost, less what the seat costs
 * its ticket type, less what was due before. A class without a price for the ticket type says nothing.
 */
export async function lowerClassesOf(
  context: Context,
  screening: Screening,
  layout: ExpandedLayout,
  { seats, orders }: { readonly seats: readonly MovedSeat[]; readonly orders: readonly Order[] },
): Promise<LowerClass[]> {
  if (seats.length === 0) return []
  const house = await loadHouse(context)
  const before = await dueBefore(
    context,
    seats.map(({ lineId }) => lineId),
  )
  return seats.flatMap(({ orderId, lineId, placeId }) => {
    const order = orders.find(({ id }) => id === orderId)
    const line = order?.lines.find(({ id }) => id === lineId)
    const place = placeById(layout, placeId)
    if (!order || !line || !place) return []
    const price = typesForZone(house, screening, place.zoneKey).find(
      ({ ticketTypeId }) => ticketTypeId === line.ticketTypeId,
    )?.priceMinor
    if (price === undefined) return []
    const amountMinor = line.unitPriceMinor - price - (before.get(lineId) ?? 0)
    return amountMinor > 0 ? [{ orderKey: order.orderKey, lineId, amountMinor }] : []
  })
}

async function dueBefore(
  { db }: Pick<Context, 'db'>,
  lineIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ lineId: string; amountMinor: number }>`
    select order_line_id as "lineId", sum(amount_minor)::int as "amountMinor" from cinema_lower_class
    where order_line_id = any(${[...lineIds]}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map(({ lineId, amountMinor }) => [Number(lineId), amountMinor]))
}

/** In the transaction that moves the seats. */
export async function noteLowerClasses(
  { db, clock, random }: Context,
  screeningId: number,
  dues: readonly LowerClass[],
): Promise<void> {
  if (dues.length === 0) return
  const rows = dues.map((due) => ({ ...due, id: random.uuid() }))
  await sql`
    insert into cinema_lower_class (id, screening_id, order_key, order_line_id, amount_minor, noted_at)
    select id, ${screeningId}, "orderKey", "lineId", "amountMinor", ${clock.now()}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as one (id uuid, "orderKey" uuid, "lineId" bigint, "amountMinor" integer)`.execute(db)
}

/** What has to go back, of orders that were paid: a hold that ends unpaid is left where it is. */
export async function listLowerClasses(
  { db }: Pick<Context, 'db'>,
  most: number,
): Promise<readonly PartDue[]> {
  const { rows } = await sql<{
    id: string
    screeningId: number
    orderKey: string
    lineId: string
    amountMinor: number
  }>`
    select due.id, due.screening_id as "screeningId", due.order_key as "orderKey",
      due.order_line_id as "lineId", due.amount_minor as "amountMinor"
    from cinema_lower_class as due
    where due.settled_at is null
      and exists (select from ticket_summary where ticket_summary.order_line_id = due.order_line_id)
    order by due.noted_at, due.id limit ${most}`.execute(db)
  return rows.map(({ screeningId, lineId, ...due }) => ({
    ...due,
    item: { source: sourceName, itemId: screeningId, legFrom: 0, legTo: 1 },
    lineId: Number(lineId),
  }))
}

export async function settleLowerClass(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
): Promise<boolean> {
  const settled = await sql`
    update cinema_lower_class set settled_at = ${clock.now()} where id = ${id} and settled_at is null`.execute(
    db,
  )
  return settled.numAffectedRows === 1n
}
