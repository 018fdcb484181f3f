import type { PrintedDocument } from './printed-ticket.ts'
import { loadFonts, Typesetter } from './typesetting.ts'

/**
 * A PDF whose pages `draw` adds: `size` is width and height of a page in points. Text is drawn as outlines by the
 * typesetter, so no font is embedded.
 */
export async function makePdf(
  printed: Pick<PrintedDocument, 'locale' | 'title' | 'author'>,
  size: readonly [width: number, height: number],
  draw: (document: PDFKit.PDFDocument, type: Typesetter) => void,
): Promise<Uint8Array> {
  // Loaded with the first document: many processes never make one.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: [...size],
    margin: 0,
    autoFirstPage: false,
    lang: printed.locale,
    displayTitle: true,
    // Without this the library parses the metrics of Helvetica for each document.
    font: '',
    info: { Title: printed.title, Author: printed.author, Creator: printed.author },
  })
  const parts: Uint8Array[] = []
  const finished = new Promise<void>((resolve, reject) => {
    document.on('data', (part: Uint8Array) => parts.push(part))
    document.on('end', resolve)
    document.on('error', reject)
  })
  draw(document, new Typesetter(document, await loadFonts()))
  document.end()
  await finished
  return Buffer.concat(parts)
}
