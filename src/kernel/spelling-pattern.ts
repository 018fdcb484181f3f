import { grouped } from './grouped.ts'
import { foldForSearch } from './search-fold.ts'

/** Spellings of each sound of a Georgian name, in Georgian letters and in everyday Latin ones; longer ones first. */
const sounds: readonly (readonly string[])[] = [
  ['tch', 'ch', 'ჩ', 'ჭ'],
  ['sh', 'შ'],
  ['ts', 'tz', 'c', 'w', 'ც', 'წ', 'თს', 'ტს'],
  ['zh', 'j', 'ჟ', 'ჯ'],
  ['dz', 'z', 'ძ', 'ზ'],
  ['kh', 'x', 'h', 'ხ', 'ჰ'],
  ['gh', 'g', 'ღ', 'გ'],
  ['ck', 'k', 'q', 'c', 'კ', 'ქ', 'ყ'],
  ['ph', 'p', 'f', 'პ', 'ფ'],
  ['t', 'თ', 'ტ'],
  ['i', 'y', 'ი', 'ყ'],
  ['a', 'ა'],
  ['b', 'ბ'],
  ['d', 'დ'],
  ['e', 'ე'],
  ['l', 'ლ'],
  ['m', 'მ'],
  ['n', 'ნ'],
  ['o', 'ო'],
  ['r', 'რ'],
  ['s', 'ს'],
  ['u', 'უ'],
  ['v', 'w', 'ვ'],
]

/** Every spelling, the longest first, with those of its sounds. */
const spellings = [
  ...grouped(
    sounds.flatMap((sound) => sound.map((spelling) => ({ spelling, sound }))),
    ({ spelling }) => spelling,
  ),
]
  .map(([spelling, found]) => ({
    spelling,
    alternatives: [...new Set(found.flatMap(({ sound }) => sound))],
  }))
  .toSorted((one, other) => other.spelling.length - one.spelling.length)

/** A part of what was typed: a sound in any spelling, once or more; spaces; or another sign, which is only itself. */
type SpelledPart =
  | { readonly kind: 'sound'; readonly alternatives: readonly string[] }
  | { readonly kind: 'spaces' }
  | { readonly kind: 'sign'; readonly sign: string }

function partsOf(typed: string): SpelledPart[] {
  const text = foldForSearch(typed).trim()
  const parts: SpelledPart[] = []
  for (let at = 0; at < text.length;) {
    const found = spellings.find(({ spelling }) => text.startsWith(spelling, at))
    const sign = text.charAt(at)
    const length = found?.spelling.length ?? 1
    const isDoubled = at > 0 && found && length === 1 && sign === text[at - 1]
    if (found && !isDoubled) parts.push({ kind: 'sound', alternatives: found.alternatives })
    else if (!found && !/\s/.test(sign)) parts.push({ kind: 'sign', sign })
    else if (!found && parts.at(-1)?.kind !== 'spaces') parts.push({ kind: 'spaces' })
    at += length
  }
  return parts
}

/**
 * A regular expression for PostgreSQL that finds a typed part of a name in a folded text (`search_fold`) however either is
 * spelled:
 * `konstantine` and `konstantin` find `კონსტანტინე`, `ყვარელი` finds `Kvareli`. Spaces match any number of spaces, a
 * doubled letter one, and other signs only themselves. JavaScript's expressions try all ways to divide a text among the
 * sounds, which takes for ever on long runs of one letter: `hasSpelledWords` compares without them.
 */
export function spellingPattern(typed: string): string {
  return partsOf(typed)
    .map((part) => {
      if (part.kind === 'sound') return `(?:${part.alternatives.join('|')})+`
      return part.kind === 'spaces' ? ' +' : part.sign.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
    })
    .join('')
}

/** Whether a text contains every word of a search, in any order, case and spelling. An empty search matches. */
export function hasSpelledWords(text: string, search: string): boolean {
  const searched = foldForSearch(text)
  return foldForSearch(search)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => contains(searched, partsOf(word)))
}

/** Follows all positions at which the parts so far may end, so that the time is that of text times parts. */
function contains(text: string, parts: readonly SpelledPart[]): boolean {
  let ends = new Uint8Array(text.length + 1).fill(1)
  for (const part of parts) {
    const next = new Uint8Array(text.length + 1)
    const alternatives =
      part.kind === 'sound' ? part.alternatives : [part.kind === 'spaces' ? ' ' : part.sign]
    const isRepeated = part.kind !== 'sign'
    for (let at = 0; at < text.length; at += 1) {
      if (!ends[at] && !(isRepeated && next[at])) continue
      for (const alternative of alternatives)
        if (text.startsWith(alternative, at)) next[at + alternative.length] = 1
    }
    if (!next.includes(1)) return false
    ends = next
  }
  return true
}
