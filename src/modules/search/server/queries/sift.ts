import { FacetCounts, type ShowFilter } from '../filters.ts'
import type { ShowTarget } from '../targets.ts'
import type { Ranked } from '../ranking.ts'
import type { Finding } from './find.ts'

/**
 * Shows that also match the filters, with the counts of their choices; without a text, only shows with upcoming dates.
 */
export function sift(
  { found, now }: Pick<Finding, 'found' | 'now'>,
  filter: ShowFilter,
  isUpcomingOnly: boolean,
): { readonly fitting: Ranked<ShowTarget>[]; readonly counts: FacetCounts } {
  const counts = new FacetCounts()
  const fitting: Ranked<ShowTarget>[] = []
  for (const [index, value] of found.values.entries()) {
    if (value.kind !== 'Show') continue
    if (isUpcomingOnly && value.show.lastStartsAt <= now.getTime()) continue
    if (filter.take(value.show, counts)) fitting.push({ value, score: found.scores[index] ?? 0 })
  }
  return { fitting, counts }
}
