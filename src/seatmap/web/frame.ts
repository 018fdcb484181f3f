import type { Transform, Viewport } from '../geometry.ts'
import type { Locale } from '#kernel/locale.ts'
import type { LiveAvailability, SectionSummary } from '../live.ts'
import type { Scene } from './scene.ts'
import type { SpriteOf } from './sprites.ts'
import type { MapTheme } from './theme.ts'

/** States of the sections and their second lines. */
export interface SectionTexts {
  /** By section index. */
  readonly summaries: readonly SectionSummary[]
  /** Second line under a section's name, by section index: price or "sold out". */
  readonly sectionNotes: readonly string[]
}

/** Width of a text in CSS pixels. */
export type WidthOf = (text: string, weight: number, pixels: number) => number

/** The input for painting one picture of the map. */
export interface Frame extends SectionTexts {
  readonly context: CanvasRenderingContext2D
  readonly scene: Scene
  readonly theme: MapTheme
  readonly spriteOf: SpriteOf
  readonly widthOf: WidthOf
  readonly transform: Transform
  readonly viewport: Viewport
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  readonly locale: Locale
  readonly live: Pick<LiveAvailability, 'states' | 'isLeftOut'>
  /** A filter excludes something. */
  readonly isFiltered: boolean
  readonly selected: ReadonlySet<number>
  /** Whether each zone of the layout has a price. */
  readonly zoneForSale: readonly boolean[]
}

/** Overlays that change with the pointer. */
export interface Marks {
  readonly hoverPlace: number
  readonly hoverSection: number
  readonly focusPlace: number
  readonly lost: ReadonlySet<number>
  readonly alone: ReadonlySet<number>
  /** Places shown to the buyer and still chosen. */
  readonly pinned: readonly number[]
}

/** Measures each text once and scales the result, because measuring is slow and a frame has hundreds of names. */
export function createWidths(context: CanvasRenderingContext2D, theme: MapTheme): WidthOf {
  const known = new Map<string, number>()
  const measured = 100
  return (text, weight, pixels) => {
    const key = `${weight} ${text}`
    let width = known.get(key)
    if (width === undefined) {
      context.font = `${weight} ${measured}px ${theme.font}`
      width = context.measureText(text).width
      known.set(key, width)
    }
    return (width * pixels) / measured
  }
}
