import type { Box, Point } from '#seatmap/geometry.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Item, Level, Selection } from '../../plan/selection.ts'
import type { BoardScene } from './board-scene.ts'

export const tools = ['select', 'hand', 'rows', 'tables', 'area', 'shape', 'brush'] as const
export type Tool = (typeof tools)[number]

/** Content of the board, replaced as a whole by `update`. */
export interface BoardContent {
  readonly board: BoardScene
  readonly selection: Selection
  readonly level: Level
  readonly tool: Tool
  readonly isReadOnly: boolean
  readonly isSnapping: boolean
  readonly locale: Locale
  /** Shown below the names of sections. */
  readonly notes: readonly string[]
  readonly underlay: CanvasImageSource | null
  /** Positions of findings. */
  readonly marks: readonly (Point & { readonly isError: boolean })[]
  /** Positions that differ from another version, by kind. */
  readonly compared: readonly (Point & { readonly kind: string })[]
}

export interface BoardEvents {
  onSelect(selection: Selection): void
  /** The selection was dragged; `isCopy` with Alt. */
  onMove(dx: number, dy: number, isCopy: boolean): void
  /** A box was drawn with a drawing tool. */
  onDraw(tool: Tool, box: Box): void
  onPaint(items: readonly Item[]): void
  /** Text for the rows and seats of the box being drawn; null when nothing is drawn. */
  onMeasure(text: string | null): void
}

export interface BoardView {
  update(content: BoardContent): void
  zoomBy(factor: number): void
  showAll(): void
  showBox(box: Box): void
  panBy(deltaX: number, deltaY: number): void
  /** Centre of the visible area, in units. */
  middle(): Point
  destroy(): void
}

/** The pointer's current action. */
export type Action =
  | { readonly kind: 'pan' }
  | { readonly kind: 'marquee'; readonly from: Point; to: Point; readonly isAdding: boolean }
  | {
      readonly kind: 'move'
      readonly from: Point
      readonly items: Selection
      readonly box: Box
      readonly edges: readonly Box[]
      dx: number
      dy: number
      isCopy: boolean
      guides: readonly Guide[]
    }
  | { readonly kind: 'draw'; readonly from: Point; to: Point }
  | { readonly kind: 'paint'; last: Point; readonly items: Map<string, Item> }

/** A line with which the moved element is aligned. */
export interface Guide {
  readonly way: 'across' | 'down'
  readonly at: number
}
