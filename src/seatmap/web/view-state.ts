import type { Direction, Point, Transform, Viewport } from '../geometry.ts'
import type { LiveAvailability } from '../live.ts'
import type { Frame, SectionTexts, WidthOf } from './frame.ts'
import type { SpriteOf } from './sprites.ts'
import type { MapTheme } from './theme.ts'
import type { Tiles } from './tiles.ts'

/** What the view shows; changed as a whole by `update`. */
export type ViewContent = Pick<Frame, 'scene' | 'locale' | 'selected' | 'zoneForSale'> & {
  readonly live: LiveAvailability
  readonly lost: ReadonlySet<number>
  readonly alone: ReadonlySet<number>
  readonly pinned: readonly number[]
  /** How the sections stand now; asked again when something changed hands. */
  readonly describe: () => SectionTexts
}

/** What lies under the pointer or has the keyboard's focus; `placeId` 0, `section` and `table` −1 for none. */
export interface Spot {
  readonly placeId: number
  readonly section: number
  /** Index of a row: the top of this table. */
  readonly table: number
  /** CSS pixels inside the map. */
  readonly at: Point
}

export interface ViewEvents {
  onPlace(placeId: number): void
  /** The top of a table was pressed; `row` is its index. */
  onTable(row: number): void
  /** A standing or free area was chosen; `section` is its index. */
  onPool(section: number): void
  onHover(spot: Spot | null): void
  onFocusPlace(spot: Spot | null): void
  onZoom(state: { canZoomIn: boolean; canZoomOut: boolean }): void
}

export interface MapView {
  update(content: ViewContent): void
  zoomBy(factor: number): void
  showAll(): void
  /** Goes to these places, so near that they can be read; nothing is pointed at any more. */
  showPlaces(placeIds: readonly number[]): void
  panBy(deltaX: number, deltaY: number): void
  /** Moves the focus to the seat that way, or to the seat nearest the middle when none has it. */
  moveFocus(direction: Direction): void
  clearFocus(): void
  focusedPlace(): number
  destroy(): void
}

/** Everything a view remembers between frames. */
export interface ViewState {
  readonly canvas: HTMLCanvasElement
  readonly context: CanvasRenderingContext2D
  readonly events: ViewEvents
  readonly stillness: MediaQueryList
  content: ViewContent
  viewport: Viewport
  /** Device pixels for one CSS pixel. */
  ratio: number
  theme: MapTheme
  spriteOf: SpriteOf
  widthOf: WidthOf
  texts: SectionTexts
  readonly tiles: Tiles
  /** Shown now, and where a transition leads. */
  transform: Transform
  target: Transform
  /** The whole map is shown, and stays so when the size changes. */
  fitted: boolean
  frameRequest: number
  moving: { readonly from: Transform; readonly startedAt: number } | null
  /** When fingers or the wheel last changed the scale. */
  zoomedAt: number
  hover: Spot | null
  focusPlace: number
}
