import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'
import type { Fonts } from './choices.ts'
import { fontName, usualParts, type Weight } from './font-files.ts'
import { clustersOf, isUnseen, printable, replacement } from './letters.ts'

/**
 * The runs of a line: each has one font and one direction, and they are in the order in which they stand on paper, from left
 * to right.
 */
export interface Run {
  readonly font: string
  readonly text: string
  /** Whether its glyphs are other than its letters, one by one. */
  readonly isShaped: boolean
}

export type Direction = 'ltr' | 'rtl'

/** Letters and marks with which a text may run from right to left. */
const rightToLeft =
  /[\u0590-\u08FF\u200F\u202B\u202E\u2067\uFB1D-\uFDFF\uFE70-\uFEFC]|\uD802|\uD803|\uD83A|\uD83B/

/** Parts whose letters are written from right to left: the shaper turns their runs itself. */
const rightToLeftParts = /noto-sans-(hebrew|arabic)/

let bidi: Bidi | undefined

function bidiAlgorithm(): Bidi {
  bidi ??= (createRequire(import.meta.url)('bidi-js') as () => Bidi)()
  return bidi
}

/** Which way a paragraph reads: by its first letter that has a direction. */
export function directionOf(text: string): Direction {
  if (!rightToLeft.test(text)) return 'ltr'
  const [first] = bidiAlgorithm().getEmbeddingLevels(text, 'auto').paragraphs
  return first && first.level % 2 === 1 ? 'rtl' : 'ltr'
}

export interface Line {
  readonly text: string
  readonly weight: Weight
  /** Of the paragraph; that of the text itself when absent. */
  readonly direction?: Direction | undefined
}

export function runsOf({ text, weight, direction }: Line, fonts: Fonts): Run[] {
  const line = printable(text)
  const named = ({ part, text: letters }: Piece): Run => ({
    font: fontName(part, weight),
    text: letters,
    isShaped: !(part in usualParts),
  })
  if (!rightToLeft.test(line)) return piecesOf(line, fonts).map(named)
  return levelsOf(line, direction ?? directionOf(line)).flatMap(({ text: letters, isReversed }) => {
    const pieces = piecesOf(letters, fonts)
    return (isReversed ? pieces.toReversed().map(reversed) : pieces).map(named)
  })
}

interface Piece {
  readonly part: string
  readonly text: string
}

/** Pieces of one font each, in the order of the text. */
function piecesOf(text: string, fonts: Fonts): Piece[] {
  const pieces: { part: string; text: string }[] = []
  const add = (part: string, letters: string): void => {
    const last = pieces.at(-1)
    if (last?.part === part) last.text += letters
    else pieces.push({ part, text: letters })
  }
  const addLetter = (letter: string): void => {
    const part = fonts.partOf(letter)
    if (part !== null) add(part, letter)
    else add(fonts.partOf(replacement) as string, replacement)
  }
  for (const cluster of clustersOf(text)) {
    const whole = fonts.partOf(cluster)
    if (whole !== null) add(whole, cluster)
    else for (const letter of cluster) if (!isUnseen(letter)) addLetter(letter)
  }
  // Some weights of the Georgian font have no space glyph, so spaces use the Latin font.
  return pieces.flatMap(separateSpaces)
}

function separateSpaces(piece: Piece): Piece[] {
  if (piece.part === 'latin') return [piece]
  return piece.text
    .split(/( +)/)
    .filter((part) => part !== '')
    .map((text) => (text.startsWith(' ') ? { part: 'latin', text } : { ...piece, text }))
}

/** A piece of a stretch that runs from right to left. */
function reversed(piece: Piece): Piece {
  if (rightToLeftParts.test(piece.part)) return piece
  const mirrored = clustersOf(piece.text).map(
    (cluster) => bidiAlgorithm().getMirroredCharacter(cluster) ?? cluster,
  )
  return { ...piece, text: mirrored.toReversed().join('') }
}

interface Level {
  readonly text: string
  readonly isReversed: boolean
}

/** Stretches of one direction, in the order in which they stand on paper. */
function levelsOf(text: string, direction: Direction): Level[] {
  const found = bidiAlgorithm().getEmbeddingLevels(text, direction)
  const order = bidiAlgorithm().getReorderedIndices(text, found)
  const stretches: { from: number; to: number; level: number }[] = []
  for (const index of order) {
    const level = found.levels[index] as number
    const last = stretches.at(-1)
    const isNext = last && (level % 2 === 1 ? index === last.from - 1 : index === last.to + 1)
    if (last?.level === level && isNext) {
      last.from = Math.min(last.from, index)
      last.to = Math.max(last.to, index)
    } else stretches.push({ from: index, to: index, level })
  }
  return stretches.map(({ from, to, level }) => ({
    text: text.slice(from, to + 1),
    isReversed: level % 2 === 1,
  }))
}
