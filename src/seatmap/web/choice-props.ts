import { isFree, type Availability } from '../availability.ts'
import { placeById } from '../expand.ts'
import type { SeatLayout } from '../layout.ts'
import type { LiveAvailability } from '../live.ts'
import type { Locale } from '#kernel/locale.ts'
import type { SeatMapTranslate, ZonePrices } from './labels.ts'

export interface ShownPlaces {
  readonly placeIds: readonly number[]
}

/** What the map and its list twin have in common. */
export interface SeatChoiceProps {
  readonly layout: SeatLayout
  /** As it stands, or a `LiveAvailability` that goes on changing. */
  readonly availability: Availability
  /** Chosen place ids. */
  readonly selected: ReadonlySet<number>
  /** Places that somebody else took out of the choice: crossed out, so that it is seen where. */
  readonly lost?: ReadonlySet<number>
  /** Places that the choice would leave alone where that is not sold: ringed, and said in words. */
  readonly alone?: ReadonlySet<number>
  /** Chosen number of places by `poolId`. */
  readonly poolSelected?: ReadonlyMap<number, number>
  /** Places to go to and to pin, e.g. the best ones that were found; a new object goes there once more. */
  readonly shown?: ShownPlaces | null
  readonly zonePrices: ZonePrices
  readonly locale: Locale
  readonly translate: SeatMapTranslate
  /** A place that is free, chosen or held by the buyer was pressed. */
  onToggle(placeId: number): void
  /** Several at once: a table with all that is free round it. Without it tables are chosen by the seat. */
  onChooseAll?(placeIds: readonly number[]): void
  onPoolChange?(poolId: number, quantity: number): void
  /** The most places one buyer may take of a pool. Default 10. */
  readonly poolQuantityMax?: number
}

/** Whether pressing a place means anything: it can be chosen, or deselected. */
export function canToggle(
  props: Pick<SeatChoiceProps, 'selected' | 'zonePrices'>,
  live: LiveAvailability,
  placeId: number,
): boolean {
  if (props.selected.has(placeId)) return true
  const zoneKey = placeById(live.expanded, placeId)?.zoneKey
  return zoneKey !== undefined && live.isOpen(placeId) && props.zonePrices.has(zoneKey)
}

/** What pressing a whole table chooses: all that can be bought there, or gives up, when all is chosen. */
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
