import type { Translate } from '#design/texts.tsx'
import type { Suggestions } from '#modules/search/contract.ts'
import type { Chosen } from './choice.ts'
import type texts from './messages/ka.json'

export interface Option {
  readonly key: string
  readonly text: string
  readonly ranges: readonly (readonly [number, number])[]
  /** Its address, without a language. */
  readonly path: string
  /** Shown below the name. */
  readonly note: { readonly place?: string; readonly fromDate?: string; readonly timeZone?: string }
  readonly imageUrl?: string | null
  readonly sign: 'show' | 'venue' | 'person' | 'text' | 'recent'
  /** Reported when it is chosen; absent for a text. */
  readonly chosen?: Chosen
}

export interface OptionGroup {
  readonly name: string
  /** Number of options before it. */
  readonly first: number
  readonly options: readonly Option[]
}

interface Known {
  readonly text: string
  readonly found: Suggestions | null
  readonly recent: readonly string[]
}

/** Without a text, recent and popular searches; otherwise the matches. */
export function optionGroups(known: Known, t: Translate<typeof texts>): OptionGroup[] {
  const groups = known.text.trim() === '' ? beforeTyping(known, t) : whileTyping(known, t)
  let first = 0
  return groups.flatMap((group) => {
    if (group.options.length === 0) return []
    const numbered = { ...group, first }
    first += group.options.length
    return [numbered]
  })
}

type Group = Omit<OptionGroup, 'first'>

function beforeTyping({ found, recent }: Known, t: Translate<typeof texts>): Group[] {
  const top = found?.text === '' ? found.texts : []
  return [
    { name: t('recent'), options: recent.map((text) => textOption(text, 'recent')) },
    { name: t('top'), options: top.map((text) => textOption(text, 'text')) },
  ]
}

function whileTyping({ text, found }: Known, t: Translate<typeof texts>): Group[] {
  if (!found || found.text === '') return []
  const asked = text.trim()
  const all = { ...textOption(asked, 'text'), key: 'all', text: t('allResults', { text: asked }) }
  return [
    {
      name: t('shows'),
      options: found.shows.map((show, position) => ({
        key: `show ${show.itemId}`,
        text: show.name,
        ranges: show.nameRanges,
        path: `/shows/${show.slug}`,
        note: {
          place: show.venueName,
          ...(show.fromDate ? { fromDate: show.fromDate, timeZone: show.timeZone } : {}),
        },
        imageUrl: show.imageUrl,
        sign: 'show' as const,
        chosen: { itemId: show.itemId, itemType: 'Show' as const, position },
      })),
    },
    {
      name: t('venues'),
      options: found.venues.map((venue, position) => ({
        key: `venue ${venue.itemId}`,
        text: venue.name,
        ranges: venue.nameRanges,
        path: venuePath(venue),
        note: { place: venue.cityName },
        sign: 'venue' as const,
        chosen: { itemId: venue.itemId, itemType: 'Venue' as const, position },
      })),
    },
    {
      name: t('people'),
      options: found.people.map((person, position) => ({
        key: `person ${person.itemId}`,
        text: person.name,
        ranges: person.nameRanges,
        path: personPath(person),
        note: { place: person.shows[0]?.name ?? '' },
        sign: 'person' as const,
        chosen: { itemId: person.itemId, itemType: 'Person' as const, position },
      })),
    },
    {
      name: t('others'),
      options: found.others.map((item) => ({
        key: `item ${item.source} ${item.itemId}`,
        text: item.name,
        ranges: item.nameRanges,
        path: item.path,
        note: { place: item.note },
        imageUrl: item.imageUrl,
        sign: 'show' as const,
      })),
    },
    { name: t('title'), options: [...found.texts.map((one) => textOption(one, 'text')), all] },
  ]
}

function textOption(text: string, sign: 'text' | 'recent'): Option {
  return { key: `${sign} ${text}`, text, ranges: [], path: textPath(text), note: {}, sign }
}

export function textPath(text: string): string {
  return `/search?${new URLSearchParams({ text })}`
}

export function venuePath(venue: { readonly slug: string }): string {
  return `/venues/${venue.slug}`
}

/** The page of a person; with a single show, that show's page. */
export function personPath(person: Suggestions['people'][number]): string {
  const [only, another] = person.shows
  return only && !another ? `/shows/${only.slug}` : textPath(person.name)
}
