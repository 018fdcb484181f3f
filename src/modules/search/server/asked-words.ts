/** What the words of a question may mean: which words of the index, and how sure that is. */
import { stemsOf } from './endings.ts'
import { foldStored, foldedKey, readingsOf, wordsIn } from './fold.ts'
import { errorCost, type LetterTree } from './letter-tree.ts'

export interface AskedWord {
  readonly written: string
  readonly start: number
  readonly readings: readonly string[]
  /** Words of the index by their number, with a quality from 0 to 1. */
  readonly meanings: ReadonlyMap<number, number>
  /** Says nothing of what is looked for ("the", "tickets"); a document need not have it. */
  readonly isNeedless: boolean
}

const qualities = {
  whole: 1,
  /** A beginning, when nearly all of the word is there and when nearly nothing is. */
  beginningMost: 0.92,
  beginningLeast: 0.78,
  /** What is left without a Georgian ending. */
  stem: 0.74,
  /** A likely error in a whole word; each further half error takes away a step. */
  like: 0.66,
  likeStep: 0.09,
  /** The same in the beginning of a word. */
  likeBeginning: 0.82,
  /** Read in one of the rarer ways. */
  rareReading: 0.95,
} as const

/** The first two readings of a word are the usual ones. */
const usualReadings = 2

const needless = new Set(
  'the of and at on in a an by to for from with და ბილეთი ბილეთები ბილეთის ticket tickets bileti biletebi билеты'
    .split(' ')
    .map(foldStored),
)

export function meaningsOf(
  tree: LetterTree,
  text: string,
  options: { readonly allowErrors: boolean; readonly wordsMost: number },
): AskedWord[] {
  const written = wordsIn(text).slice(0, options.wordsMost)
  const parts = options.allowErrors ? respaced(tree, written) : written
  const words = parts.map(({ word, start }) => askedWord(tree, word, start, options.allowErrors))
  const isNeedless = words.map((word) => needless.has(foldStored(word.written)))
  if (isNeedless.every(Boolean)) return words
  return words.map((word, index) => ({ ...word, isNeedless: isNeedless[index] ?? false }))
}

function askedWord(
  tree: LetterTree,
  written: string,
  start: number,
  allowErrors: boolean,
): AskedWord {
  const meanings = new Map<number, number>()
  const readings = readingsOf(written)
  const note = (word: number, quality: number): void => {
    if (quality > (meanings.get(word) ?? 0)) meanings.set(word, quality)
  }
  const usual = readings.slice(0, usualReadings)
  for (const reading of usual) noteBeginnings(tree, reading, 1, note)
  // "jazz" is not about ძაზა: the rarer readings are for words that mean nothing as they are usually read.
  const rare = meanings.size === 0 ? readings.slice(usualReadings) : []
  for (const reading of rare) noteBeginnings(tree, reading, qualities.rareReading, note)
  for (const reading of [...usual, ...rare])
    for (const { stem, isForm } of stemsOf(reading))
      tree.beginningWith(stem, (word) => {
        const found = tree.word(word)
        if (isForm(found.slice(stem.length))) note(word, stemQuality(stem, found))
      })
  if (allowErrors) for (const reading of usual) noteLike(tree, reading, note)
  return { written, start, readings, meanings, isNeedless: false }
}

type Note = (word: number, quality: number) => void

function noteBeginnings(tree: LetterTree, reading: string, sure: number, note: Note): void {
  const { whole, beginningMost, beginningLeast } = qualities
  tree.beginningWith(reading, (word) => {
    const share = reading.length / Math.max(1, tree.word(word).length)
    const quality = share === 1 ? whole : beginningLeast + (beginningMost - beginningLeast) * share
    note(word, quality * sure)
  })
}

/** An ending more or less is little; half of another word is much. */
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

function noteLike(tree: LetterTree, reading: string, note: Note): void {
  const budget = budgetOf(reading.length)
  // Another number is not a mistyped one.
  if (budget === 0 || /\d/.test(reading)) return
  tree.like(reading, budget, ({ word, cost, beginningCost }) => {
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
function respaced(tree: LetterTree, written: readonly Written[]): Written[] {
  const joined: Written[] = []
  for (const part of written) {
    const before = joined.at(-1)
    const both = before ? before.word + part.word : ''
    const isTorn =
      before && isKnown(tree, both) && !(isKnown(tree, before.word) && isKnown(tree, part.word))
    if (isTorn) joined[joined.length - 1] = { word: both, start: before.start }
    else joined.push(part)
  }
  return joined.flatMap((part) => parted(tree, part))
}

function parted(tree: LetterTree, part: Written): Written[] {
  if (part.word.length < 5 || begins(tree, part.word)) return [part]
  for (let at = part.word.length - 2; at >= 2; at -= 1) {
    const [left, right] = [part.word.slice(0, at), part.word.slice(at)]
    const isLong = Math.max(left.length, right.length) >= 4
    if (isLong && isKnown(tree, left) && isKnown(tree, right))
      return [
        { word: left, start: part.start },
        { word: right, start: part.start + at },
      ]
  }
  return [part]
}

function isKnown(tree: LetterTree, word: string): boolean {
  return readingsOf(word)
    .slice(0, usualReadings)
    .some((reading) => tree.find(reading) !== undefined)
}

function begins(tree: LetterTree, word: string): boolean {
  let isFound = false
  tree.beginningWith(foldedKey(word), () => (isFound = true))
  return isFound
}
