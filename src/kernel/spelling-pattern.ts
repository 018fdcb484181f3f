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
  ...Map.groupBy(
    sounds.flatMap((sound) => sound.map((spelling) => ({ spelling, sound }))),
    ({ spelling }) => spelling,
  ),
]
  .map(([spelling, found]) => ({
    spelling,
    alternatives: [...new Set(found.flatMap(({ sound }) => sound))].join('|'),
  }))
  .toSorted((one, other) => other.spelling.length - one.spelling.length)

/**
 * A regular expression, for PostgreSQL as well as JavaScript, that finds a typed part of a name in lower-case text however
 * either is spelled: `konstantine` and `konstantin` find `კონსტანტინე`, `ყვარელი` finds `Kvareli`. Spaces match any
 * number of spaces, a doubled letter one, and other signs only themselves.
 */
export function spellingPattern(typed: string): string {
  const text = typed.trim().toLowerCase()
  let pattern = ''
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at)
    const found = spellings.find(({ spelling }) => rest.startsWith(spelling))
    const length = found?.spelling.length ?? 1
    const isDoubled = at > 0 && found && length === 1 && text[at] === text[at - 1]
    if (found && !isDoubled) pattern += `(?:${found.alternatives})+`
    else if (/\s/.test(rest)) pattern = pattern.endsWith(' +') ? pattern : `${pattern} +`
    else if (!found) pattern += rest.charAt(0).replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
    at += length
  }
  return pattern
}

/** Whether a text contains every word of a search, in any order, case and spelling. An empty search matches. */
export function hasSpelledWords(text: string, search: string): boolean {
  const searched = text.toLowerCase()
  return search
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => new RegExp(spellingPattern(word), 'u').test(searched))
}
