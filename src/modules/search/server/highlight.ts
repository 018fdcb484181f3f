/** Finds the parts of a displayed name that match the query. */
import type { QueryWord } from './query-parser.ts'
import { normalizeWithEnds, tokenize } from './normalize.ts'
import { stemsOf } from './stemmer.ts'

type Range = [start: number, end: number]

/**
 * @param matches whether a query word matched this normalised word of the name
 */
export function rangesIn(
  name: string,
  words: readonly QueryWord[],
  matches: (word: QueryWord, normalized: string) => boolean,
): Range[] {
  const ranges: Range[] = []
  for (const { word, start } of tokenize(name)) {
    const { normalized, ends } = normalizeWithEnds(word)
    const length = matchingLength(normalized, words, matches)
    if (length > 0) ranges.push([start, start + (ends[length - 1] ?? word.length)])
  }
  return ranges
}

/** Number of letters of the normalised word that match: the typed prefix, or all of them. */
function matchingLength(
  normalized: string,
  words: readonly QueryWord[],
  matches: (word: QueryWord, normalized: string) => boolean,
): number {
  let longest = 0
  for (const word of words) {
    if (!matches(word, normalized)) continue
    const stems = word.readings.flatMap((reading) => stemsOf(reading).map(({ stem }) => stem))
    const typed = [...word.readings, ...stems].filter((prefix) => normalized.startsWith(prefix))
    longest = Math.max(
      longest,
      ...(typed.length > 0 ? typed.map(({ length }) => length) : [normalized.length]),
    )
  }
  return longest
}
