/** Finds the parts of a displayed name that match the query. */
import type { QueryWord } from './query-parser.ts'
import { normalizeWithEnds, tokenize } from './normalize.ts'
import { stemsOf } from './stemmer.ts'

type Range = [start: number, end: number]

/**
 * @param isMeant whether a folded word of the name is among those an asked word was taken for
 */
export function rangesIn(
  name: string,
  words: readonly QueryWord[],
  isMeant: (word: QueryWord, normalized: string) => boolean,
): Range[] {
  const ranges: Range[] = []
  for (const { word, start } of tokenize(name)) {
    const { normalized, ends } = normalizeWithEnds(word)
    const length = fittingLength(normalized, words, isMeant)
    if (length > 0) ranges.push([start, start + (ends[length - 1] ?? word.length)])
  }
  return ranges
}

/** How many letters of the folded word match: the typed beginning, or all of it. */
function fittingLength(
  normalized: string,
  words: readonly QueryWord[],
  isMeant: (word: QueryWord, normalized: string) => boolean,
): number {
  let most = 0
  for (const word of words) {
    if (!isMeant(word, normalized)) continue
    const stems = word.readings.flatMap((reading) => stemsOf(reading).map(({ stem }) => stem))
    const typed = [...word.readings, ...stems].filter((beginning) =>
      normalized.startsWith(beginning),
    )
    most = Math.max(
      most,
      ...(typed.length > 0 ? typed.map(({ length }) => length) : [normalized.length]),
    )
  }
  return most
}
