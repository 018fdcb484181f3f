/** Who is affected when a date is sold by another version of its plan. Pure functions. */
import { unfold, placeById, type ExpandedLayout } from '#seatmap/expand.ts'
import { poolsOf, type SeatLayout } from '#seatmap/layout.ts'
import { reseat, type Party } from '#seatmap/reseat.ts'
import { placesByName, seatNameOf } from '../plan/difference.ts'

export interface TakenPlace {
  readonly placeId: number
  readonly holdId: string
  /** Order that holds the place; null without an order. */
  readonly orderId: number | null
}

export interface PlaceMoves {
  /** New place by old place: for taken places and for withheld places. */
  readonly moves: ReadonlyMap<number, number>
  /** Taken places whose name on the ticket changes. */
  readonly moved: readonly number[]
  readonly kept: number
  readonly unplaced: readonly number[]
  readonly partiesApart: number
}

/** Limit of seats times places for the search of other seats; above it the plan is considered another hall. */
const searchMax = 60_000_000

/**
 * Seats whose section, row and number still exist are kept. All others get the nearest free place, groups side by side
 * where possible.
 */
export function movesBetween(
  older: SeatLayout,
  newer: SeatLayout,
  taken: readonly TakenPlace[],
  marked: readonly { readonly placeId: number; readonly isHeldBack: boolean }[],
): PlaceMoves {
  const from = unfold(older)
  const to = unfold(newer)
  const known = placesByName(to)
  const moves = new Map<number, number>()
  const rest: TakenPlace[] = []
  for (const place of taken) {
    const same = known.get(seatNameOf(from, place.placeId))
    if (same === undefined) rest.push(place)
    else moves.set(place.placeId, same)
  }
  const kept = moves.size
  const given = new Set(moves.values())
  for (const { placeId, isHeldBack } of marked) {
    const same = known.get(seatNameOf(from, placeId))
    if (same === undefined) continue
    moves.set(placeId, same)
    // Withheld places are not available as replacements; released ones are.
    if (isHeldBack) given.add(same)
  }
  const found = reseatRest(from, to, rest, given)
  for (const [old, now] of found.moves) {
    moves.set(old, now)
    given.add(now)
  }
  for (const { placeId, isHeldBack } of marked)
    if (!isHeldBack && found.used.has(moves.get(placeId) ?? 0)) moves.delete(placeId)
  const unplaced = new Set(found.unplaced)
  const moved = rest.map(({ placeId }) => placeId).filter((placeId) => !unplaced.has(placeId))
  return { moves, moved, kept, unplaced: found.unplaced, partiesApart: found.apart }
}

function reseatRest(
  from: ExpandedLayout,
  to: ExpandedLayout,
  rest: readonly TakenPlace[],
  given: ReadonlySet<number>,
) {
  const nothing = { moves: new Map<number, number>(), used: new Set<number>(), apart: 0 }
  if (rest.length === 0) return { ...nothing, unplaced: [] }
  if (rest.length * to.placeCount > searchMax)
    return { ...nothing, unplaced: rest.map(({ placeId }) => placeId) }
  const parties: Party[] = [
    ...Map.groupBy(rest, ({ orderId, placeId }) =>
      orderId === null ? `seat ${placeId}` : `order ${orderId}`,
    ),
  ].map(([key, places]) => ({ key, placeIds: places.map(({ placeId }) => placeId) }))
  const { moves, apart, unplaced } = reseat(from, to, parties, given)
  return { moves, used: new Set(moves.values()), apart: apart.length, unplaced: [...unplaced] }
}

/** Areas with fewer places in the newer plan than are taken. */
export function fullAreas(
  older: SeatLayout,
  newer: SeatLayout,
  pools: readonly { readonly poolId: number; readonly taken: number }[],
) {
  const room = new Map(poolsOf(newer).map(({ pool }) => [pool.poolId, pool.capacity]))
  const names = new Map(poolsOf(older).map(({ pool, section }) => [pool.poolId, section.name]))
  return pools.flatMap(({ poolId, taken }) => {
    const name = names.get(poolId)
    const left = room.get(poolId) ?? 0
    return name && taken > left ? [{ name, taken, room: left }] : []
  })
}

/** The name of a place on pages and in emails. */
export function placeNames(layout: SeatLayout, placeId: number) {
  const place = placeById(unfold(layout), placeId)
  return place ? { section: place.section.name, row: place.rowLabel, seat: place.seatLabel } : null
}
