import { clustersOf } from './letters.ts'

/** Breaking texts into lines, with a measure of their width. */

export interface BrokenText {
  readonly lines: readonly string[]
  /** Whether a word was too wide for a line and had to be broken inside. */
  readonly isWordBroken: boolean
}

export type Measure = (text: string) => number

const ellipsis = '\u2026'

/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const words = new Intl.Segmenter('zh', { granularity: 'word' })
const opening = /^[\p{Ps}\p{Pi}]+$/u

export function breakLines(text: string, width: number, measure: Measure): BrokenText {
  const lines: string[] = []
  let line = ''
  let isWordBroken = false
  for (const { text: word, glue } of wordsOf(text)) {
    const longer = line === '' ? word : line + glue + word
    if (line === '' ? measure(word) <= width : measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = measure(word) <= width ? [word] : breakWord(word, width, measure)
    isWordBroken ||= pieces.length > 1
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return { lines: line === '' ? lines : [...lines, line], isWordBroken }
}

interface Word {
  readonly text: string
  /** What stands between this word and the one before it. */
  readonly glue: string
}

function wordsOf(text: string): Word[] {
  return text
    .split(/[ \t\n\r]+/)
    .filter(Boolean)
    .flatMap((word) =>
      (unspaced.test(word) ? unspacedWords(word) : [word]).map((part, index) => ({
        text: part,
        glue: index === 0 ? ' ' : '',
      })),
    )
}

/** Words that may stand on lines of their own: punctuation stays with its word. */
function unspacedWords(text: string): string[] {
  const found: string[] = []
  let isOpen = false
  for (const { segment, isWordLike } of words.segment(text)) {
    const isJoined = found.length > 0 && (isOpen || !(isWordLike ?? false))
    const isOpening = opening.test(segment)
    if (isJoined && !(isOpening && !isOpen)) found[found.length - 1] += segment
    else found.push(segment)
    isOpen = isOpening
  }
  return found
}

/** A word in pieces no wider than the line, between letters with their marks. */
function breakWord(word: string, width: number, measure: Measure): string[] {
  const pieces: string[] = []
  let left = clustersOf(word)
  while (left.length > 0) {
    const count = Math.max(
      1,
      fittingCount(left, (start) => measure(start) <= width),
    )
    pieces.push(left.slice(0, count).join(''))
    left = left.slice(count)
  }
  return pieces
}

/** How many clusters fit: the width grows with every one, so halves are tried. */
function fittingCount(clusters: readonly string[], fits: (start: string) => boolean): number {
  let most = clusters.length
  let least = 0
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(clusters.slice(0, middle).join(''))) least = middle
    else most = middle - 1
  }
  return least
}

/** The first lines, the last of them ended with an ellipsis where more would follow. */
export function cutLines(
  lines: readonly string[],
  max: number,
  { width, measure }: { readonly width: number; readonly measure: Measure },
): readonly string[] {
  if (lines.length <= max) return lines
  const kept = lines.slice(0, Math.max(1, max))
  const clusters = clustersOf(kept.at(-1) ?? '')
  const count = fittingCount(clusters, (start) => measure(start + ellipsis) <= width)
  return [...kept.slice(0, -1), clusters.slice(0, count).join('').trimEnd() + ellipsis]
}
