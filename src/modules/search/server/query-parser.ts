/** Matches the words of a query to words of the index, with a quality. */
import { stemsOf } from './stemmer.ts'
import { normalizeStored, normalizedKey, readingsOf, tokenize } from './normalize.ts'
import { synonymsOf } from './synonyms.ts'
import { errorCost, type Trie } from './trie.ts'

export interface QueryWord {
  readonly written: string
  readonly start: number
  readonly readings: readonly string[]
  /** Words of the index by their number, with a quality from 0 to 1. */
  readonly meanings: ReadonlyMap<number, number>
  /** Carries no information ("the", "tickets"); a document need not contain it. */
  readonly isStopWord: boolean
}

const qualities = {
  whole: 1,
  /** A beginning, when nearly all of the word is there and when nearly nothing is. */
  beginningMost: 0.92,
  beginningLeast: 0.78,
  /** Another word for the same ("kids", "children"). */
  synonym: 0.9,
  /** The stem without a Georgian suffix. */
  stem: 0.74,
  /** A likely error in a whole word; each further half error takes away a step. */
  like: 0.66,
  likeStep: 0.09,
  /** The same in the beginning of a word. */
  likeBeginning: 0.82,
  /** Read in one of the rarer ways. */
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
  options: { readonly allowErrors: boolean; readonly wordsMost: number },
): QueryWord[] {
  const written = tokenize(text).slice(0, options.wordsMost)
  const parts = options.allowErrors ? respaced(trie, written) : written
  const words = parts.map(({ word, start }) => queryWord(trie, word, start, options.allowErrors))
  const isStopWord = words.map((word) => stopWords.has(normalizeStored(word.written)))
  if (isStopWord.every(Boolean)) return words
  return words.map((word, index) => ({ ...word, isStopWord: isStopWord[index] ?? false }))
}

function queryWord(trie: Trie, written: string, start: number, allowErrors: boolean): QueryWord {
  const meanings = new Map<number, number>()
  const { usual, rare: rareReadings } = readingsOf(written)
  const note = (word: number, quality: number): void => {
    if (quality > (meanings.get(word) ?? 0)) meanings.set(word, quality)
  }
  for (const reading of usual) noteBeginnings(trie, reading, 1, note)
  for (const synonym of synonymsOf(usual)) {
    const word = trie.find(synonym)
    if (word !== undefined) note(word, qualities.synonym)
  }
  // "jazz" is not about ძაზა: the rarer readings are for words that mean nothing as they are usually read.
  const rare = meanings.size === 0 ? rareReadings : []
  for (const reading of rare) noteBeginnings(trie, reading, qualities.rareReading, note)
  for (const reading of [...usual, ...rare])
    for (const { stem, isForm } of stemsOf(reading))
      trie.beginningWith(stem, (word) => {
        const found = trie.word(word)
        if (isForm(found.slice(stem.length))) note(word, stemQuality(stem, found))
      })
  if (allowErrors) for (const reading of usual) noteLike(trie, reading, note)
  return { written, start, readings: [...usual, ...rareReadings], meanings, isStopWord: false }
}

type Note = (word: number, quality: number) => void

function noteBeginnings(trie: Trie, reading: string, sure: number, note: Note): void {
  const { whole, beginningMost, beginningLeast } = qualities
  trie.beginningWith(reading, (word) => {
    const share = reading.length / Math.max(1, trie.word(word).length)
    const quality = share === 1 ? whole : beginningLeast + (beginningMost - beginningLeast) * share
    note(word, quality * sure)
  })
}

/** A different ending costs little; a different half of a word costs much. */
function stemQuality(stem: string, word: string): number {
  const share = stem.length / Math.max(1, word.length)
  return qualities.stem * (0.9 + 0.1 * share)
}

/** How many errors a word may have, in halves: none in the shortest, one from four letters, two from eight. */
function budgetOf(length: number): number {
  if (length < 3) return 0
  if (length < 4) return errorCost / 2
  return length < 8 ? errorCost : errorCost * 2
}

function noteLike(trie: Trie, reading: string, note: Note): void {
  const budget = budgetOf(reading.length)
  // A different number is not treated as a typing error.
  if (budget === 0 || /\d/.test(reading)) return
  trie.like(reading, budget, ({ word, cost, beginningCost }) => {
    const { like, likeStep, likeBeginning } = qualities
    if (cost <= budget) note(word, like - likeStep * cost)
    // The beginning of a longer word is a guess; with a letter or two of it, no guess at all.
    if (beginningCost < cost && reading.length >= 4)
      note(word, (like - likeStep * beginningCost) * likeBeginning)
  })
}

interface Written {
  readonly word: string
  readonly start: number
}

/** Puts together what a space has torn apart, and parts what has run together, where the index knows the words. */
function respaced(trie: Trie, written: readonly Written[]): Written[] {
  const joined: Written[] = []
  for (const part of written) {
    const before = joined.at(-1)
    const both = before ? before.word + part.word : ''
    const isTorn =
      before && isKnown(trie, both) && !(isKnown(trie, before.word) && isKnown(trie, part.word))
    if (isTorn) joined[joined.length - 1] = { word: both, start: before.start }
    else joined.push(part)
  }
  return joined.flatMap((part) => parted(trie, part))
}

function parted(trie: Trie, part: Written): Written[] {
  if (part.word.length < 5 || begins(trie, part.word)) return [part]
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

function begins(trie: Trie, word: string): boolean {
  let isFound = false
  trie.beginningWith(normalizedKey(word), () => (isFound = true))
  return isFound
}
