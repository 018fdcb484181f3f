/** Which parts of a shown name fit what was asked. */
import type { AskedWord } from './asked-words.ts'
import { foldWithEnds, wordsIn } from './fold.ts'
import { stemsOf } from './endings.ts'

type Range = [start: number, end: number]

/**
 * @param isMeant whether a folded word of the name is among those an asked word was taken for
 */
export function rangesIn(
  name: string,
  words: readonly AskedWord[],
  isMeant: (word: AskedWord, folded: string) => boolean,
): Range[] {
  const ranges: Range[] = []
  for (const { word, start } of wordsIn(name)) {
    const { folded, ends } = foldWithEnds(word)
    const length = fittingLength(folded, words, isMeant)
    if (length > 0) ranges.push([start, start + (ends[length - 1] ?? word.length)])
  }
  return ranges
}

/** How many letters of the folded word fit: its beginning as far as it was typed, or all of it. */
function fittingLength(
  folded: string,
  words: readonly AskedWord[],
  isMeant: (word: AskedWord, folded: string) => boolean,
): number {
  let most = 0
  for (const word of words) {
    if (!isMeant(word, folded)) continue
    const stems = word.readings.flatMap((reading) => stemsOf(reading).map(({ stem }) => stem))
    const typed = [...word.readings, ...stems].filter((beginning) => folded.startsWith(beginning))
    most = Math.max(
      most,
      ...(typed.length > 0 ? typed.map(({ length }) => length) : [folded.length]),
    )
  }
  return most
}
