import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font, GlyphRun } from 'fontkit'
import { unpackWoff } from './unpack-woff.ts'

/**
 * Setting text in a PDF. The fonts come as one file for each script, so every text is cut into runs
 * of one script; pdfkit breaks lines only within a font, so lines are broken here too.
 */

export type Weight = 400 | 600 | 800
const weights: readonly Weight[] = [400, 600, 800]

type Script = 'georgian' | 'latin' | 'latin-ext' | 'cyrillic'

const families: Readonly<Record<Script, string>> = {
  georgian: 'noto-sans-georgian/files/noto-sans-georgian-georgian',
  latin: 'noto-sans-georgian/files/noto-sans-georgian-latin',
  // The sign of the lari is here, and the letters of Turkish and Azerbaijani.
  'latin-ext': 'noto-sans/files/noto-sans-latin-ext',
  cyrillic: 'noto-sans/files/noto-sans-cyrillic',
}
const scripts = Object.keys(families) as Script[]

export type Fonts = ReadonlyMap<string, Font>
let fonts: Promise<Fonts> | undefined

/** The fonts, read and parsed once a thread: a document that parses its own spends half of its time on that. */
export function loadFonts(): Promise<Fonts> {
  fonts ??= readFonts()
  return fonts
}

async function readFonts(): Promise<Fonts> {
  // Loaded with the first document: many processes never make one.
  const { create } = await import('fontkit')
  const { resolve } = createRequire(import.meta.url)
  const names = scripts.flatMap((script) => weights.map((weight) => [script, weight] as const))
  const entries = names.map(async ([script, weight]): Promise<[string, Font]> => {
    const file = resolve(`@fontsource/${families[script]}-${weight}-normal.woff`)
    return [
      fontName(script, weight),
      rememberLayouts(create(unpackWoff(await readFile(file))) as Font),
    ]
  })
  return new Map(await Promise.all(entries))
}

/** Cached layouts per font; rows, names and sentences of a hall repeat with every ticket. */
const layoutsMax = 2_000

/**
 * Caches glyph layouts per font across documents. The PDF library scales positions in place, so each caller gets
 * copies of them; glyphs are never changed.
 */
function rememberLayouts(font: Font): Font {
  const known = new Map<string, GlyphRun>()
  const layout = font.layout.bind(font)
  font.layout = (text, ...rest) => {
    if (rest.some((each) => each !== undefined)) return layout(text, ...rest)
    let run = known.get(text)
    if (!run) {
      run = layout(text)
      if (known.size >= layoutsMax) known.clear()
      known.set(text, run)
    }
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
  }
  return font
}

function fontName(script: Script, weight: Weight): string {
  return `${script} ${weight}`
}

export interface TextStyle {
  readonly weight: Weight
  /** In points. */
  readonly size: number
  readonly colour: string
  /** Distance of baselines as a multiple of the size; `leadingDefault` when absent. */
  readonly leading?: number
}

export const leadingDefault = 1.3

export type ParagraphStyle = TextStyle & { readonly align?: 'left' | 'center' | 'right' }

interface Run {
  readonly font: string
  readonly text: string
}

/** The minus sign of the Latin font looks like a hyphen; the en dash has the width of one. */
const minus = '\u2212'
const enDash = '\u2013'

/** Runs of one font each. Characters no font has (an emoji in a name) are left out. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: { font: string; text: string }[] = []
  for (const character of text.normalize('NFC').replaceAll(minus, enDash)) {
    const script = scriptOf(character.codePointAt(0) as number)
    if (script === null) continue
    const last = runs.at(-1)
    const font = character === ' ' && last ? last.font : fontName(script, weight)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  // Some weights of the Georgian font have no space glyph, so spaces use the Latin font.
  return runs.flatMap((run) => separateSpaces(run, weight))
}

function separateSpaces(run: Run, weight: Weight): Run[] {
  if (run.font === fontName('latin', weight)) return [run]
  return run.text
    .split(/( +)/)
    .filter((part) => part !== '')
    .map((text) =>
      text.startsWith(' ') ? { font: fontName('latin', weight), text } : { ...run, text },
    )
}

function scriptOf(code: number): Script | null {
  if ((code >= 0x10d0 && code <= 0x10ff) || (code >= 0x1c90 && code <= 0x1cbf)) return 'georgian'
  if (code >= 0x20 && code <= 0xff && code !== 0x7f) return 'latin'
  if ((code >= 0x0100 && code <= 0x02af) || code === 0x20be || code === 0x20ba) return 'latin-ext'
  if ((code >= 0x0400 && code <= 0x045f) || code === 0x2116) return 'cyrillic'
  const isMark = (code >= 0x2013 && code <= 0x201e) || code === 0x2022 || code === 0x2026
  return isMark || code === 0x20ac ? 'latin' : null
}

/** A document with the fonts known to it, and the measure of its texts. */
export class Typesetter {
  readonly document: PDFKit.PDFDocument

  constructor(document: PDFKit.PDFDocument, known: Fonts) {
    this.document = document
    // The types know files only; the library takes a parsed font as well.
    for (const [name, font] of known) document.registerFont(name, font as never)
  }

  /** Width in points of a text on one line. */
  widthOf(text: string, style: TextStyle): number {
    return runsOf(text, style.weight).reduce((width, run) => {
      return width + this.document.font(run.font).fontSize(style.size).widthOfString(run.text)
    }, 0)
  }

  /** The text broken into lines no wider than `width`; only a single word may be wider. */
  linesOf(text: string, style: TextStyle, width: number): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(/ +/).filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && this.widthOf(longer, style) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return line === '' ? lines : [...lines, line]
  }

  /** Distance of a line's baseline from its top. */
  baselineOf({ size }: Pick<TextStyle, 'size'>): number {
    return size * 1.05
  }

  /** Sets one line with its top at `y`. Answers its width. */
  line(text: string, x: number, y: number, style: TextStyle): number {
    let at = x
    for (const run of runsOf(text, style.weight)) {
      const { document } = this
      document.font(run.font).fontSize(style.size).fillColor(style.colour)
      // All fonts share one baseline, whatever their ascent.
      document.text(run.text, at, y + this.baselineOf(style), {
        lineBreak: false,
        baseline: 'alphabetic',
      })
      at += document.widthOfString(run.text)
    }
    return at - x
  }

  /** Sets a paragraph. Answers the height it took. */
  paragraph(
    text: string,
    box: { readonly x: number; readonly y: number; readonly width: number },
    style: ParagraphStyle,
  ): number {
    const step = style.size * (style.leading ?? leadingDefault)
    const lines = this.linesOf(text, style, box.width)
    for (const [index, line] of lines.entries()) {
      const free = box.width - this.widthOf(line, style)
      const indent = style.align === 'center' ? free / 2 : style.align === 'right' ? free : 0
      this.line(line, box.x + indent, box.y + index * step, style)
    }
    return lines.length * step
  }

  /** The largest of the sizes at which the text fits the width in so many lines; else the smallest. */
  fitted(
    text: string,
    style: Omit<TextStyle, 'size'>,
    room: { readonly width: number; readonly lines: number; readonly sizes: readonly number[] },
  ): TextStyle {
    const fits = (size: number): boolean => {
      const lines = this.linesOf(text, { ...style, size }, room.width)
      const widest = Math.max(...lines.map((line) => this.widthOf(line, { ...style, size })))
      return lines.length <= room.lines && widest <= room.width
    }
    return { ...style, size: room.sizes.find(fits) ?? (room.sizes.at(-1) as number) }
  }
}
