/** Halls of the demo as layouts with a digest, and the places sold by each price key. */
import { createHash } from 'node:crypto'
import type { LocalizedText } from '#kernel/locale.ts'
import { demoLayouts } from '#seatmap/demo-layouts.ts'
import { placeCount, poolsOf, type SeatLayout } from '#seatmap/layout.ts'
import type { EventSeed, HallSeed, VenueSeed } from './content/types.ts'

/** The places of one price: a zone of named places, or a pool. */
export interface Sellable {
  readonly key: string
  readonly name: LocalizedText
  readonly poolId: number | null
  readonly capacity: number
}

export interface Hall {
  readonly key: string
  readonly venueId: number
  readonly layout: {
    readonly id: number
    readonly digest: string
    readonly content: SeatLayout
  } | null
  readonly sellables: readonly Sellable[]
}

export function digestOf(layout: SeatLayout): string {
  return createHash('sha256').update(JSON.stringify(layout)).digest('hex').slice(0, 40)
}

/** All halls by key; layout ids follow their order. */
export function buildHalls(venues: readonly VenueSeed[]): ReadonlyMap<string, Hall> {
  const halls = new Map<string, Hall>()
  let layoutId = 0
  for (const venue of venues)
    for (const hall of venue.halls) {
      if (hall.layout !== undefined) layoutId += 1
      halls.set(hall.key, buildHall(venue, hall, layoutId))
    }
  return halls
}

function buildHall(venue: VenueSeed, hall: HallSeed, layoutId: number): Hall {
  const base = { key: hall.key, venueId: venue.id }
  if (hall.layout === undefined) {
    const sellables = (hall.pools ?? []).map((pool, index) => ({ ...pool, poolId: index + 1 }))
    return { ...base, layout: null, sellables }
  }
  const name = {
    ka: `${venue.name.ka}, ${hall.name.ka}`,
    en: `${venue.name.en}, ${hall.name.en.toLowerCase()}`,
  }
  const content = { ...demoLayouts[hall.layout](), name }
  const layout = { id: layoutId, digest: digestOf(content), content }
  return { ...base, layout, sellables: sellablesOf(content) }
}

/** Pools are sold by the zone of their section; every other zone consists of named places. */
function sellablesOf(layout: SeatLayout): Sellable[] {
  const pools = new Map(poolsOf(layout).map(({ section, pool }) => [section.zone, pool]))
  return layout.zones.map((zone) => {
    const pool = pools.get(zone.key)
    return {
      key: zone.key,
      name: zone.name,
      poolId: pool?.poolId ?? null,
      capacity: pool?.capacity ?? 0,
    }
  })
}

export function hallCapacity(hall: Hall): number {
  const pools = hall.sellables.reduce((sum, sellable) => sum + sellable.capacity, 0)
  return pools + (hall.layout ? placeCount(hall.layout.content) : 0)
}

/** The places of a venue: those of its halls, unless it states another number. */
export function venueCapacity(venue: VenueSeed, halls: ReadonlyMap<string, Hall>): number {
  if (venue.capacity !== undefined) return venue.capacity
  return [...halls.values()]
    .filter(({ venueId }) => venueId === venue.id)
    .reduce((sum, hall) => sum + hallCapacity(hall), 0)
}

/** The hall of an event. */
export function hallOf(event: EventSeed, halls: ReadonlyMap<string, Hall>): Hall {
  const hall = halls.get(event.hall)
  if (!hall) throw new Error(`No hall ${event.hall}`)
  return hall
}
