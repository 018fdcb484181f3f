import type { Box, Point } from '#seatmap/geometry.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Item, Level, Selection } from '../../plan/selection.ts'
import type { BoardScene } from './board-scene.ts'

export const tools = ['select', 'hand', 'rows', 'tables', 'area', 'shape', 'brush'] as const
export type Tool = (typeof tools)[number]

/** What the board shows; changed as a whole by `update`. */
export interface BoardContent {
  readonly board: BoardScene
  readonly selection: Selection
  readonly level: Level
  readonly tool: Tool
  readonly isReadOnly: boolean
  readonly isSnapping: boolean
  readonly locale: Locale
  /** Under the names of sections. */
  readonly notes: readonly string[]
  readonly underlay: CanvasImageSource | null
  /** Places to point at: what is wrong. */
  readonly marks: readonly (Point & { readonly isError: boolean })[]
  /** What another version has otherwise, by kind. */
  readonly compared: readonly (Point & { readonly kind: string })[]
}

export interface BoardEvents {
  onSelect(selection: Selection): void
  /** What is chosen was drawn elsewhere; `isCopy` with Alt. */
  onMove(dx: number, dy: number, isCopy: boolean): void
  /** A box was drawn with a tool that draws. */
  onDraw(tool: Tool, box: Box): void
  onPaint(items: readonly Item[]): void
  /** Rows and seats that a box would become, in words; null when nothing is being drawn. */
  onMeasure(text: string | null): void
}

export interface BoardView {
  update(content: BoardContent): void
  zoomBy(factor: number): void
  showAll(): void
  showBox(box: Box): void
  panBy(deltaX: number, deltaY: number): void
  /** The middle of what is in view, in units. */
  middle(): Point
  destroy(): void
}

/** What the pointer is doing. */
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

/** A line that what is drawn is aligned by. */
export interface Guide {
  readonly way: 'across' | 'down'
  readonly at: number
}
