import { sql } from 'kysely'
import { showAccess } from '#contract/enumerations.ts'
import { isSelling } from '#modules/inventory/server/public-api.ts'
import { readStaffEvents, type StaffEvent } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { CounterDateView } from '../basket-contract.ts'

interface SaleRow {
  readonly eventId: number
  readonly isOnSale: boolean
  readonly salesOpenAt: unknown
  readonly salesCloseAt: unknown
}

/** The driver returns PostgreSQL's infinities as numbers. */
const finite = (value: unknown): Date | null => (value instanceof Date ? value : null)

/** End of sale by event; events that are not on sale now are left out. */
export async function readSaleEnds(
  context: Context,
  events: readonly Pick<StaffEvent, 'eventId' | 'startsAt'>[],
): Promise<ReadonlyMap<number, Date>> {
  const now = context.clock.now()
  const { rows } = await sql<SaleRow>`
    select event_id as "eventId", sale.is_on_sale as "isOnSale", sale.sales_open_at as "salesOpenAt",
      sale.sales_close_at as "salesCloseAt"
    from event_summary event join offering_sale sale on sale.offering_id = event.offering_id
    where event_id = any(${events.map(({ eventId }) => eventId)}::integer[])
      and event.show_access <> ${showAccess.Private}`.execute(context.db)
  const sales = new Map(rows.map((row) => [row.eventId, row]))
  return new Map(
    events.flatMap(({ eventId, startsAt }) => {
      const sale = sales.get(eventId)
      if (!sale || startsAt <= now) return []
      const salesCloseAt = finite(sale.salesCloseAt)
      const salesOpenAt = finite(sale.salesOpenAt)
      if (!isSelling({ isOnSale: sale.isOnSale, salesOpenAt, salesCloseAt }, now)) return []
      const end = salesCloseAt !== null && salesCloseAt < startsAt ? salesCloseAt : startsAt
      return [[eventId, end] as const]
    }),
  )
}

/** Dates of the caller's organiser that a counter can sell now. Private shows are sold only by their link. */
export async function listCounterDates(
  context: Context,
  actor: StaffActor,
): Promise<CounterDateView[]> {
  const now = context.clock.now()
  const events = (await readStaffEvents(context, actor)).filter(({ startsAt }) => startsAt > now)
  const ends = await readSaleEnds(context, events)
  return events
    .filter(({ eventId }) => ends.has(eventId))
    .map((event) => presentDate(context, event))
}

export function presentDate(
  { locale }: Pick<Context, 'locale'>,
  event: StaffEvent,
): CounterDateView {
  return {
    eventId: event.eventId,
    name: event.name[locale],
    venue: event.venueName[locale],
    startsAt: event.startsAt.toISOString(),
    timeZone: event.timeZone,
  }
}
