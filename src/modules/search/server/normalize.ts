/**
 * One normal form for all spellings of a name. Stored texts are normalised once (`normalizeStored`); a query is read
 * in every possible way (`readingsOf`), since `c` may be ც, ჩ or a k, and `y` may be ყ or ი. The normal form
 * distinguishes only what every spelling distinguishes: თ and ტ are both `t`; კ, ქ and ყ are `k`; პ and ფ `p`; გ and
 * ღ `g`; ზ and ძ `z`; ხ and ჰ `h`; ჟ and ჯ `j`; ც and წ `c`; ჩ and ჭ `q`; შ is `x`. Doubled letters become one.
 */
const georgian: Readonly<Record<string, string>> = characters(
  'ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ j რ r ს s ტ t უ u ფ p ქ k ღ g ყ k შ x ჩ q ც c ძ z წ c ჭ q ხ h ჯ j ჰ h',
)

/** The Latin key of each Georgian letter on the keyboard. */
const keyOfGeorgian: Readonly<Record<string, string>> = characters(
  'ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ j რ r ს s ტ t უ u ფ f ქ q ღ r ყ y შ s ჩ c ც c ძ z წ w ჭ w ხ x ჯ j ჰ h',
)

/** Keys that produce another Georgian letter with Shift. */
const georgianOfShiftedKey: Readonly<Record<string, string>> = characters(
  'T თ S შ R ღ J ჟ Z ძ C ჩ W ჭ',
)
const georgianOfKey: Readonly<Record<string, string>> = characters(
  'a ა b ბ c ც d დ e ე f ფ g გ h ჰ i ი j ჯ k კ l ლ m მ n ნ o ო p პ q ქ r რ s ს t ტ u უ v ვ w წ x ხ y ყ z ზ',
)

/** Russian texts are not indexed, but Georgian names are also typed in Russian letters. */
const cyrillic: Readonly<Record<string, string>> = characters(
  'а a б b в v г g д d е e ж j з z и i к k л l м m н n о o п p р r с s т t у u ф p х h ц c ч q ш x щ x ы i э e ю iu я ia',
)

function characters(pairs: string): Record<string, string> {
  const list = pairs.split(' ')
  return Object.fromEntries(
    list.flatMap((character, index) =>
      index % 2 === 0 ? [[character, list[index + 1] ?? '']] : [],
    ),
  )
}

/** Pairs of Russian letters that represent one Georgian sound. */
const cyrillicSounds: Readonly<Record<string, string>> = characters('дж j дз z тс c')

/** The Latin letter on the key of each Russian one; letters on keys of punctuation are omitted. */
const keyOfCyrillic: Readonly<Record<string, string>> = characters(
  'й q ц w у e к r е t н y г u ш i щ o з p ф a ы s в d а f п g р h о j л k д l я z ч x с c м v и b т n ь m',
)
const cyrillicOfKey: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(keyOfCyrillic).map(([letter, key]) => [key, letter]),
)

/** Latin letter groups that represent one sound, by their first letter; longer ones first. */
const latinSounds = Map.groupBy(
  [
    ['tch', 'q'],
    ['dzh', 'j'],
    ['sh', 'x'],
    ['ch', 'q'],
    ['ts', 'c'],
    ['tz', 'c'],
    ['dz', 'z'],
    ['dj', 'j'],
    ['zh', 'j'],
    ['kh', 'h'],
    ['gh', 'g'],
    ['ph', 'p'],
    ['th', 't'],
    ['ck', 'k'],
    ['qu', 'kv'],
  ] as const,
  ([spelling]) => spelling.charAt(0),
)

/** ISO 9984 writes some sounds with a diacritic (after NFD: the letter, then the diacritic). */
const diacriticSounds: Readonly<Record<string, string>> = {
  's\u030c': 'x',
  'c\u030c': 'q',
  'z\u030c': 'j',
  'j\u030c': 'j',
  'g\u0304': 'g',
}

/** How ambiguous Latin letters are read. */
interface LatinReading {
  /** `soft`: as in English, `c` before e, i and y, `k` elsewhere. */
  readonly c: 'c' | 'q' | 'soft'
  readonly w: 'c' | 'q' | 'v'
  readonly y: 'i' | 'k'
  readonly x: 'h' | 'ks'
  readonly j: 'j' | 'z'
}

const english: LatinReading = { c: 'soft', w: 'v', y: 'i', x: 'ks', j: 'j' }
/** Informal typing: each Georgian letter by its key on the keyboard. */
const informal: LatinReading = { c: 'c', w: 'c', y: 'k', x: 'h', j: 'j' }
const otherReadings: readonly LatinReading[] = [
  { ...informal, w: 'v' },
  { ...informal, y: 'i' },
  { ...informal, c: 'q' },
  { ...informal, w: 'q' },
  { ...informal, j: 'z' },
]

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’‘`ʼʹʻ]*/gu
const apostrophes = /['’‘`ʼʹʻ]/g

/** The words of a text as written, with their positions. */
export function tokenize(value: string): { readonly word: string; readonly start: number }[] {
  return [...value.matchAll(wordPattern)].map((match) => ({ word: match[0], start: match.index }))
}

/** The normal form of a stored word. */
export function normalizeStored(word: string): string {
  return normalize(word, english)
}

/** Normal forms of the words of a stored text. Hyphenated words are also joined: `stand-up` is `standup` too. */
export function normalizedWords(value: string): string[] {
  const normalized = tokenize(value)
    .map(({ word }) => normalizeStored(word))
    .filter(Boolean)
  if (!/[-‐‑]/.test(value)) return normalized
  // Begins only where a word does: every letter of a long word would be tried otherwise.
  const joined = value.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-‐‑][\p{L}\p{N}]+)+/gu) ?? []
  return [...normalized, ...joined.map((text) => normalizeStored(text.replaceAll(/[-‐‑]/g, '')))]
}

/** A key that is equal for equivalent spellings of a query. */
export function normalizedKey(value: string): string {
  return tokenize(value)
    .map(({ word }) => normalize(word, informal))
    .filter(Boolean)
    .join(' ')
}

/** Possible readings of a typed word. */
export interface Readings {
  /** The most common readings. */
  readonly usual: readonly string[]
  /** Used when the usual readings match nothing: other keys, another keyboard. */
  readonly rare: readonly string[]
}

/**
 * Readings of a typed word, the most likely first, without duplicates. Usual: as an English word, and as informal typing
 * of Georgian by keys. Rare: other letters for the same sound, and the word typed with the Georgian, English or Russian
 * keyboard on by mistake.
 */
export function readingsOf(word: string): Readings {
  const usual = distinct([normalize(word, english), normalize(word, informal)])
  const rare: string[] = []
  if (/[ა-ჰ]/u.test(word)) rare.push(normalize(retyped(word, keyOfGeorgian), english))
  else if (/[а-я]/iu.test(word)) {
    const keys = retyped(word, keyOfCyrillic)
    rare.push(normalize(keys, english), normalize(keys, informal))
  } else {
    for (const reading of otherReadings) rare.push(normalize(word, reading))
    if (/[TSRJZCW]/.test(word)) {
      const typed = [...word]
        .map((key) => georgianOfShiftedKey[key] ?? georgianOfKey[key.toLowerCase()] ?? key)
        .join('')
      rare.push(normalize(typed, english))
    }
    rare.push(normalize(retyped(word, cyrillicOfKey), english))
  }
  return { usual, rare: distinct(rare).filter((reading) => !usual.includes(reading)) }
}

function retyped(word: string, keys: Readonly<Record<string, string>>): string {
  return [...word].map((character) => keys[character.toLowerCase()] ?? character).join('')
}

function distinct(readings: readonly string[]): string[] {
  return [...new Set(readings)].filter(Boolean)
}

/** A normal form with, for each of its letters, the end of the corresponding part of the written word. */
export interface NormalizedWord {
  readonly normalized: string
  readonly ends: readonly number[]
}

/** Normalises a stored word, keeping the positions of the written letters. */
export function normalizeWithEnds(word: string): NormalizedWord {
  const letters: string[] = []
  const ends: number[] = []
  scan(word, english, (sound, end) => {
    for (const character of sound) {
      if (isDoubled(letters.at(-1), character)) ends[ends.length - 1] = end
      else {
        letters.push(character)
        ends.push(end)
      }
    }
  })
  return { normalized: letters.join(''), ends }
}

function normalize(word: string, reading: LatinReading): string {
  let normalized = ''
  // Looking at the end of a text that grows would copy it for every letter.
  let last: string | undefined
  scan(word, reading, (sound) => {
    for (const character of sound) {
      if (isDoubled(last, character)) continue
      normalized += character
      last = character
    }
  })
  return normalized
}

/** Whether a letter repeats the previous one and is dropped; digits are kept (1988 is not 198). */
function isDoubled(last: string | undefined, character: string): boolean {
  return last === character && !/\d/.test(character)
}

/** Reads the word sound by sound; `end` is the position in the written word after the sound. */
function scan(
  written: string,
  reading: LatinReading,
  emit: (sound: string, end: number) => void,
): void {
  const { text, origins } = toPlainLetters(written)
  let at = 0
  while (at < text.length) {
    const { sound, length } = soundAt(text, at, reading)
    at += length
    emit(sound, origins ? (origins[at - 1] ?? written.length) : at)
  }
}

function soundAt(
  text: string,
  at: number,
  reading: LatinReading,
): { sound: string; length: number } {
  const character = text.charAt(at)
  const pair = cyrillicSounds[text.slice(at, at + 2)]
  if (pair !== undefined) return { sound: pair, length: 2 }
  const nonLatin = georgian[character] ?? cyrillic[character]
  if (nonLatin !== undefined) return { sound: nonLatin, length: 1 }
  if (character < 'a' || character > 'z') return { sound: character, length: 1 }
  const withDiacritic = diacriticSounds[text.slice(at, at + 2)]
  if (withDiacritic !== undefined) return { sound: withDiacritic, length: 2 }
  for (const [spelling, sound] of latinSounds.get(character) ?? [])
    if (text.startsWith(spelling, at)) return { sound, length: spelling.length }
  return { sound: soundOfLetter(character, text.charAt(at + 1), reading), length: 1 }
}

function soundOfLetter(character: string, next: string, reading: LatinReading): string {
  if (character === 'c')
    return reading.c === 'soft' ? ('eiy'.includes(next || '-') ? 'c' : 'k') : reading.c
  if (character === 'w') return reading.w
  if (character === 'y') return reading.y
  if (character === 'x') return reading.x
  if (character === 'j') return reading.j
  if (character === 'f') return 'p'
  return character === 'q' ? 'k' : character
}

/** Diacritics that change a sound (caron, macron) are kept; all others are removed. */
const soundDiacritics = '\u030c\u0304'

/**
 * The word in lower case without apostrophes and other marks; `origins` maps each letter to the end of its source in
 * the written word, or is null when positions are unchanged.
 */
function toPlainLetters(written: string): { text: string; origins: number[] | null } {
  // Fast path for nearly all words; the general case is ten times as slow.
  if (/^[a-z0-9ა-ჰ]+$/i.test(written)) return { text: written.toLowerCase(), origins: null }
  let text = ''
  let last = ''
  const origins: number[] = []
  let end = 0
  for (const character of written) {
    end += character.length
    // Mtavruli (Ა…), the capitals of headlines, are converted to ordinary letters.
    for (const part of character.normalize('NFKD').toLowerCase()) {
      if (part.match(apostrophes)) continue
      if (/\p{M}/u.test(part) && !(soundDiacritics.includes(part) && 'sczjg'.includes(last || '-')))
        continue
      if (!/[\p{L}\p{N}\p{M}]/u.test(part)) continue
      text += part
      last = part
      for (let unit = 0; unit < part.length; unit += 1) origins.push(end)
    }
  }
  return { text, origins }
}

/** Longest text of a search that is stored. */
const textMax = 60

/** A typed search as it may be shown to others. */
export function shownText(typed: string): string {
  return typed.toLocaleLowerCase('ka').replaceAll(/\s+/g, ' ').slice(0, textMax)
}
