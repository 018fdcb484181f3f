import { FacetCounts, type ShowFilter } from '../filters.ts'
import type { ShowTarget } from '../targets.ts'
import type { Ranked } from '../ranking.ts'
import type { SearchMatches } from './find.ts'

/**
 * Shows that also match the filters, with the counts of their choices; without a text, only shows with upcoming dates.
 */
export function filterShows(
  { found, now }: Pick<SearchMatches, 'found' | 'now'>,
  filter: ShowFilter,
  isUpcomingOnly: boolean,
): { readonly matching: Ranked<ShowTarget>[]; readonly counts: FacetCounts } {
  const counts = new FacetCounts()
  const matching: Ranked<ShowTarget>[] = []
  for (const [index, value] of found.values.entries()) {
    if (value.kind !== 'Show') continue
    if (isUpcomingOnly && value.show.lastStartsAt <= now.getTime()) continue
    if (filter.countAndMatch(value.show, counts))
      matching.push({ value, score: found.scores[index] ?? 0 })
  }
  return { matching, counts }
}
