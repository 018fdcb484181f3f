import type { PrintedHead } from './printed-ticket.ts'
import { Tags } from './tags.ts'
import { loadFonts } from './type/choices.ts'
import { Typesetter } from './typesetting.ts'

export interface Pdf {
  readonly content: Uint8Array
  /** Code points that no font has; the replacement character stands for each. */
  readonly missing: readonly number[]
}

/** Where a document is drawn. */
export interface Drawing {
  readonly document: PDFKit.PDFDocument
  readonly type: Typesetter
  readonly tags: Tags
}

/**
 * A PDF whose pages `draw` adds: `size` is width and height of a page in points. Its fonts hold the letters of `printed`; it
 * declares PDF/UA, so all that is drawn has a tag or is an artifact.
 */
export async function makePdf<T extends PrintedHead>(
  printed: T,
  size: readonly [width: number, height: number],
  draw: (drawing: Drawing) => void,
): Promise<Pdf> {
  // Loaded with the first document: many processes never make one.
  const { newDocument } = await import('./pdf-document.ts')
  const fonts = await loadFonts(textsIn(printed))
  const document = newDocument(printed, size)
  const parts: Uint8Array[] = []
  const finished = new Promise<void>((resolve, reject) => {
    document.on('data', (part: Uint8Array) => parts.push(part))
    document.on('end', resolve)
    document.on('error', reject)
  })
  const tags = new Tags(document)
  draw({ document, tags, type: new Typesetter(document, fonts) })
  tags.end()
  document.end()
  await finished
  return { content: Buffer.concat(parts), missing: fonts.missing }
}

/** All texts inside a plain value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
