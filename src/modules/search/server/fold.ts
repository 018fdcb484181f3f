/**
 * One spelling for all the ways a name is typed. What is stored is folded once (`foldStored`); what is asked
 * is read in every way it may be meant (`readingsOf`), since `c` may be ც, ჩ or a k, and `y` may be ყ or ი.
 *
 * The folded alphabet keeps apart what every spelling keeps apart, and no more: თ and ტ are both `t`; კ, ქ and ყ
 * are `k`; პ and ფ `p`; გ and ღ `g`; ზ and ძ `z`; ხ and ჰ `h`; ჟ and ჯ `j`; ც and წ `c`; ჩ and ჭ `q`; შ is `x`.
 * Doubled letters are one.
 */
const georgian: Readonly<Record<string, string>> = letters(
  'ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ j რ r ს s ტ t უ u ფ p ქ k ღ g ყ k შ x ჩ q ც c ძ z წ c ჭ q ხ h ჯ j ჰ h',
)

/** The key each Georgian letter lies on; what is not here lies on the key of its own sound. */
const keyOfGeorgian: Readonly<Record<string, string>> = letters(
  'ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ j რ r ს s ტ t უ u ფ f ქ q ღ r ყ y შ s ჩ c ც c ძ z წ w ჭ w ხ x ჯ j ჰ h',
)

/** Keys that are another Georgian letter with Shift. */
const georgianOfShiftedKey: Readonly<Record<string, string>> = letters(
  'T თ S შ R ღ J ჟ Z ძ C ჩ W ჭ',
)
const georgianOfKey: Readonly<Record<string, string>> = letters(
  'a ა b ბ c ც d დ e ე f ფ g გ h ჰ i ი j ჯ k კ l ლ m მ n ნ o ო p პ q ქ r რ s ს t ტ u უ v ვ w წ x ხ y ყ z ზ',
)

/** Russian is not indexed, but its readers type Georgian names in their own letters. */
const cyrillic: Readonly<Record<string, string>> = letters(
  'а a б b в v г g д d е e ж j з z и i к k л l м m н n о o п p р r с s т t у u ф p х h ц c ч q ш x щ x ы i э e ю iu я ia',
)

function letters(pairs: string): Record<string, string> {
  const list = pairs.split(' ')
  return Object.fromEntries(
    list.flatMap((letter, index) => (index % 2 === 0 ? [[letter, list[index + 1] ?? '']] : [])),
  )
}

/** Two letters and more that are one sound, by their first letter; longer ones first. */
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

/** ISO 9984 writes some sounds with a sign above the letter (after NFD: the letter, then the sign). */
const signedSounds: Readonly<Record<string, string>> = {
  's\u030c': 'x',
  'c\u030c': 'q',
  'z\u030c': 'j',
  'j\u030c': 'j',
  'g\u0304': 'g',
}

/** How the letters that mean different things to different people are read. */
interface LatinReading {
  /** `soft`: as in English, c before e, i, y and k elsewhere. */
  readonly c: 'c' | 'q' | 'soft'
  readonly w: 'c' | 'q' | 'v'
  readonly y: 'i' | 'k'
  readonly x: 'h' | 'ks'
  readonly j: 'j' | 'z'
}

const english: LatinReading = { c: 'soft', w: 'v', y: 'i', x: 'ks', j: 'j' }
/** Everyday typing: each Georgian letter by the key it lies on. */
const chat: LatinReading = { c: 'c', w: 'c', y: 'k', x: 'h', j: 'j' }
const otherReadings: readonly LatinReading[] = [
  { ...chat, w: 'v' },
  { ...chat, y: 'i' },
  { ...chat, c: 'q' },
  { ...chat, w: 'q' },
  { ...chat, j: 'z' },
]

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’‘`ʼʹʻ]*/gu
const apostrophes = /['’‘`ʼʹʻ]/g

/** The words of a text as they are written, and where each begins. */
export function wordsIn(value: string): { readonly word: string; readonly start: number }[] {
  return [...value.matchAll(wordPattern)].map((match) => ({ word: match[0], start: match.index }))
}

/** A stored word in its one spelling. */
export function foldStored(word: string): string {
  return fold(word, english)
}

/** Folded words of a stored text. Words joined by a hyphen are also one: `stand-up` is `standup` too. */
export function foldedWords(value: string): string[] {
  const folded = wordsIn(value)
    .map(({ word }) => foldStored(word))
    .filter(Boolean)
  if (!/[-‐‑]/.test(value)) return folded
  const joined = value.match(/[\p{L}\p{N}]+(?:[-‐‑][\p{L}\p{N}]+)+/gu) ?? []
  return [...folded, ...joined.map((text) => foldStored(text.replaceAll(/[-‐‑]/g, '')))]
}

/** Under this key all spellings of a question are the same question. */
export function foldedKey(value: string): string {
  return wordsIn(value)
    .map(({ word }) => fold(word, chat))
    .filter(Boolean)
    .join(' ')
}

/**
 * The ways an asked word may be meant, the likeliest first, each once: Georgian letters as they stand, and as
 * an English word typed on a Georgian keyboard; Latin letters as English, as everyday typing, and as Georgian
 * typed on an English keyboard (where Shift makes another letter).
 */
export function readingsOf(word: string): string[] {
  const readings = [fold(word, english), fold(word, chat)]
  if (/[ა-ჰ]/u.test(word)) {
    const keys = [...word].map((letter) => keyOfGeorgian[letter] ?? letter).join('')
    readings.push(fold(keys, english))
  } else {
    for (const reading of otherReadings) readings.push(fold(word, reading))
    if (/[TSRJZCW]/.test(word)) {
      const typed = [...word]
        .map((key) => georgianOfShiftedKey[key] ?? georgianOfKey[key.toLowerCase()] ?? key)
        .join('')
      readings.push(fold(typed, english))
    }
  }
  return [...new Set(readings)].filter(Boolean)
}

/** For each folded letter, how many letters of the word as written it takes to say it. */
export interface FoldedWord {
  readonly folded: string
  readonly ends: readonly number[]
}

/** A stored word folded, with the way back to the letters as they are written. */
export function foldWithEnds(word: string): FoldedWord {
  let folded = ''
  const ends: number[] = []
  scan(word, english, (sound, end) => {
    for (const letter of sound) {
      if (isDoubled(folded, letter)) ends[ends.length - 1] = end
      else {
        folded += letter
        ends.push(end)
      }
    }
  })
  return { folded, ends }
}

function fold(word: string, reading: LatinReading): string {
  let folded = ''
  scan(word, reading, (sound) => {
    for (const letter of sound) if (!isDoubled(folded, letter)) folded += letter
  })
  return folded
}

/** A letter said twice is one; 1988 is not 198. */
function isDoubled(folded: string, letter: string): boolean {
  return folded.endsWith(letter) && !/\d/.test(letter)
}

/** Says the word sound by sound; `end` is how far into the word as written the sound reaches. */
function scan(
  written: string,
  reading: LatinReading,
  say: (sound: string, end: number) => void,
): void {
  const { text, origins } = plain(written)
  let at = 0
  while (at < text.length) {
    const { sound, length } = soundAt(text, at, reading)
    at += length
    say(sound, origins ? (origins[at - 1] ?? written.length) : at)
  }
}

function soundAt(
  text: string,
  at: number,
  reading: LatinReading,
): { sound: string; length: number } {
  const letter = text.charAt(at)
  const native = georgian[letter] ?? cyrillic[letter]
  if (native !== undefined) return { sound: native, length: 1 }
  if (letter < 'a' || letter > 'z') return { sound: letter, length: 1 }
  const signed = signedSounds[text.slice(at, at + 2)]
  if (signed !== undefined) return { sound: signed, length: 2 }
  for (const [spelling, sound] of latinSounds.get(letter) ?? [])
    if (text.startsWith(spelling, at)) return { sound, length: spelling.length }
  return { sound: single(letter, text.charAt(at + 1), reading), length: 1 }
}

function single(letter: string, next: string, reading: LatinReading): string {
  if (letter === 'c')
    return reading.c === 'soft' ? ('eiy'.includes(next || '-') ? 'c' : 'k') : reading.c
  if (letter === 'w') return reading.w
  if (letter === 'y') return reading.y
  if (letter === 'x') return reading.x
  if (letter === 'j') return reading.j
  if (letter === 'f') return 'p'
  return letter === 'q' ? 'k' : letter
}

/** Signs that change a sound (caron, macron) stay after their letter; all others go. */
const soundSigns = '\u030c\u0304'

/**
 * Lower case, no apostrophes, no other marks; `origins` says how far into the written word each
 * letter reaches; null when each stands where it stood.
 */
function plain(written: string): { text: string; origins: number[] | null } {
  // Nearly every word is of these letters; what follows is for the others and ten times as slow.
  if (/^[a-z0-9ა-ჰ]+$/i.test(written)) return { text: written.toLowerCase(), origins: null }
  let text = ''
  const origins: number[] = []
  let end = 0
  for (const letter of written) {
    end += letter.length
    // Mtavruli (Ა…), the capitals of headlines, become the usual letters.
    for (const part of letter.normalize('NFKD').toLowerCase()) {
      if (part.match(apostrophes)) continue
      if (/\p{M}/u.test(part) && !(soundSigns.includes(part) && /[sczjg]$/.test(text))) continue
      if (!/[\p{L}\p{N}\p{M}]/u.test(part)) continue
      text += part
      for (let unit = 0; unit < part.length; unit += 1) origins.push(end)
    }
  }
  return { text, origins }
}
