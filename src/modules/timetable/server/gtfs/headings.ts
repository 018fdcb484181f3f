/** The headings of a file of a feed, which may have as many as its author likes. */
import type { FeedTable } from './tables.ts'

interface Headings {
  /** Only known columns, so that the time for a row does not depend on the number of headings. */
  readonly places: ReadonlyMap<string, number>
  readonly missing: readonly string[]
  readonly repeated: readonly string[]
}

export function readHeadings(cells: readonly string[], columns: FeedTable['columns']): Headings {
  const places = new Map<string, number>()
  const counts = new Map<string, number>()
  cells.forEach((heading, index) => {
    // A heading may also be called like a property of every object.
    if (Object.hasOwn(columns, heading)) places.set(heading, index)
    counts.set(heading, (counts.get(heading) ?? 0) + 1)
  })
  return {
    places,
    missing: Object.entries(columns).flatMap(([column, { isRequired }]) =>
      isRequired && !places.has(column) ? [column] : [],
    ),
    repeated: [...counts].flatMap(([heading, count]) => (count > 1 ? [heading] : [])),
  }
}
