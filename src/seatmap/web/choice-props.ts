import { isFree, type Availability } from '../availability.ts'
import { placeById } from '../expand.ts'
import type { SeatLayout } from '../layout.ts'
import type { LiveAvailability } from '../live.ts'
import type { Locale } from '#kernel/locale.ts'
import type { SeatMapTranslate, ZonePrices } from './labels.ts'

export interface ShownPlaces {
  readonly placeIds: readonly number[]
}

/** Props that the map and its list view share. */
export interface SeatChoiceProps {
  readonly layout: SeatLayout
  /** A snapshot, or a `LiveAvailability` that keeps changing. */
  readonly availability: Availability
  /** Chosen place ids. */
  readonly selected: ReadonlySet<number>
  /** Chosen places that others have taken: crossed out. */
  readonly lost?: ReadonlySet<number>
  /** Single places that the choice would leave where the event forbids it: ringed and explained. */
  readonly alone?: ReadonlySet<number>
  /** Chosen number of places by `poolId`. */
  readonly poolSelected?: ReadonlyMap<number, number>
  /** Places to show and pin, e.g. the best ones; a new object shows them again. */
  readonly shown?: ShownPlaces | null
  readonly zonePrices: ZonePrices
  readonly locale: Locale
  readonly translate: SeatMapTranslate
  /** A place that is free, chosen or held by the buyer was clicked. */
  onToggle(placeId: number): void
  /** Several places at once: a table with all its free seats. Without it, seats at tables are chosen one by one. */
  onChooseAll?(placeIds: readonly number[]): void
  onPoolChange?(poolId: number, quantity: number): void
  /** Maximum places per buyer of a pool. Default 10. */
  readonly poolQuantityMax?: number
}

/** Whether a place can be chosen or deselected. */
export function canToggle(
  props: Pick<SeatChoiceProps, 'selected' | 'zonePrices'>,
  live: LiveAvailability,
  placeId: number,
): boolean {
  if (props.selected.has(placeId)) return true
  const zoneKey = placeById(live.expanded, placeId)?.zoneKey
  return zoneKey !== undefined && live.isOpen(placeId) && props.zonePrices.has(zoneKey)
}

/** The places of a clicked table: all that are available, or all chosen ones to deselect. */
export function tablePlaces(
  props: Pick<SeatChoiceProps, 'selected' | 'zonePrices'>,
  live: LiveAvailability,
  rowIndex: number,
): number[] {
  const row = live.expanded.rows[rowIndex]
  if (!row) return []
  const placeIds = Array.from({ length: row.count }, (_, index) => row.firstPlaceId + index)
  const free = placeIds.filter(
    (placeId) => isFree(live.states[placeId]) && canToggle(props, live, placeId),
  )
  const fresh = free.filter((placeId) => !props.selected.has(placeId))
  return fresh.length > 0 ? fresh : free
}
