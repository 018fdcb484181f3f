/** A parsed drawing of a hall, before a layout is built from it. */
import type { LayoutShape } from '../layout.ts'
import { factOf, type Point } from './element-facts.ts'
import type { DrawingProblem, SvgElement } from './elements.ts'
import type { DrawnSeat } from './row-plan.ts'

export interface DrawnTable {
  readonly label: string
  readonly element: SvgElement
  readonly shape: 'round' | 'rect' | 'booth'
  readonly seats: number
  readonly points: readonly Point[]
}

export interface DrawnSection {
  readonly name: string
  readonly element: SvgElement
  readonly rows: Map<string, DrawnSeat[]>
  /** Names of seats in each row, to find those that are drawn twice. */
  readonly labels: Map<string, Set<string>>
  /** Where seats of each row lie, to find shapes that are drawn on them. */
  readonly places: Map<string, Map<string, DrawnSeat>>
  readonly tables: DrawnTable[]
  outline: readonly Point[] | null
  capacity: number | null
  kind: 'standing' | 'free'
}

export interface Drawing {
  readonly sections: Map<string, DrawnSection>
  readonly zones: Map<string, { ka: string; en: string; fill: string }>
  readonly shapes: {
    readonly kind: LayoutShape['kind']
    readonly element: SvgElement
    readonly points: readonly Point[]
  }[]
  readonly problems: DrawingProblem[]
  /** What was passed over; the rest is a layout without it. */
  readonly leftOut: DrawingProblem[]
  /** Shapes that the drawing does not show, by the element that hides them. */
  readonly hidden: Map<SvgElement, number>
  /** Shapes in a row that are no seats, by their section and the reason. */
  readonly noSeats: Map<DrawnSection, Map<'unpainted' | 'seat-on-seat', number>>
}

export function zoneKey(text: string): string {
  const key = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 32)
  return key || 'zone'
}

/** The zone of the seat itself or its row; the section's is resolved later. */
export function zoneOfSeat(element: SvgElement): string | undefined {
  for (let each: SvgElement | null = element; each; each = each.parent) {
    const zone = factOf(each, 'zone')
    if (zone !== undefined) return zoneKey(zone)
  }
  return undefined
}
