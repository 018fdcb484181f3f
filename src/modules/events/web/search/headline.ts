interface FoundCounts {
  readonly text: string
  /** Shows and dates. */
  readonly totalCount: number
  /** Everything else: films, journeys, venues, people. */
  readonly othersCount: number
}

/** The text above the results. “Nothing found” is said only when there is nothing at all. */
export function headlineOf({ text, totalCount, othersCount }: FoundCounts) {
  if (text !== '' && totalCount === 0 && othersCount > 0) return 'foundOthers'
  return text ? 'found' : 'foundByFilters'
}
