/** Matches of a text, ranked by kind, before presentation. */
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

export type Asking = Context

export interface Finding {
  readonly kept: SearchIndexView
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
  context: Asking,
  { sources }: SearchPorts,
  text: string,
): Promise<Finding> {
  const kept = await readIndex(context, sources)
  const now = context.clock.now()
  const intent = kept.index.hasExactly(text)
    ? { rest: text.trim(), parts: [] }
    : parseIntent(text, localDate(now))
  const boosts = await boostsOf(context, kept, intent.rest)
  const found = intent.rest
    ? kept.index.search(intent.rest, { now: now.getTime(), boosts })
    : kept.index.all(now.getTime())
  return { kept, found, now, rules: await readRules(context), intent }
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
 * The text with each mistyped word as the best hit writes it; null when it was not mistyped, or when nothing
 * would change.
 */
export function meantText({ found, kept, intent }: Finding, locale: Locale): string | null {
  if (found.how !== 'errors') return null
  const [best] = bestOf(
    found.values.map((value, index) => ({ value, score: found.scores[index] ?? 0 })),
    1,
    (left, right) => left.id - right.id,
  )
  if (!best) return null
  const inGeorgian = /[ა-ჰ]/u.test(intent.rest)
  const texts = textsOf(best.value, inGeorgian ? 'ka' : 'en')
  const spellings = new Map(
    texts.flatMap((one) => tokenize(one).map(({ word }) => [normalizeStored(word), word])),
  )
  const meant = found.words.map((asked) => {
    const normalized = kept.index.likeliest(asked, [...spellings.keys()])
    return (normalized === undefined ? undefined : spellings.get(normalized)) ?? asked.written
  })
  const joined = meant.join(' ')
  const typed = found.words.map((asked) => asked.written).join(' ')
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
