import { seatCount, type SeatLayout } from './layout.ts'

/** How much of a section is sold. */
export interface SectionCount {
  readonly id: number
  readonly name: { readonly ka: string; readonly en: string }
  readonly kind: SeatLayout['sections'][number]['kind']
  /** Rows or tables; none of an area without numbers. */
  readonly rows: number
  /** Seats, or the capacity of an area. */
  readonly places: number
}

/** Places by section, in the order of the layout. */
export function sectionCounts({ sections }: Pick<SeatLayout, 'sections'>): SectionCount[] {
  return sections.map((section) => {
    const { id, name, kind } = section
    const held = section.rows ?? section.tables ?? []
    const seats = held.reduce((sum, { numbering }) => sum + seatCount(numbering), 0)
    return { id, name, kind, rows: held.length, places: section.pool?.capacity ?? seats }
  })
}
