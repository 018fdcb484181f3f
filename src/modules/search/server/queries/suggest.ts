import type { Suggestions } from '../../contract.ts'
import { topSearches } from '../popularity.ts'
import { normalizedKey } from '../normalize.ts'
import { presentFoundPerson, presentFoundVenue, presentSuggestedShow } from '../present.ts'
import { bestOfKind, find, meantText, type Asking } from './find.ts'

/** Venues and people beside the shows. */
const othersMost = 3

/** The best few of each kind while somebody types; top searches before the first letter. */
export async function suggest(
  context: Asking,
  { text, limit }: { text: string; limit: number },
): Promise<Suggestions> {
  const top = await topSearches(context)
  if (text === '')
    return { text, shows: [], venues: [], people: [], texts: top.slice(0, limit), didYouMean: null }
  const finding = await find(context, text)
  const { found } = finding
  const most = Math.min(limit, othersMost)
  const key = normalizedKey(text)
  return {
    text,
    shows: bestOfKind(found, 'Show', limit).map(({ value }) =>
      presentSuggestedShow(finding, value, context),
    ),
    venues: bestOfKind(found, 'Venue', most).map(({ value }) =>
      presentFoundVenue(finding, value, context),
    ),
    people: bestOfKind(found, 'Person', most).map(({ value }) =>
      presentFoundPerson(finding, value, context),
    ),
    texts: top.filter((one) => one !== text && normalizedKey(one).startsWith(key)).slice(0, most),
    didYouMean: meantText(finding, text, context.locale),
  }
}
