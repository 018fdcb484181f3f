import { loadFonts } from './type/choices.ts'

/** Entry of a drawing thread: fonts are parsed with its first document and cached. */
export { drawPdf as default } from './draw-pdf.ts'

/** Code points in these texts that no font has. */
export async function missingLetters(texts: readonly string[]): Promise<readonly number[]> {
  return (await loadFonts(texts)).missing
}
