import type { Direction, Point, Transform, Viewport } from '../geometry.ts'
import type { LiveAvailability } from '../live.ts'
import type { Frame, SectionTexts, WidthOf } from './frame.ts'
import type { SpriteOf } from './sprites.ts'
import type { MapTheme } from './theme.ts'
import type { Tiles } from './tiles.ts'

/** The content of the view, replaced by `update`. */
export type ViewContent = Pick<Frame, 'scene' | 'locale' | 'selected' | 'zoneForSale'> & {
  readonly live: LiveAvailability
  readonly lost: ReadonlySet<number>
  readonly alone: ReadonlySet<number>
  readonly pinned: readonly number[]
  /** The current state of the sections; called again after changes. */
  readonly describe: () => SectionTexts
}

/** The element under the pointer or with keyboard focus; `placeId` 0, `section` and `table` −1 for none. */
export interface Spot {
  readonly placeId: number
  readonly section: number
  /** Index of the row of this table. */
  readonly table: number
  /** CSS pixels inside the map. */
  readonly at: Point
}

export interface ViewEvents {
  onPlace(placeId: number): void
  /** A table top was clicked; `row` is its index. */
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
  /** Shows these places at a readable zoom; clears the pointer's element. */
  showPlaces(placeIds: readonly number[]): void
  panBy(deltaX: number, deltaY: number): void
  /** Moves the focus to the next seat in that direction, or to the seat nearest the centre when none has it. */
  moveFocus(direction: Direction): void
  clearFocus(): void
  focusedPlace(): number
  destroy(): void
}

/** The state of a view between frames. */
export interface ViewState {
  readonly canvas: HTMLCanvasElement
  readonly context: CanvasRenderingContext2D
  readonly events: ViewEvents
  readonly stillness: MediaQueryList
  content: ViewContent
  viewport: Viewport
  /** Device pixels per CSS pixel. */
  ratio: number
  theme: MapTheme
  spriteOf: SpriteOf
  widthOf: WidthOf
  texts: SectionTexts
  readonly tiles: Tiles
  /** The current transform, and the target of a transition. */
  transform: Transform
  target: Transform
  /** The whole map is shown, and stays so when the size changes. */
  fitted: boolean
  frameRequest: number
  moving: { readonly from: Transform; readonly startedAt: number } | null
  /** The time of the last change of scale by fingers or wheel. */
  zoomedAt: number
  hover: Spot | null
  focusPlace: number
}
