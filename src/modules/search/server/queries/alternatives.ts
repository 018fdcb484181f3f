/** Alternatives when nothing matches: the nearest days, the same without filters, or popular shows. */
import type { EventRecord } from '#modules/catalogue/server/public-api.ts'
import type { SearchReply } from '../../contract.ts'
import { ShowFilter, type Filters } from '../filters.ts'
import type { ShowTarget } from '../targets.ts'
import { presentFoundShow } from '../present.ts'
import { bestOf } from '../ranking.ts'
import type { SearchContext, SearchMatches } from './find.ts'
import { filterShows } from './filter-shows.ts'

const alternativesMax = 6

export function alternatives(
  context: SearchContext,
  matches: SearchMatches,
  filters: Filters,
): SearchReply['alternatives'] {
  const requestedDay = new ShowFilter(filters, matches.now, matches.view.catalogue.offerTerms)
    .firstDay
  const { when: _when, fromDate: _from, toDate: _to, ...withoutDays } = filters
  if (requestedDay !== null) {
    const items = onNearestDays(context, matches, withoutDays, requestedDay)
    if (items.length > 0) return { reason: 'OtherDays', items }
  }
  const withoutFilters = best(context, matches, matches.found)
  if (Object.keys(filters).length > 0 && withoutFilters.length > 0)
    return { reason: 'OtherFilters', items: withoutFilters }
  const everything = matches.view.index.all(matches.now.getTime())
  return { reason: 'Popular', items: best(context, matches, everything) }
}

/** Shows with their date nearest to the requested day. */
function onNearestDays(
  context: SearchContext,
  matches: SearchMatches,
  filters: Filters,
  requestedDay: string,
): SearchReply['items'] {
  const filter = new ShowFilter(filters, matches.now, matches.view.catalogue.offerTerms)
  const nearest = new Map<ShowTarget, EventRecord>()
  const { matching } = filterShows(matches, filter, true)
  for (const { value } of matching) {
    const [event] = filter
      .matchingEvents(value.show)
      .filter(({ id }) => !matches.view.catalogue.offerTerms.has(id))
      .toSorted((left, right) => distance(left, requestedDay) - distance(right, requestedDay))
    if (event) nearest.set(value, event)
  }
  const ranked = [...nearest].map(([value, event]) => ({
    value,
    score: -distance(event, requestedDay),
  }))
  return bestOf(ranked, alternativesMax, byId).flatMap(({ value }) => {
    const event = nearest.get(value)
    return event ? [presentFoundShow(matches, value, [event], context)] : []
  })
}

function best(
  context: SearchContext,
  matches: SearchMatches,
  found: SearchMatches['found'],
): SearchReply['items'] {
  const filter = new ShowFilter({}, matches.now, matches.view.catalogue.offerTerms)
  const { matching } = filterShows({ found, now: matches.now }, filter, true)
  return bestOf(matching, alternativesMax, byId).map(({ value }) =>
    presentFoundShow(matches, value, filter.matchingEvents(value.show), context),
  )
}

const byId = (left: ShowTarget, right: ShowTarget): number => left.id - right.id

/** Distance of an event from a day, in milliseconds. */
function distance({ localDate }: EventRecord, requestedDay: string): number {
  return Math.abs(Date.parse(localDate) - Date.parse(requestedDay))
}
