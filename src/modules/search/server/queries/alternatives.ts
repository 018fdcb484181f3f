/** Alternatives when nothing matches: the nearest days, the same without filters, or popular shows. */
import type { EventRecord } from '#modules/catalogue/server/public-api.ts'
import type { SearchReply } from '../../contract.ts'
import { ShowFilter, type Filters } from '../filters.ts'
import type { ShowTarget } from '../targets.ts'
import { presentFoundShow } from '../present.ts'
import { bestOf } from '../ranking.ts'
import type { Asking, Finding } from './find.ts'
import { sift } from './sift.ts'

const alternativesMost = 6

export function alternatives(
  context: Asking,
  finding: Finding,
  filters: Filters,
): SearchReply['alternatives'] {
  const wanted = new ShowFilter(filters, finding.now, finding.kept.catalogue.offerTerms).firstDay
  const { when: _when, fromDate: _from, toDate: _to, ...withoutDays } = filters
  if (wanted !== null) {
    const items = onNearestDays(context, finding, withoutDays, wanted)
    if (items.length > 0) return { reason: 'OtherDays', items }
  }
  const withoutFilters = best(context, finding, finding.found)
  if (Object.keys(filters).length > 0 && withoutFilters.length > 0)
    return { reason: 'OtherFilters', items: withoutFilters }
  const everything = finding.kept.index.all(finding.now.getTime())
  return { reason: 'Popular', items: best(context, finding, everything) }
}

/** Each show with its date that is nearest to the wanted day. */
function onNearestDays(
  context: Asking,
  finding: Finding,
  filters: Filters,
  wanted: string,
): SearchReply['items'] {
  const filter = new ShowFilter(filters, finding.now, finding.kept.catalogue.offerTerms)
  const nearest = new Map<ShowTarget, EventRecord>()
  const { fitting } = sift(finding, filter, true)
  for (const { value } of fitting) {
    const [event] = filter
      .fittingEvents(value.show)
      .filter(({ id }) => !finding.kept.catalogue.offerTerms.has(id))
      .toSorted((left, right) => distance(left, wanted) - distance(right, wanted))
    if (event) nearest.set(value, event)
  }
  const ranked = [...nearest].map(([value, event]) => ({ value, score: -distance(event, wanted) }))
  return bestOf(ranked, alternativesMost, byId).flatMap(({ value }) => {
    const event = nearest.get(value)
    return event ? [presentFoundShow(finding, value, [event], context)] : []
  })
}

function best(context: Asking, finding: Finding, found: Finding['found']): SearchReply['items'] {
  const filter = new ShowFilter({}, finding.now, finding.kept.catalogue.offerTerms)
  const { fitting } = sift({ found, now: finding.now }, filter, true)
  return bestOf(fitting, alternativesMost, byId).map(({ value }) =>
    presentFoundShow(finding, value, filter.fittingEvents(value.show), context),
  )
}

const byId = (left: ShowTarget, right: ShowTarget): number => left.id - right.id

/** In milliseconds. */
function distance({ localDate }: EventRecord, wanted: string): number {
  return Math.abs(Date.parse(localDate) - Date.parse(wanted))
}
