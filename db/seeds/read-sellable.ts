/** Places on sale to everyone at an organiser of the demo. */
import { sql } from 'kysely'
import { showStatus } from '#contract/enumerations.ts'
import { placeState } from '#modules/inventory/server/rules.ts'
import type { Database } from '#platform/database/database.ts'
import { expandLayout, type ExpandedLayout } from '#seatmap/expand.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import type { SeededRandom } from './random.ts'

/** `event.status` of an active event. */
const eventActive = 1

export interface EventChoice {
  readonly eventId: number
  readonly seats?: { readonly placeId: number; readonly ticketTypeId: number }[]
  readonly places?: { readonly ticketTypeId: number; readonly quantity: number }[]
  readonly isSuggested: true
}

export interface Sellable {
  readonly startsAt: Date
  /** Selects one to four free places; null if none are found. */
  readonly choose: (random: SeededRandom) => EventChoice | null
}

interface EventRow {
  readonly eventId: number
  readonly startsAt: Date
  readonly layout: SeatLayout | null
  readonly free: readonly number[]
  readonly types: readonly {
    readonly id: number
    readonly zone: string | null
    readonly poolId: number | null
  }[]
}

/** Larger halls are skipped, because reading their places takes too long for a few orders. */
const placesMax = 3_000
const eventsMax = 12

/** Events that begin after a given time, earliest first. */
export async function readSellable(
  db: Database,
  { slug, since }: { readonly slug: string; readonly since: Date },
): Promise<Sellable[]> {
  const { rows } = await sql<EventRow>`
    select e.id as "eventId", e.starts_at as "startsAt", l.content as layout,
      array(select p.place_id from place_leg p where p.offering_id = e.offering_id and p.state = ${placeState.free}
        order by p.place_id) as free,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'zone', t.zone, 'poolId', t.pool_id) order by t.id), '[]')
        from ticket_type t where t.event_id = e.id and t.status = 'Active' and t.currency = 'GEL'
          and not exists (select from table_type where ticket_type_id = t.id)
          and not exists (select from package_part where package_type_id = t.id)) as types
    from event e join show s on s.id = e.show_id join merchant m on m.id = s.merchant_id
    left join seat_layout l on l.id = e.layout_id
    where m.slug = ${slug} and e.status = ${eventActive} and s.status = ${showStatus.Active} and s.access = 0 and not e.is_sold_out
      and e.starts_at > ${since} and coalesce(l.capacity, 0) <= ${placesMax}
      and not exists (select from offer_term where offer_term.event_id = e.id)
    order by e.starts_at, e.id limit ${eventsMax}`.execute(db)
  return rows
    .filter(({ types }) => types.length > 0)
    .map((row) => ({
      startsAt: row.startsAt,
      choose: chooserOf(row, row.layout && expandLayout(row.layout)),
    }))
}

function chooserOf(row: EventRow, expanded: ExpandedLayout | null): Sellable['choose'] {
  const free = new Set(row.free)
  const seated = row.types.filter(({ poolId }) => poolId === null)
  const pools = row.types.filter(({ poolId }) => poolId !== null)
  const zoneOf = (placeId: number) =>
    expanded?.layout.zones[expanded.zone[placeId] ?? -1]?.key ?? null
  return (random) => {
    const quantity = random.pick([1, 2, 2, 2, 3, 4])
    const head = { eventId: row.eventId, isSuggested: true } as const
    if (pools.length > 0 && (seated.length === 0 || random.next() < 0.3))
      return { ...head, places: [{ ticketTypeId: random.pick(pools).id, quantity }] }
    const all = [...free]
    if (!expanded || all.length === 0) return null
    const first = random.pick(all)
    const type = seated.find(({ zone }) => zone === zoneOf(first))
    if (!type) return null
    const seats: { placeId: number; ticketTypeId: number }[] = []
    for (let placeId = first; seats.length < quantity; placeId += 1) {
      const isAdjacent = free.has(placeId) && expanded.row[placeId] === expanded.row[first]
      if (!isAdjacent || zoneOf(placeId) !== type.zone) break
      seats.push({ placeId, ticketTypeId: type.id })
    }
    for (const { placeId } of seats) free.delete(placeId)
    return { ...head, seats }
  }
}
