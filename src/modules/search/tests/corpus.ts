/** An index, without a database, of the demo's shows, venues and people and of invented similar names. */
import { shows } from '../../../../db/seeds/content/shows.ts'
import { categories } from '../../../../db/seeds/content/platform.ts'
import { venues } from '../../../../db/seeds/content/venues.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { personDocument, showDocument, venueDocument } from '../server/documents.ts'
import { TextIndex, type Found } from '../server/text-index.ts'
import { similarShows } from './quality-table.ts'

export interface SearchCorpus {
  readonly index: TextIndex<string>
  search(text: string): Found<string>
  /** Keys (`show:carmen`) of the matches of one kind, best first. */
  best(text: string, kind: string, most: number): string[]
}

const now = 0
const soon = 1

export function openSearchCorpus(): SearchCorpus {
  const index = new TextIndex<string>()
  const halls = new Map(venues.flatMap((venue) => venue.halls.map((hall) => [hall.key, venue])))
  const people = new Map<string, { name: LocalizedText; popularity: number; overAt: number }>()
  const categoriesOf = new Map(
    categories.flatMap((category) =>
      category.subcategories.map(({ slug, name }) => [slug, [category.name, name]]),
    ),
  )
  for (const show of shows) {
    if (show.previewKey !== undefined) continue
    const places = [...new Set(show.events.flatMap((event) => halls.get(event.hall) ?? []))]
    const facts = { popularity: show.popularity, overAt: soon }
    index.add(
      showDocument(`show:${show.slug}`, {
        ...show,
        ...facts,
        places,
        categories: categoriesOf.get(show.subcategory) ?? [],
      }),
    )
    for (const { name } of show.performers) people.set(name.en, { name, ...facts })
  }
  for (const [slug, ka, en] of similarShows)
    index.add(
      showDocument(`show:${slug}`, {
        name: { ka, en },
        performers: [],
        places: [],
        categories: [],
        popularity: 500,
        overAt: soon,
      }),
    )
  for (const venue of venues)
    index.add(venueDocument(`venue:${venue.slug}`, { ...venue, eventCount: 20 }))
  for (const [key, person] of people) index.add(personDocument(`person:${key}`, person))
  const search = (text: string): Found<string> => index.search(text, { now })
  return {
    index,
    search,
    best(text, kind, most) {
      const { values, scores } = search(text)
      return values
        .map((value, at) => ({ value, score: scores[at] ?? 0 }))
        .filter(({ value }) => value.startsWith(`${kind}:`))
        .toSorted((left, right) => right.score - left.score)
        .slice(0, most)
        .map((hit) => hit.value)
    },
  }
}
