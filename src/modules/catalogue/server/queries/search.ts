import type { Database } from '#platform/database/database.ts'
import type { ListItem } from '../../contract.ts'
import { presentShowItem } from '../present.ts'
import { foldText } from '../search-text.ts'
import { searchShowIds } from '../store.ts'
import { upcomingOf, type View } from './listing.ts'

/** Words beyond these say nothing more and cost time. */
const wordsMost = 6

/** Shows that fit the text, best first; those with nothing to come stand last. */
export async function searchShows(
  db: Database,
  view: View,
  text: string,
  limit: number,
): Promise<ListItem[]> {
  const words = foldText(text).split(' ').filter(Boolean).slice(0, wordsMost)
  if (words.length === 0) return []
  const found = (await searchShowIds(db, words, limit)).flatMap((id) => {
    const show = view.catalogue.shows.get(id)
    return show ? [presentShowItem(show, upcomingOf(show, view.now), view.locale)] : []
  })
  return [
    ...found.filter((item) => item.eventId !== null),
    ...found.filter((item) => item.eventId === null),
  ]
}
