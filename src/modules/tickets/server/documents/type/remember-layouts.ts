import type { Font, GlyphRun } from 'fontkit'

/** Cached layouts per font; rows, names and sentences of a hall repeat with every ticket. */
const layoutsMax = 2_000

/**
 * Caches glyph layouts per font across documents. The PDF library scales positions in place, so each caller gets
 * copies of them; glyphs are never changed.
 */
export function rememberLayouts(font: Font): Font {
  tellLetters(font)
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

/**
 * The library keeps a glyph with the letters it was first asked for, and asks for the parts of an accented letter without
 * any: the plain letter could not be copied from later documents.
 */
function tellLetters(font: Font): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints)
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints
    return glyph
  }
}
