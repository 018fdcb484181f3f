import type { ParsedInput } from '#contract/call.ts'
import type { ownSearch, SearchReply } from '../../contract.ts'
import { ShowFilter, type Filters } from '../filters.ts'
import { filtersOf, type Intent } from '../intent.ts'
import {
  presentFoundItem,
  presentFoundPerson,
  presentFoundShow,
  presentFoundVenue,
} from '../present.ts'
import { bestOf } from '../ranking.ts'
import type { SearchPorts } from '../search-source.ts'
import { alternatives } from './alternatives.ts'
import { bestOfKind, find, correctText, type SearchContext } from './find.ts'
import { filterShows } from './filter-shows.ts'

/** Maximum number of venues, people and other items on the first page. */
const othersMax = 6

/** A page of shows that match the text and the filters, with the counts of the filters' choices. */
export async function search(
  context: SearchContext,
  ports: SearchPorts,
  query: ParsedInput<typeof ownSearch>['query'],
): Promise<SearchReply> {
  const { text, limit, offset, ...filters } = query
  const hasFilters = Object.values(filters).some((value) => value !== undefined)
  if (text === '' && !hasFilters) return emptyReply
  const matches = await find(context, ports, text)
  const chosen = definedOf(filters)
  const understood = withoutChosen(matches.intent, chosen)
  const all: Filters = { ...filtersOf(understood), ...chosen }
  const filter = new ShowFilter(all, matches.now, matches.view.catalogue.offerTerms)
  const { matching, counts } = filterShows(matches, filter, matches.intent.rest === '')
  const page = bestOf(matching, offset + limit, (left, right) => left.id - right.id).slice(offset)
  const isFirst = offset === 0 && matches.intent.rest !== ''
  const { found } = matches
  return {
    text,
    items: page.map(({ value }) =>
      presentFoundShow(matches, value, filter.matchingEvents(value.show), context),
    ),
    totalCount: matching.length,
    nextOffset: offset + limit < matching.length ? offset + limit : null,
    understood: understood.parts.map(({ written, filters: meant }) => ({
      written,
      when: meant.when ?? null,
      fromDate: meant.fromDate ?? null,
      toDate: meant.toDate ?? null,
      priceTo: meant.priceTo ?? null,
    })),
    alternatives:
      offset === 0 && matching.length === 0 ? alternatives(context, matches, all) : null,
    venues: isFirst
      ? bestOfKind(found, 'Venue', othersMax).map(({ value }) =>
          presentFoundVenue(matches, value, context),
        )
      : [],
    people: isFirst
      ? bestOfKind(found, 'Person', othersMax).map(({ value }) =>
          presentFoundPerson(matches, value, context),
        )
      : [],
    others: isFirst
      ? bestOfKind(found, 'Item', othersMax).map(({ value }) =>
          presentFoundItem(matches, value, context),
        )
      : [],
    facets: counts.present(context.locale),
    didYouMean: correctText(matches, context.locale),
    isPartial: found.mode === 'partial' && found.values.length > 0,
  }
}

/** Removes interpretations of the text that a chosen day or price overrides. */
function withoutChosen(intent: Intent, chosen: Filters): Intent {
  const hasDays = 'when' in chosen || 'fromDate' in chosen || 'toDate' in chosen
  const hasPrice = 'priceFrom' in chosen || 'priceTo' in chosen
  const parts = intent.parts.filter(({ filters }) => ('priceTo' in filters ? !hasPrice : !hasDays))
  return { ...intent, parts }
}

function definedOf(filters: {
  readonly [Key in keyof Filters]: Filters[Key] | undefined
}): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined),
  ) as Filters
}

/** The reply to an empty query. */
const emptyReply: SearchReply = {
  text: '',
  items: [],
  totalCount: 0,
  nextOffset: null,
  understood: [],
  alternatives: null,
  venues: [],
  people: [],
  others: [],
  facets: {
    categories: [],
    when: { today: 0, tomorrow: 0, weekend: 0, month: 0 },
    prices: [],
    priceRange: null,
    cities: [],
    venues: [],
  },
  didYouMean: null,
  isPartial: false,
}
