import type { Font, Glyph, GlyphPosition, GlyphRun } from 'fontkit'
import type * as HarfBuzz from 'harfbuzzjs'
import type { LoadedFont } from './font-files.ts'

/**
 * Makes a font lay out its texts with HarfBuzz, which joins Arabic letters, orders Indic ones and places marks. The usual
 * fonts need none of that and keep the quicker layout of the PDF library.
 */
export async function shapeWithHarfBuzz({ font, file }: LoadedFont): Promise<Font> {
  // Two megabytes that only texts of rare scripts need.
  const harfBuzz = await import('harfbuzzjs')
  const shaper = new harfBuzz.Font(new harfBuzz.Face(new harfBuzz.Blob(file)))
  font.layout = (text) => layoutOf({ harfBuzz, shaper, font }, text)
  return font
}

interface Shaper {
  readonly harfBuzz: typeof HarfBuzz
  readonly shaper: HarfBuzz.Font
  readonly font: Font
}

/** Glyphs in the order in which they stand on paper, whatever the direction of the script. */
function layoutOf({ harfBuzz, shaper, font }: Shaper, text: string): GlyphRun {
  const buffer = new harfBuzz.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  harfBuzz.shape(shaper, buffer)
  const infos = buffer.getGlyphInfos()
  const letters = lettersOfGlyphs(infos, text, (code) => font.glyphForCodePoint(code).id)
  const glyphs = infos.map(({ codepoint: id }, index) => {
    const codePoints = letters[index]
    return { id, advanceWidth: font.getGlyph(id).advanceWidth, codePoints } as unknown as Glyph
  })
  const positions = buffer.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
    xAdvance,
    yAdvance,
    xOffset,
    yOffset,
  }))
  return new ShapedRun(glyphs, positions as GlyphPosition[]) as unknown as GlyphRun
}

/** Says nothing: for the second glyph of one letter, because a glyph without a letter is no valid text of a PDF. */
const nothing = 0x200b

/**
 * The letters that each glyph stands for, so that text can be copied: its own letter if it is the usual glyph of one,
 * else the letters of its cluster that no other glyph stands for.
 */
function lettersOfGlyphs(
  infos: readonly HarfBuzz.GlyphInfo[],
  text: string,
  usualGlyph: (code: number) => number,
): number[][] {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((a, b) => a - b)
  const found = infos.map((): number[] => [])
  for (const [number, start] of starts.entries()) {
    const indexes = [...infos.keys()].filter((index) => infos[index]?.cluster === start)
    const left = partsOf(text.slice(start, starts[number + 1]), indexes.length)
    const unnamed = indexes.filter((index) => {
      const at = left.findIndex((code) => usualGlyph(code) === infos[index]?.codepoint)
      if (at !== -1) found[index] = left.splice(at, 1)
      return at === -1
    })
    for (const index of unnamed.slice(1)) found[index] = left.splice(1, 1)
    found[unnamed[0] ?? (indexes[0] as number)]?.push(...left)
  }
  return found.map((letters) => (letters.length > 0 ? letters : [nothing]))
}

/** The letters of a cluster; taken apart where it has more glyphs than letters, as the shaper takes some apart. */
function partsOf(text: string, glyphCount: number): number[] {
  const letters = [...text]
  const parts = letters.length < glyphCount ? [...text.normalize('NFKD')] : letters
  return parts.map((letter) => letter.codePointAt(0) as number)
}

/** What the PDF library reads of a run: it scales the positions in place and asks for the width afterwards. */
class ShapedRun {
  readonly glyphs: readonly Glyph[]
  readonly positions: readonly GlyphPosition[]

  constructor(glyphs: readonly Glyph[], positions: readonly GlyphPosition[]) {
    this.glyphs = glyphs
    this.positions = positions
  }

  get advanceWidth(): number {
    return this.positions.reduce((width, { xAdvance }) => width + xAdvance, 0)
  }
}
