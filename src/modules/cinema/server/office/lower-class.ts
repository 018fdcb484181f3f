/** Refunds of the exact price difference, once, to guests who were moved to a cheaper seat class. */
import { sql } from 'kysely'
import type { Order, PartDue } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { placeById, type ExpandedLayout } from '#seatmap/expand.ts'
import { sourceName } from '../offer-source.ts'
import { loadReferenceData, typesForZone, type Screening } from '../programme.ts'

export interface MovedSeat {
  readonly orderId: number
  readonly lineId: number
  /** The new seat. */
  readonly placeId: number
}

export interface ClassRefund {
  readonly orderKey: string
  readonly lineId: number
  readonly amountMinor: number
}

/**
 * The refunds due for seats that are cheaper now: the price of the line, less the price of the new seat for its ticket
 * type, less refunds due before. Nothing is due for a class without a price for the ticket type.
 */
export async function classRefundsOf(
  context: Context,
  screening: Screening,
  layout: ExpandedLayout,
  { seats, orders }: { readonly seats: readonly MovedSeat[]; readonly orders: readonly Order[] },
): Promise<ClassRefund[]> {
  if (seats.length === 0) return []
  const reference = await loadReferenceData(context)
  const before = await readRefundsBefore(
    context,
    seats.map(({ lineId }) => lineId),
  )
  return seats.flatMap(({ orderId, lineId, placeId }) => {
    const order = orders.find(({ id }) => id === orderId)
    const line = order?.lines.find(({ id }) => id === lineId)
    const place = placeById(layout, placeId)
    if (!order || !line || !place) return []
    const price = typesForZone(reference, screening, place.zoneKey).find(
      ({ ticketTypeId }) => ticketTypeId === line.ticketTypeId,
    )?.priceMinor
    if (price === undefined) return []
    const amountMinor = line.unitPriceMinor - price - (before.get(lineId) ?? 0)
    return amountMinor > 0 ? [{ orderKey: order.orderKey, lineId, amountMinor }] : []
  })
}

async function readRefundsBefore(
  { db }: Pick<Context, 'db'>,
  lineIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ lineId: string; amountMinor: number }>`
    select order_line_id as "lineId", sum(amount_minor)::int as "amountMinor" from cinema_lower_class
    where order_line_id = any(${[...lineIds]}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map(({ lineId, amountMinor }) => [Number(lineId), amountMinor]))
}

/** Records refunds due, in the transaction that moves the seats. */
export async function recordClassRefunds(
  { db, clock, random }: Context,
  screeningId: number,
  refunds: readonly ClassRefund[],
): Promise<void> {
  if (refunds.length === 0) return
  const rows = refunds.map((due) => ({ ...due, id: random.uuid() }))
  await sql`
    insert into cinema_lower_class (id, screening_id, order_key, order_line_id, amount_minor, noted_at)
    select id, ${screeningId}, "orderKey", "lineId", "amountMinor", ${clock.now()}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as one (id uuid, "orderKey" uuid, "lineId" bigint, "amountMinor" integer)`.execute(db)
}

/** Refunds due of paid orders; those of unpaid holds are ignored. */
export async function listClassRefunds(
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

export async function settleClassRefund(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
): Promise<boolean> {
  const settled = await sql`
    update cinema_lower_class set settled_at = ${clock.now()} where id = ${id} and settled_at is null`.execute(
    db,
  )
  return settled.numAffectedRows === 1n
}

/** How long after its screening a difference is kept that was refunded, or whose seat was never paid. */
const retentionDays = 30

/** Sweep: deletes differences of ended screenings, except those still owed for a ticket. */
export async function deleteOldLowerClasses({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionDays * 86_400_000)
  await sql`
    delete from cinema_lower_class as due using screening
    where screening.id = due.screening_id and screening.ends_at < ${before}
      and (due.settled_at is not null
        or not exists (select from ticket_summary where ticket_summary.order_line_id = due.order_line_id))`.execute(
    db,
  )
}
