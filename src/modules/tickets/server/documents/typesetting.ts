import type { Fonts } from './type/choices.ts'
import type { Weight } from './type/font-files.ts'
import { isUsualText, printable } from './type/letters.ts'
import { breakLines, cutLines, type BrokenText, type Measure } from './type/lines.ts'
import { directionOf, runsOf, type Direction, type Run } from './type/runs.ts'

/**
 * Setting text in a PDF. The fonts come as one file for each script, so every text is cut into runs of one font; pdfkit
 * breaks lines only within a font, so lines are broken here too.
 */

export interface TextStyle {
  readonly weight: Weight
  /** In points. */
  readonly size: number
  readonly colour: string
  /** Distance of baselines as a multiple of the size; `leadingDefault` when absent. */
  readonly leading?: number
  /** More lines than this end with an ellipsis. */
  readonly linesMax?: number
}

export const leadingDefault = 1.3

export type ParagraphStyle = TextStyle & { readonly align?: 'left' | 'center' | 'right' }

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
}

interface MeasuredText {
  readonly runs: readonly (Run & { readonly width: number })[]
  /** At a size of one point. */
  readonly width: number
}

const textsMax = 4_000

/** Texts of the usual fonts only, which are the same in every document: labels and rules repeat with each ticket. */
const usualTexts = new Map<string, MeasuredText>()

/** A document with the fonts known to it, and the measure of its texts. */
export class Typesetter {
  readonly document: PDFKit.PDFDocument
  readonly #fonts: Fonts
  readonly #rareTexts = new Map<string, MeasuredText>()

  constructor(document: PDFKit.PDFDocument, fonts: Fonts) {
    this.document = document
    this.#fonts = fonts
    // The types know files only; the library takes a parsed font as well.
    for (const [name, font] of fonts.known) document.registerFont(name, font as never)
  }

  /** Width in points of a text on one line. */
  widthOf(text: string, style: Omit<TextStyle, 'colour'>): number {
    return this.#measured(text, style.weight).width * style.size
  }

  /** The text broken into lines no wider than `width`; a word that is wider is broken inside. */
  linesOf(text: string, style: TextStyle, width: number): readonly string[] {
    const { lines } = this.#broken(text, style, width)
    const { linesMax } = style
    if (linesMax === undefined) return lines
    return cutLines(lines, linesMax, { width, measure: this.#measure(style) })
  }

  #broken(text: string, style: Omit<TextStyle, 'colour'>, width: number): BrokenText {
    return breakLines(printable(text), width, this.#measure(style))
  }

  #measure(style: Omit<TextStyle, 'colour'>): Measure {
    return (text) => this.widthOf(text, style)
  }

  /** The runs of a text with their widths; remembered, because a text is measured several times before it is set. */
  #measured(text: string, weight: Weight, direction?: Direction): MeasuredText {
    const key = `${weight} ${direction ?? ''} ${text}`
    const texts = isUsualText(text) ? usualTexts : this.#rareTexts
    const known = texts.get(key)
    if (known) return known
    const runs = runsOf({ text, weight, direction }, this.#fonts).map((run) => ({
      ...run,
      width: this.document.font(run.font).fontSize(1).widthOfString(run.text),
    }))
    const measured = { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
    if (texts.size >= textsMax) texts.clear()
    texts.set(key, measured)
    return measured
  }

  /** Distance of a line's baseline from its top. */
  baselineOf({ size }: Pick<TextStyle, 'size'>): number {
    return size * 1.05
  }

  /** Sets one line with its top at `y`. Answers its width. */
  line(text: string, x: number, y: number, style: TextStyle): number {
    return this.#line(text, { x, y }, style)
  }

  #line(
    text: string,
    { x, y, direction }: { readonly x: number; readonly y: number; readonly direction?: Direction },
    style: TextStyle,
  ): number {
    const { document } = this
    let at = x
    const { runs } = this.#measured(text, style.weight, direction)
    const isRare = runs.some(({ isShaped }) => isShaped)
    // Joined and reordered glyphs do not tell the letters that were typed.
    if (isRare) document.markContent('Span', { actual: text })
    for (const run of runs) {
      document.font(run.font).fontSize(style.size).fillColor(style.colour)
      // All fonts share one baseline, whatever their ascent.
      document.text(run.text, at, y + this.baselineOf(style), {
        lineBreak: false,
        baseline: 'alphabetic',
      })
      at += run.width * style.size
    }
    if (isRare) document.endMarkedContent()
    return at - x
  }

  /** Sets a paragraph. Answers the height it took. */
  paragraph(text: string, box: Box, style: ParagraphStyle): number {
    const step = style.size * (style.leading ?? leadingDefault)
    const lines = this.linesOf(text, style, box.width)
    const direction = directionOf(text)
    for (const [index, line] of lines.entries()) {
      const indent = style.align ? this.#indentOf(line, box, style) : 0
      this.#line(line, { x: box.x + indent, y: box.y + index * step, direction }, style)
    }
    return lines.length * step
  }

  #indentOf(line: string, { width }: Box, style: ParagraphStyle): number {
    const free = width - this.widthOf(line, style)
    return style.align === 'center' ? free / 2 : style.align === 'right' ? free : 0
  }

  /**
   * The largest of the sizes at which the text fits the width in so many lines without breaking a word. Where none does: a
   * style of `tight`, which uses the whole height, or the smallest size.
   */
  fitted(text: string, style: Omit<TextStyle, 'size'>, room: Room): TextStyle {
    const fits = (size: number): boolean => {
      const { lines, isWordBroken } = this.#broken(text, { ...style, size }, room.width)
      return lines.length <= room.lines && !isWordBroken
    }
    const size = room.sizes.find(fits)
    if (size !== undefined) return { ...style, size }
    const { width, tight } = room
    if (tight) return this.within(text, style, { width, ...tight })
    return { ...style, size: room.sizes.at(-1) as number }
  }

  /** The largest of the sizes at which the text fits a height; at the smallest it is cut to the lines that fit. */
  within(
    text: string,
    style: Omit<TextStyle, 'size'>,
    { width, height, sizes }: { readonly width: number } & Tight,
  ): TextStyle {
    const stepOf = (size: number) => size * (style.leading ?? leadingDefault)
    const countOf = (size: number) => this.#broken(text, { ...style, size }, width).lines.length
    const size = sizes.find((one) => countOf(one) * stepOf(one) <= height)
    if (size !== undefined) return { ...style, size }
    const least = sizes.at(-1) as number
    return { ...style, size: least, linesMax: Math.max(1, Math.floor(height / stepOf(least))) }
  }
}

interface Tight {
  readonly height: number
  readonly sizes: readonly number[]
}

interface Room {
  readonly width: number
  readonly lines: number
  readonly sizes: readonly number[]
  readonly tight?: Tight
}
