import type { Suggestions } from '../../contract.ts'
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
import { sift } from './sift.ts'
import { bestOfKind, find, meantText, type Asking } from './find.ts'

/** Venues and people beside the shows. */
const othersMost = 3

/** The best few of each kind while somebody types; top searches before the first letter. */
export async function suggest(
  context: Asking,
  ports: SearchPorts,
  { text, limit }: { text: string; limit: number },
): Promise<Suggestions> {
  const top = await topSearches(context)
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
  const finding = await find(context, ports, text)
  const { found } = finding
  const most = Math.min(limit, othersMost)
  const { intent, now, kept } = finding
  const filter = new ShowFilter(filtersOf(intent), now, kept.catalogue.offerTerms)
  const isUnderstood = intent.parts.length > 0
  const shows = isUnderstood
    ? bestOf(sift(finding, filter, true).fitting, limit, (left, right) => left.id - right.id)
    : bestOfKind(found, 'Show', limit)
  // By a day alone, any venue would do.
  const named = intent.rest ? found : { ...found, values: [], scores: [] }
  const key = normalizedKey(text)
  return {
    text,
    shows: shows.map(({ value }) => presentSuggestedShow(finding, value, context)),
    venues: bestOfKind(named, 'Venue', most).map(({ value }) =>
      presentFoundVenue(finding, value, context),
    ),
    people: bestOfKind(named, 'Person', most).map(({ value }) =>
      presentFoundPerson(finding, value, context),
    ),
    others: bestOfKind(named, 'Item', most).map(({ value }) =>
      presentFoundItem(finding, value, context),
    ),
    texts: top.filter((one) => one !== text && normalizedKey(one).startsWith(key)).slice(0, most),
    didYouMean: meantText(finding, context.locale),
  }
}
