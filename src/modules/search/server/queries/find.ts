/** Finds and ranks the matches of a text, before presentation. */
import { localDate } from '#modules/catalogue/server/public-api.ts'
import { readRules, type Rule } from '#modules/sale-rules/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Locale } from '#kernel/locale.ts'
import { boostsOf } from '../popularity.ts'
import { normalizeStored, tokenize } from '../normalize.ts'
import { parseIntent, type Intent } from '../intent.ts'
import { readIndex, type SearchIndexView } from '../index-sync.ts'
import type { Target } from '../targets.ts'
import { bestOf, type Ranked } from '../ranking.ts'
import type { SearchPorts } from '../search-source.ts'
import type { Found } from '../text-index.ts'

export type SearchContext = Context

export interface SearchMatches {
  readonly view: SearchIndexView
  readonly found: Found<Target>
  readonly now: Date
  /** Special rules in force: some dates are hidden. */
  readonly rules: readonly Rule[]
  /** Filters detected in the text. */
  readonly intent: Intent
}

/**
 * Searches by the words of a text; without words everything matches. Days and prices in the text become filters unless
 * a document has that name.
 */
export async function find(
  context: SearchContext,
  { sources }: SearchPorts,
  text: string,
): Promise<SearchMatches> {
  const view = await readIndex(context, sources)
  const now = context.clock.now()
  const intent = view.index.hasExactly(text)
    ? { rest: text.trim(), parts: [] }
    : parseIntent(text, localDate(now))
  const boosts = await boostsOf(context, view, intent.rest)
  const found = intent.rest
    ? view.index.search(intent.rest, { now: now.getTime(), boosts })
    : view.index.all(now.getTime())
  return { view, found, now, rules: await readRules(context), intent }
}

/** The best of one kind. */
export function bestOfKind<Kind extends Target['kind']>(
  found: Found<Target>,
  kind: Kind,
  most: number,
): Ranked<Extract<Target, { kind: Kind }>>[] {
  return bestOf(rankedOfKind(found, kind), most, (left, right) => left.id - right.id)
}

function* rankedOfKind<Kind extends Target['kind']>(
  { values, scores }: Found<Target>,
  kind: Kind,
): Generator<Ranked<Extract<Target, { kind: Kind }>>, undefined> {
  for (const [index, value] of values.entries())
    if (isKind(value, kind)) yield { value, score: scores[index] ?? 0 }
  return undefined
}

function isKind<Kind extends Target['kind']>(
  target: Target,
  kind: Kind,
): target is Extract<Target, { kind: Kind }> {
  return target.kind === kind
}

/**
 * The text with each mistyped word replaced by the spelling of the best match; null when no word was mistyped or the
 * text would not change.
 */
export function correctText({ found, view, intent }: SearchMatches, locale: Locale): string | null {
  if (found.mode !== 'errors') return null
  const [best] = bestOf(
    found.values.map((value, index) => ({ value, score: found.scores[index] ?? 0 })),
    1,
    (left, right) => left.id - right.id,
  )
  if (!best) return null
  const inGeorgian = /[ა-ჰ]/u.test(intent.rest)
  const texts = textsOf(best.value, inGeorgian ? 'ka' : 'en')
  const spellings = new Map(
    texts.flatMap((text) => tokenize(text).map(({ word }) => [normalizeStored(word), word])),
  )
  const corrected = found.words.map((word) => {
    const normalized = view.index.bestCandidate(word, [...spellings.keys()])
    return (normalized === undefined ? undefined : spellings.get(normalized)) ?? word.written
  })
  const joined = corrected.join(' ')
  const typed = found.words.map((word) => word.written).join(' ')
  return joined.toLocaleLowerCase(locale) === typed.toLocaleLowerCase(locale) ? null : joined
}

function textsOf(target: Target, locale: Locale): string[] {
  if (target.kind === 'Person') return [target.name[locale]]
  if (target.kind === 'Venue') return [target.venue.name[locale], target.venue.city[locale]]
  if (target.kind === 'Item') return [target.item.name[locale]]
  const { show } = target
  return [
    show.name[locale],
    ...show.performers.map(({ name }) => name[locale]),
    ...show.events.flatMap(({ venue }) => [venue.name[locale], venue.city[locale]]),
    show.category.name[locale],
    show.subcategory.name[locale],
  ]
}
