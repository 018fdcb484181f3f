/**
 * Texts for people: a small subset of ICU messages, enough for a shop and small enough to ship. `{name}` inserts a
 * value; `{count, plural, one {# ticket} other {# tickets}}` chooses by number (`=0` and other exact numbers first),
 * `{kind, select, day {…} other {…}}` by word. `#` is the number.
 */

/** Languages of the text sets; the shell alone has all four. */
export type TextLanguage = 'ka' | 'en' | 'ru' | 'az'

export type TextValues = Readonly<Record<string, string | number>>

/** One module's texts by key. */
export type Messages = Readonly<Record<string, string>>

/** Texts of another language must have the keys of the first, all of them and no others. */
export type SameKeys<First, Other> =
  Exclude<keyof First, keyof Other> extends never
    ? Exclude<keyof Other, keyof First> extends never
      ? Other
      : { readonly extraKeys: Exclude<keyof Other, keyof First> }
    : { readonly missingKeys: Exclude<keyof First, keyof Other> }

type Part =
  | string
  | { readonly name: string }
  | {
      readonly name: string
      readonly plural: boolean
      readonly cases: ReadonlyMap<string, readonly Part[]>
    }

const parsed = new Map<string, readonly Part[]>()

/** Fills in a message. Throws when a value is missing, which is a defect of ours. */
export function formatText(
  language: TextLanguage,
  message: string,
  values: TextValues = {},
): string {
  if (!message.includes('{')) return message
  let parts = parsed.get(message)
  if (!parts) parsed.set(message, (parts = parseText(message)))
  return fill(language, parts, values, null)
}

/** The sorted names of a message's values: both languages of a text must use the same. */
export function placeholdersOf(message: string): string[] {
  const names = new Set<string>()
  const collect = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (typeof part === 'string') continue
      names.add(part.name)
      if ('cases' in part) for (const inner of part.cases.values()) collect(inner)
    }
  }
  collect(parseText(message))
  return [...names].sort()
}

/** A number as people write it: `2,5` in Georgian, `2.5` in English, with a minus sign instead of a hyphen. */
export function formatNumber(language: TextLanguage, value: number): string {
  const digits = String(Math.abs(value))
  return `${value < 0 ? '−' : ''}${language === 'en' ? digits : digits.replace('.', ',')}`
}

/** A whole number with its thousands apart: `54,202` in English, otherwise a space that does not break. */
export function formatCount(language: TextLanguage, count: number): string {
  return formatNumber(language, count).replaceAll(
    /\B(?=(\d{3})+$)/g,
    language === 'en' ? ',' : '\u00A0',
  )
}

function fill(
  language: TextLanguage,
  parts: readonly Part[],
  values: TextValues,
  count: number | null,
): string {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') {
      text += count === null ? part : part.replaceAll('#', formatCount(language, count))
      continue
    }
    const value = values[part.name]
    if (value === undefined) throw new RangeError(`The text needs a value for ${part.name}`)
    if (!('cases' in part)) {
      text += typeof value === 'number' ? formatNumber(language, value) : value
      continue
    }
    const chosen = part.plural
      ? (part.cases.get(`=${value}`) ?? part.cases.get(pluralForm(language, Number(value))))
      : part.cases.get(String(value))
    const inner = chosen ?? part.cases.get('other') ?? []
    text += fill(language, inner, values, part.plural ? Number(value) : count)
  }
  return text
}

/** Unicode's plural rules for whole numbers of the four languages. */
export function pluralForm(
  language: TextLanguage,
  count: number,
): 'one' | 'few' | 'many' | 'other' {
  if (language !== 'ru') return count === 1 ? 'one' : 'other'
  const last = count % 10
  const lastTwo = count % 100
  if (last === 1 && lastTwo !== 11) return 'one'
  if (last >= 2 && last <= 4 && (lastTwo < 12 || lastTwo > 14)) return 'few'
  return 'many'
}

function parseText(message: string): readonly Part[] {
  const [parts, end] = parseParts(message, 0)
  if (end !== message.length) throw new SyntaxError(`Unbalanced braces in: ${message}`)
  return parts
}

function parseParts(message: string, start: number): [Part[], number] {
  const parts: Part[] = []
  let from = start
  let at = start
  while (at < message.length && message[at] !== '}') {
    if (message[at] !== '{') {
      at += 1
      continue
    }
    if (at > from) parts.push(message.slice(from, at))
    const [part, next] = parsePlaceholder(message, at + 1)
    parts.push(part)
    from = at = next
  }
  if (at > from) parts.push(message.slice(from, at))
  return [parts, at]
}

function parsePlaceholder(message: string, start: number): [Part, number] {
  const head = /^\s*([a-zA-Z]+)\s*(?:,\s*(plural|select)\s*,)?/.exec(message.slice(start))
  if (!head?.[1]) throw new SyntaxError(`No name after a brace in: ${message}`)
  let at = start + head[0].length
  if (!head[2]) return [{ name: head[1] }, closing(message, at)]
  const cases = new Map<string, readonly Part[]>()
  for (;;) {
    const opening = /^\s*([=\w]+)\s*\{/.exec(message.slice(at))
    if (!opening?.[1]) break
    const [parts, end] = parseParts(message, at + opening[0].length)
    cases.set(opening[1], parts)
    at = closing(message, end)
  }
  return [{ name: head[1], plural: head[2] === 'plural', cases }, closing(message, at)]
}

function closing(message: string, start: number): number {
  const space = /^\s*\}/.exec(message.slice(start))
  if (!space) throw new SyntaxError(`A brace is not closed in: ${message}`)
  return start + space[0].length
}
