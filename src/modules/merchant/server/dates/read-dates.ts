import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readLayouts, readProgramme } from '#modules/catalogue/server/public-api.ts'
import {
  isSoldOut,
  readPlaceStates,
  readUse,
  type OfferingUse,
} from '#modules/inventory/server/public-api.ts'
import {
  findStaffEvent,
  isOver,
  readStaffEvents,
  type StaffEvent,
} from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { unfold, type ExpandedLayout } from '#seatmap/expand.ts'
import { poolsOf } from '#seatmap/layout.ts'
import type { DateLine, DateView, readDateSeats } from '../../dates-contract.ts'
import type { ReplyOf } from '#contract/call.ts'

/** Upcoming dates of the caller's organiser, soonest first. */
export async function listOwnDates(context: Context, actor: StaffActor): Promise<DateLine[]> {
  const now = context.clock.now()
  const events = (await readStaffEvents(context, actor)).filter((event) => !isOver(event, now))
  const { rows } = await sql<Omit<Sale, 'use'> & { eventId: number; offeringId: number }>`
    select event_id as "eventId", event.offering_id::float8 as "offeringId", is_on_sale as "isOnSale",
      is_ended as "isCancelled"
    from event_summary event join offering_sale sale on sale.offering_id = event.offering_id
    where event_id = any(${events.map(({ eventId }) => eventId)}::integer[])`.execute(context.db)
  const use = await readUse(
    context,
    rows.map(({ offeringId }) => offeringId),
  )
  const saleOf = new Map(rows.map((row) => [row.eventId, row]))
  return events.flatMap((event) => {
    const sale = saleOf.get(event.eventId)
    return sale ? [presentHead(context, event, { ...sale, use: use.get(sale.offeringId) })] : []
  })
}

interface Sale {
  readonly isOnSale: boolean
  readonly isCancelled: boolean
  readonly use: OfferingUse | undefined
}

function presentHead({ locale }: Context, event: StaffEvent, { use, ...sale }: Sale): DateLine {
  const pools = use?.pools ?? []
  const room = pools.reduce((sum, { capacity }) => sum + capacity, 0)
  const taken = pools.reduce((sum, pool) => sum + pool.taken, 0)
  return {
    eventId: event.eventId,
    name: event.name[locale],
    venue: event.venueName[locale],
    startsAt: event.startsAt.toISOString(),
    timeZone: event.timeZone,
    isOnSale: sale.isOnSale,
    isCancelled: sale.isCancelled,
    isSoldOut: use !== undefined && isSoldOut(use),
    capacity: (use?.places ?? 0) + room,
    sold: (use?.placesSold ?? 0) + taken,
    held: use?.placesHeld ?? 0,
    kept: use?.placesKept ?? 0,
  }
}

/** A date of the caller's organiser with its offering. */
export interface OwnDate {
  readonly event: StaffEvent
  readonly offeringId: number
  readonly isOnSale: boolean
  readonly isCancelled: boolean
  readonly expanded: ExpandedLayout | null
  readonly typeOfPool: ReadonlyMap<number, { readonly ka: string; readonly en: string }>
}

/** A date of the caller's organiser; `NotFound` for other organisers' dates. */
export async function findOwnDate(
  context: Context,
  actor: StaffActor,
  eventId: number,
): Promise<Result<OwnDate, 'NotFound'>> {
  const found = await findStaffEvent(context, actor, eventId)
  if (!found.ok) return found
  const wanted = { showIds: [], showSlugs: [], eventIds: [eventId] }
  const { events, ticketTypes } = await readProgramme(context, wanted)
  const event = events.find(({ id }) => id === eventId)
  if (!event) return fail('NotFound')
  const { offeringId, layoutId, isOnSale, isCancelled } = event
  const layout = layoutId === null ? null : (await readLayouts(context, [layoutId])).get(layoutId)
  const named = ticketTypes.flatMap(({ poolId, name, eventId: ofEvent }) =>
    poolId === null || ofEvent !== eventId ? [] : [[poolId, name] as const],
  )
  return ok({
    event: found.value,
    offeringId,
    isOnSale,
    isCancelled,
    expanded: layout ? unfold(layout) : null,
    typeOfPool: new Map(named),
  })
}

/** One date, section by section. */
export async function showDate(context: Context, date: OwnDate): Promise<DateView> {
  const { locale } = context
  const { offeringId, expanded } = date
  const use = (await readUse(context, [offeringId])).get(offeringId)
  const states = await readPlaceStates(context, offeringId)
  const counts = new Map<number, Record<'seats' | 'free' | 'held' | 'sold' | 'kept', number>>()
  for (const [placeId, state] of states) {
    const section = expanded?.section[placeId] ?? 0
    const counted = counts.get(section) ?? { seats: 0, free: 0, held: 0, sold: 0, kept: 0 }
    counted.seats += 1
    counted[state] += 1
    counts.set(section, counted)
  }
  const areas = new Map(
    (expanded ? poolsOf(expanded.layout) : []).map(({ pool, section }) => [pool.poolId, section]),
  )
  return {
    ...presentHead(context, date.event, { ...date, use }),
    held: [...counts.values()].reduce((sum, { held }) => sum + held, 0),
    sections: (expanded?.layout.sections ?? []).flatMap((section, index) => {
      const counted = counts.get(index)
      if (!counted) return []
      const { free: _, ...figures } = counted
      return [{ sectionId: section.id, name: section.name[locale], ...figures }]
    }),
    pools: (use?.pools ?? []).map(({ poolId, capacity, taken }) => ({
      poolId,
      capacity,
      taken,
      name: (areas.get(poolId)?.name ?? date.typeOfPool.get(poolId))?.[locale] ?? String(poolId),
    })),
  }
}

/** Seats of a section of a date, row by row. */
export async function showSeats(
  context: Context,
  { offeringId, expanded }: OwnDate,
  sectionId: number,
): Promise<Result<ReplyOf<typeof readDateSeats>, 'NotFound'>> {
  const section = expanded?.sectionIndex.get(sectionId)
  if (!expanded || section === undefined) return fail('NotFound')
  const states = await readPlaceStates(context, offeringId)
  const rows = (expanded.sectionRows[section] ?? []).flatMap((index) => {
    const row = expanded.rows[index]
    if (!row) return []
    const seats = Array.from({ length: row.count }, (_, at) => row.firstPlaceId + at)
    return [
      {
        label: row.label,
        seats: seats.map((placeId) => ({
          placeId,
          label: expanded.label[placeId] ?? '',
          use: states.get(placeId) ?? ('sold' as const),
        })),
      },
    ]
  })
  return ok({ rows })
}
