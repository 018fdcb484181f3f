import type { Availability, SectionSummary } from '../availability.ts'
import type { Transform, Viewport } from '../geometry.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Scene } from './scene.ts'
import type { SpriteOf } from './sprites.ts'
import type { MapTheme } from './theme.ts'

/** All that painting one picture of the map needs. */
export interface Frame {
  readonly context: CanvasRenderingContext2D
  readonly scene: Scene
  readonly theme: MapTheme
  readonly spriteOf: SpriteOf
  readonly transform: Transform
  readonly viewport: Viewport
  /** Device pixels for one CSS pixel. */
  readonly ratio: number
  readonly locale: Locale
  readonly availability: Availability
  readonly selected: ReadonlySet<number>
  /** By section index. */
  readonly summaries: readonly SectionSummary[]
  /** Whether each zone of the layout has a price. */
  readonly zoneForSale: readonly boolean[]
  /** Second line under a section's name, by section index: price or "sold out". */
  readonly sectionNotes: readonly string[]
  readonly hoverPlace: number
  readonly hoverSection: number
  readonly focusPlace: number
}
