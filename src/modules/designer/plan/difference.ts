/** Differences between two versions of a layout, seat by seat, by the names on tickets. */
import { unfold, type ExpandedLayout } from '#seatmap/expand.ts'
import type { SeatLayout } from '#seatmap/layout.ts'

/** A seat by its name, with its place in each version; 0 where it does not exist. */
export interface SeatChange {
  readonly kind: 'added' | 'removed' | 'moved' | 'zone' | 'marks'
  /** Place in the older and in the newer layout. */
  readonly from: number
  readonly to: number
}

export interface AreaChange {
  readonly poolId: number
  readonly name: SeatLayout['name']
  /** Capacity before and after; 0 where the area does not exist. */
  readonly from: number
  readonly to: number
}

export interface LayoutDifference {
  readonly seats: readonly SeatChange[]
  readonly areas: readonly AreaChange[]
  /** Price zones by key. */
  readonly zonesAdded: readonly string[]
  readonly zonesRemoved: readonly string[]
}

/** Name of a seat as on a ticket: section, row, seat. The section is identified by its Georgian name. */
export function seatNameOf(expanded: ExpandedLayout, placeId: number): string {
  const section = expanded.layout.sections[expanded.section[placeId] ?? 0]
  const row = expanded.rows[expanded.row[placeId] ?? 0]
  return JSON.stringify([section?.name.ka, row?.label, expanded.label[placeId]])
}

/** Places by their name. */
export function placesByName(expanded: ExpandedLayout): Map<string, number> {
  const result = new Map<string, number>()
  for (let placeId = 1; placeId <= expanded.placeCount; placeId += 1)
    result.set(seatNameOf(expanded, placeId), placeId)
  return result
}

/** A seat counts as moved if its position differs by more than this, in units. */
const movedFrom = 1

function kindOf(from: ExpandedLayout, old: number, to: ExpandedLayout, now: number) {
  const zoneOf = ({ layout, zone }: ExpandedLayout, id: number) => layout.zones[zone[id] ?? 0]?.key
  if (zoneOf(from, old) !== zoneOf(to, now)) return 'zone'
  if (from.flags[old] !== to.flags[now]) return 'marks'
  const dx = (from.x[old] ?? 0) - (to.x[now] ?? 0)
  const dy = (from.y[old] ?? 0) - (to.y[now] ?? 0)
  return Math.hypot(dx, dy) > movedFrom ? 'moved' : null
}

export function layoutDifference(older: SeatLayout, newer: SeatLayout): LayoutDifference {
  const from = unfold(older)
  const to = unfold(newer)
  const known = placesByName(from)
  const seats: SeatChange[] = []
  const matched = new Set<number>()
  for (const [words, placeId] of placesByName(to)) {
    const old = known.get(words)
    if (old === undefined) {
      seats.push({ kind: 'added', from: 0, to: placeId })
      continue
    }
    matched.add(old)
    const kind = kindOf(from, old, to, placeId)
    if (kind !== null) seats.push({ kind, from: old, to: placeId })
  }
  for (let placeId = 1; placeId <= from.placeCount; placeId += 1)
    if (!matched.has(placeId)) seats.push({ kind: 'removed', from: placeId, to: 0 })
  const keysOf = ({ zones }: SeatLayout) => new Set(zones.map(({ key }) => key))
  const [before, after] = [keysOf(older), keysOf(newer)]
  return {
    seats,
    areas: areaChanges(older, newer),
    zonesAdded: [...after].filter((key) => !before.has(key)),
    zonesRemoved: [...before].filter((key) => !after.has(key)),
  }
}

function areaChanges(older: SeatLayout, newer: SeatLayout): AreaChange[] {
  const areasOf = ({ sections }: SeatLayout) =>
    new Map(
      sections.flatMap(({ pool, name }) =>
        pool ? [[pool.poolId, { ...pool, name }] as const] : [],
      ),
    )
  const [before, after] = [areasOf(older), areasOf(newer)]
  const ids = new Set([...before.keys(), ...after.keys()])
  return [...ids].flatMap((poolId): AreaChange[] => {
    const [old, now] = [before.get(poolId), after.get(poolId)]
    if (old?.capacity === now?.capacity) return []
    const name = now?.name ?? old?.name ?? { ka: '', en: '' }
    return [{ poolId, name, from: old?.capacity ?? 0, to: now?.capacity ?? 0 }]
  })
}
