import type { Suggestions } from '../../contract.ts'
import { readIndex } from '../index-sync.ts'
import { topSearches } from '../popularity.ts'
import { normalizedKey } from '../normalize.ts'
import {
  presentFoundItem,
  presentFoundPerson,
  presentFoundVenue,
  presentSuggestedShow,
} from '../present.ts'
import { ShowFilter } from '../filters.ts'
import { filtersOf } from '../intent.ts'
import { bestOf } from '../ranking.ts'
import type { SearchPorts } from '../search-source.ts'
import { filterShows } from './filter-shows.ts'
import { bestOfKind, find, correctText, type SearchContext } from './find.ts'

/** Maximum number of venues, people and other items. */
const othersMax = 3

/** The best few results of each kind for a text being typed; top searches for an empty text. */
export async function suggest(
  context: SearchContext,
  ports: SearchPorts,
  { text, limit }: { text: string; limit: number },
): Promise<Suggestions> {
  const top = await topSearches(context, await readIndex(context, ports.sources))
  if (text === '')
    return {
      text,
      shows: [],
      venues: [],
      people: [],
      others: [],
      texts: top.slice(0, limit),
      didYouMean: null,
    }
  const matches = await find(context, ports, text)
  const { found } = matches
  const most = Math.min(limit, othersMax)
  const { intent, now, view } = matches
  const filter = new ShowFilter(filtersOf(intent), now, view.catalogue.offerTerms)
  const isUnderstood = intent.parts.length > 0
  const shows = isUnderstood
    ? bestOf(
        filterShows(matches, filter, true).matching,
        limit,
        (left, right) => left.id - right.id,
      )
    : bestOfKind(found, 'Show', limit)
  // A text that only names a day matches no venue or person in particular.
  const byName = intent.rest ? found : { ...found, values: [], scores: [] }
  const key = normalizedKey(text)
  return {
    text,
    shows: shows.map(({ value }) => presentSuggestedShow(matches, value, context)),
    venues: bestOfKind(byName, 'Venue', most).map(({ value }) =>
      presentFoundVenue(matches, value, context),
    ),
    people: bestOfKind(byName, 'Person', most).map(({ value }) =>
      presentFoundPerson(matches, value, context),
    ),
    others: bestOfKind(byName, 'Item', most).map(({ value }) =>
      presentFoundItem(matches, value, context),
    ),
    texts: top
      .filter((search) => search !== text && normalizedKey(search).startsWith(key))
      .slice(0, most),
    didYouMean: correctText(matches, context.locale),
  }
}
