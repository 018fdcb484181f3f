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
import { bestOfKind, find, meantText, type Asking } from './find.ts'
import { sift } from './sift.ts'

/** Venues and people beside the shows of the first page. */
const othersMost = 6

/** A page of shows that match the text and the filters, with the counts of the filters' choices. */
export async function search(
  context: Asking,
  ports: SearchPorts,
  query: ParsedInput<typeof ownSearch>['query'],
): Promise<SearchReply> {
  const { text, limit, offset, ...filters } = query
  const hasFilters = Object.values(filters).some((value) => value !== undefined)
  if (text === '' && !hasFilters) return nothing
  const finding = await find(context, ports, text)
  const asked = definedOf(filters)
  const understood = withoutChosen(finding.intent, asked)
  const all: Filters = { ...filtersOf(understood), ...asked }
  const filter = new ShowFilter(all, finding.now, finding.kept.catalogue.offerTerms)
  const { fitting, counts } = sift(finding, filter, finding.intent.rest === '')
  const page = bestOf(fitting, offset + limit, (left, right) => left.id - right.id).slice(offset)
  const isFirst = offset === 0 && finding.intent.rest !== ''
  const { found } = finding
  return {
    text,
    items: page.map(({ value }) =>
      presentFoundShow(finding, value, filter.fittingEvents(value.show), context),
    ),
    totalCount: fitting.length,
    nextOffset: offset + limit < fitting.length ? offset + limit : null,
    understood: understood.parts.map(({ written, filters: meant }) => ({
      written,
      when: meant.when ?? null,
      fromDate: meant.fromDate ?? null,
      toDate: meant.toDate ?? null,
      priceTo: meant.priceTo ?? null,
    })),
    alternatives: offset === 0 && fitting.length === 0 ? alternatives(context, finding, all) : null,
    venues: isFirst
      ? bestOfKind(found, 'Venue', othersMost).map(({ value }) =>
          presentFoundVenue(finding, value, context),
        )
      : [],
    people: isFirst
      ? bestOfKind(found, 'Person', othersMost).map(({ value }) =>
          presentFoundPerson(finding, value, context),
        )
      : [],
    others: isFirst
      ? bestOfKind(found, 'Item', othersMost).map(({ value }) =>
          presentFoundItem(finding, value, context),
        )
      : [],
    facets: counts.present(context.locale),
    didYouMean: meantText(finding, context.locale),
    isPartial: found.how === 'part' && found.values.length > 0,
  }
}

/** A chosen day or price takes precedence over one in the text. */
function withoutChosen(intent: Intent, asked: Filters): Intent {
  const hasDays = 'when' in asked || 'fromDate' in asked || 'toDate' in asked
  const hasPrice = 'priceFrom' in asked || 'priceTo' in asked
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

/** The answer to an empty query. */
const nothing: SearchReply = {
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
