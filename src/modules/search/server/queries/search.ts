import type { ParsedInput } from '#contract/call.ts'
import type { ownSearch, SearchReply } from '../../contract.ts'
import { FacetCounts, ShowFilter, type Filters } from '../filters.ts'
import type { ShowTarget } from '../index-sync.ts'
import { presentFoundPerson, presentFoundShow, presentFoundVenue } from '../present.ts'
import { bestOf, type Ranked } from '../ranking.ts'
import { bestOfKind, find, meantText, type Asking, type Finding } from './find.ts'

/** Venues and people beside the shows of the first page. */
const othersMost = 6

/** A page of shows that fit the text and the filters, with the counts of the filters' choices. */
export async function search(
  context: Asking,
  query: ParsedInput<typeof ownSearch>['query'],
): Promise<SearchReply> {
  const { text, limit, offset, ...filters } = query
  const hasFilters = Object.values(filters).some((value) => value !== undefined)
  if (text === '' && !hasFilters) return nothing
  const finding = await find(context, text)
  const filter = new ShowFilter(definedOf(filters), finding.now, finding.kept.catalogue.offerTerms)
  const { fitting, counts } = sift(finding, filter, text === '')
  const page = bestOf(fitting, offset + limit, (left, right) => left.id - right.id).slice(offset)
  const isFirst = offset === 0 && text !== ''
  const { found } = finding
  return {
    text,
    items: page.map(({ value }) =>
      presentFoundShow(finding, value, filter.fittingEvents(value.show), context),
    ),
    totalCount: fitting.length,
    nextOffset: offset + limit < fitting.length ? offset + limit : null,
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
    facets: counts.present(context.locale),
    didYouMean: meantText(finding, text, context.locale),
    isPartial: found.how === 'part' && found.values.length > 0,
  }
}

/** Shows that fit the filters too; by no text, those only that have something to come. */
function sift({ found, now }: Finding, filter: ShowFilter, wantsToCome: boolean) {
  const counts = new FacetCounts()
  const fitting: Ranked<ShowTarget>[] = []
  for (const [index, value] of found.values.entries()) {
    if (value.kind !== 'Show') continue
    if (wantsToCome && value.show.lastStartsAt <= now.getTime()) continue
    if (filter.take(value.show, counts)) fitting.push({ value, score: found.scores[index] ?? 0 })
  }
  return { fitting, counts }
}

function definedOf(filters: {
  readonly [Key in keyof Filters]: Filters[Key] | undefined
}): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined),
  ) as Filters
}

/** The answer to an empty question. */
const nothing: SearchReply = {
  text: '',
  items: [],
  totalCount: 0,
  nextOffset: null,
  venues: [],
  people: [],
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
