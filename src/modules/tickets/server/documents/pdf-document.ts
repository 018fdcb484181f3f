import PdfLibrary from 'pdfkit'
import type { PrintedHead } from './printed-ticket.ts'

/** The library writes the title into XML as it is. */
class EscapedMetadata extends PdfLibrary {
  override endMetadata(): void {
    for (const name of ['Title', 'Author', 'Creator'] as const)
      this.info[name] = this.info[name]?.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    super.endMetadata()
  }
}

export function newDocument(
  { locale, title, author }: PrintedHead,
  size: readonly [width: number, height: number],
): PDFKit.PDFDocument {
  return new EscapedMetadata({
    size: [...size],
    margin: 0,
    autoFirstPage: false,
    lang: locale,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    // The types know the archive formats only.
    subset: 'PDF/UA' as never,
    // Without this the library parses the metrics of Helvetica for each document.
    font: '',
    info: { Title: title, Author: author, Creator: author },
  })
}
