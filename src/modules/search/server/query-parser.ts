/** Matches the words of a query to words of the index, with a quality. */
import { stemsOf } from './stemmer.ts'
import { normalizeStored, normalizedKey, readingsOf, tokenize } from './normalize.ts'
import { synonymsOf } from './synonyms.ts'
import { errorCost, type Trie } from './trie.ts'

export interface QueryWord {
  readonly written: string
  readonly start: number
  readonly readings: readonly string[]
  /** Matched words of the index by number, with a quality from 0 to 1. */
  readonly meanings: ReadonlyMap<number, number>
  /** Carries no information ("the", "tickets"); a document need not contain it. */
  readonly isStopWord: boolean
}

const qualities = {
  whole: 1,
  /** A prefix: of nearly the whole word, and of a small part of it. */
  prefixMax: 0.92,
  prefixMin: 0.78,
  /** A synonym ("kids", "children"). */
  synonym: 0.9,
  /** The stem without a Georgian suffix. */
  stem: 0.74,
  /** A whole word with typing errors; each half error subtracts a step. */
  similar: 0.66,
  similarStep: 0.09,
  /** Factor for the same in a prefix. */
  similarPrefix: 0.82,
  /** Factor for a rare reading. */
  rareReading: 0.95,
} as const

const stopWords = new Set(
  'the of and at on in a an by to for from with და ბილეთი ბილეთები ბილეთის ticket tickets bileti biletebi билеты в на и для'
    .split(' ')
    .map(normalizeStored),
)

export function parseQuery(
  trie: Trie,
  text: string,
  options: { readonly allowErrors: boolean; readonly wordsMax: number },
): QueryWord[] {
  const written = tokenize(text).slice(0, options.wordsMax)
  const parts = options.allowErrors ? fixSpacing(trie, written) : written
  const words = parts.map(({ word, start }) => queryWord(trie, word, start, options.allowErrors))
  const isStopWord = words.map((word) => stopWords.has(normalizeStored(word.written)))
  if (isStopWord.every(Boolean)) return words
  return words.map((word, index) => ({ ...word, isStopWord: isStopWord[index] ?? false }))
}

function queryWord(trie: Trie, written: string, start: number, allowErrors: boolean): QueryWord {
  const meanings = new Map<number, number>()
  const { usual, rare: rareReadings } = readingsOf(written)
  const addMeaning = (word: number, quality: number): void => {
    if (quality > (meanings.get(word) ?? 0)) meanings.set(word, quality)
  }
  for (const reading of usual) addPrefixMatches(trie, reading, 1, addMeaning)
  for (const synonym of synonymsOf(usual)) {
    const word = trie.find(synonym)
    if (word !== undefined) addMeaning(word, qualities.synonym)
  }
  // Rare readings are used only when the usual ones match nothing: "jazz" is not a query for ძაზა.
  const rare = meanings.size === 0 ? rareReadings : []
  for (const reading of rare) addPrefixMatches(trie, reading, qualities.rareReading, addMeaning)
  for (const reading of [...usual, ...rare])
    for (const { stem, isForm } of stemsOf(reading))
      trie.forEachWithPrefix(stem, (word) => {
        const found = trie.word(word)
        if (isForm(found.slice(stem.length))) addMeaning(word, stemQuality(stem, found))
      })
  if (allowErrors) for (const reading of usual) addSimilarMatches(trie, reading, addMeaning)
  return { written, start, readings: [...usual, ...rareReadings], meanings, isStopWord: false }
}

type AddMeaning = (word: number, quality: number) => void

function addPrefixMatches(
  trie: Trie,
  reading: string,
  factor: number,
  addMeaning: AddMeaning,
): void {
  const { whole, prefixMax, prefixMin } = qualities
  trie.forEachWithPrefix(reading, (word) => {
    const share = reading.length / Math.max(1, trie.word(word).length)
    const quality = share === 1 ? whole : prefixMin + (prefixMax - prefixMin) * share
    addMeaning(word, quality * factor)
  })
}

/** Quality of a match by stem: higher when the stem is a larger part of the word. */
function stemQuality(stem: string, word: string): number {
  const share = stem.length / Math.max(1, word.length)
  return qualities.stem * (0.9 + 0.1 * share)
}

/** Permitted edit cost: none below three letters, half an error for three, one from four, two from eight letters on. */
function maxEditCost(length: number): number {
  if (length < 3) return 0
  if (length < 4) return errorCost / 2
  return length < 8 ? errorCost : errorCost * 2
}

function addSimilarMatches(trie: Trie, reading: string, addMeaning: AddMeaning): void {
  const budget = maxEditCost(reading.length)
  // A different number is not treated as a typing error.
  if (budget === 0 || /\d/.test(reading)) return
  trie.forEachSimilar(reading, budget, ({ word, cost, prefixCost }) => {
    const { similar, similarStep, similarPrefix } = qualities
    if (cost <= budget) addMeaning(word, similar - similarStep * cost)
    // Errors in a prefix are tolerated from four letters on.
    if (prefixCost < cost && reading.length >= 4)
      addMeaning(word, (similar - similarStep * prefixCost) * similarPrefix)
  })
}

interface Written {
  readonly word: string
  readonly start: number
}

/** Joins words split by a space and splits words written together, if the index knows the resulting words. */
function fixSpacing(trie: Trie, written: readonly Written[]): Written[] {
  const joined: Written[] = []
  for (const part of written) {
    const before = joined.at(-1)
    const both = before ? before.word + part.word : ''
    const isSplit =
      before && isKnown(trie, both) && !(isKnown(trie, before.word) && isKnown(trie, part.word))
    if (isSplit) joined[joined.length - 1] = { word: both, start: before.start }
    else joined.push(part)
  }
  return joined.flatMap((part) => splitWord(trie, part))
}

function splitWord(trie: Trie, part: Written): Written[] {
  if (part.word.length < 5 || isKnownPrefix(trie, part.word)) return [part]
  for (let at = part.word.length - 2; at >= 2; at -= 1) {
    const [left, right] = [part.word.slice(0, at), part.word.slice(at)]
    const isLong = Math.max(left.length, right.length) >= 4
    if (isLong && isKnown(trie, left) && isKnown(trie, right))
      return [
        { word: left, start: part.start },
        { word: right, start: part.start + at },
      ]
  }
  return [part]
}

function isKnown(trie: Trie, word: string): boolean {
  return readingsOf(word).usual.some((reading) => trie.find(reading) !== undefined)
}

function isKnownPrefix(trie: Trie, word: string): boolean {
  let isFound = false
  trie.forEachWithPrefix(normalizedKey(word), () => (isFound = true))
  return isFound
}
