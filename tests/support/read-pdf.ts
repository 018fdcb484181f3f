import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'

/** PDFs as another program reads them: texts with their places, the tree for screen readers, and what the fonts say. */

export interface PdfText {
  readonly text: string
  /** From the left and from the bottom of the page to the baseline, in points. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  /** The marked content it belongs to; null for text outside all. */
  readonly mark: string | null
}

export interface PdfElement {
  readonly role: string
  readonly alt?: string
  readonly bbox?: readonly number[]
  readonly children: readonly (PdfElement | { readonly type: string; readonly id: string })[]
}

export interface PdfPage {
  readonly width: number
  readonly height: number
  readonly texts: readonly PdfText[]
  readonly tree: PdfElement | null
}

interface TextItem {
  readonly str: string
  readonly transform: readonly number[]
  readonly width: number
}

interface MarkItem {
  readonly type: string
  readonly tag?: string
  readonly id?: string
}

export async function readPdf(content: Uint8Array): Promise<PdfPage[]> {
  const pdf = await getDocumentProxy(new Uint8Array(content))
  const pages: PdfPage[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({
      includeMarkedContent: true,
      disableNormalization: true,
    })
    const [, , width, height] = page.view as [number, number, number, number]
    const tree = (await page.getStructTree()) as unknown as PdfElement | null
    pages.push({ width, height, tree, texts: textsOf(items as (TextItem | MarkItem)[]) })
  }
  return pages
}

function textsOf(items: readonly (TextItem | MarkItem)[]): PdfText[] {
  const texts: PdfText[] = []
  const marks: string[] = []
  for (const item of items) {
    if ('str' in item) {
      if (item.str.trim() === '') continue
      const [, , , size = 0, x = 0, y = 0] = item.transform
      // A span for copying is inside the content of an element.
      const mark = marks.findLast((one) => one !== 'Span') ?? null
      texts.push({ text: item.str, x, y, width: item.width, size, mark })
    } else if (item.type.startsWith('begin')) marks.push(item.id ?? item.tag ?? '')
    else marks.pop()
  }
  return texts
}

/** What is known of a whole document. */
export async function readPdfFacts(content: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(content))
  const { info } = await pdf.getMetadata()
  const preferences = (await pdf.getViewerPreferences()) as Readonly<Record<string, unknown>> | null
  return {
    info: info as { readonly Title?: string; readonly Language?: string },
    isMarked: (await pdf.getMarkInfo())?.Marked === true,
    isTitleShown: preferences?.['DisplayDocTitle'] === true,
    metadata: Buffer.from(content).toString('utf8'),
  }
}

/** The content of the pages, unpacked. */
function contentStreams(content: Uint8Array): string[] {
  const file = Buffer.from(content)
  const found: string[] = []
  const begin = /\/Filter \/FlateDecode\s*>>\s*stream\r?\n/g
  const text = file.toString('latin1')
  for (const match of text.matchAll(begin)) {
    const from = match.index + match[0].length
    const stream = inflateSync(file.subarray(from, text.indexOf('endstream', from))).toString(
      'latin1',
    )
    if (/\bTf\b|\bTJ\b|\bBDC\b/.test(stream)) found.push(stream)
  }
  return found
}

/** The texts that copying takes instead of glyphs which do not tell them, in order. */
export function actualTexts(content: Uint8Array): string[] {
  return contentStreams(content).flatMap((stream) =>
    [...stream.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, written = '']) => {
      const bytes = written.replaceAll(/\\([\s\S])/g, (_, sign: string) => escapes[sign] ?? sign)
      const raw = Buffer.from(bytes, 'latin1')
      return raw[0] === 0xfe ? raw.subarray(2).swap16().toString('utf16le') : bytes
    }),
  )
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** How many glyphs of the pages are the empty box of a font that lacks a letter. */
export function missingGlyphs(content: Uint8Array): number {
  const shown = contentStreams(content).flatMap((stream) => [...stream.matchAll(/<([0-9a-f]+)>/g)])
  return shown
    .flatMap(([, glyphs = '']) => glyphs.match(/.{4}/g) ?? [])
    .filter((glyph) => glyph === '0000').length
}
