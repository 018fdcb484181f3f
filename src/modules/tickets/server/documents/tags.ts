import type { Box } from './typesetting.ts'

/**
 * The structure of a PDF for screen readers (PDF/UA): what is drawn belongs either to an element of a tree in reading
 * order, or is an artifact, which nobody reads aloud.
 */
export class Tags {
  readonly #document: PDFKit.PDFDocument
  readonly #open: PDFKit.PDFStructureElement[] = []

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document
    const root = document.struct('Document')
    document.addStructure(root)
    this.#open.push(root)
  }

  /** An element with others inside, which `draw` adds. */
  group(kind: GroupKind, draw: () => void): void {
    const element = this.#document.struct(kind)
    this.#add(element)
    this.#open.push(element)
    draw()
    this.#open.pop()
    element.end()
  }

  /** An element whose content `draw` draws. */
  text(kind: TextKind, draw: () => void, options: ElementOptions = {}): void {
    this.#add(this.#document.struct(kind, options as object, draw))
  }

  /** A picture with the words that say what it is. */
  figure(alt: string, box: Box & { readonly height: number }, draw: () => void): void {
    const bbox: [number, number, number, number] = [
      box.x,
      box.y,
      box.x + box.width,
      box.y + box.height,
    ]
    this.#add(this.#document.struct('Figure', { alt, bbox } as object, draw))
  }

  /** What only adorns: rules, backgrounds, the logo beside its name. */
  artifact(draw: () => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' })
    draw()
    this.#document.endMarkedContent()
  }

  /** Ends the tree; the document ends afterwards. */
  end(): void {
    this.#open[0]?.end()
  }

  #add(element: PDFKit.PDFStructureElement): void {
    this.#open.at(-1)?.add(element)
  }
}

type GroupKind = 'Sect' | 'Table' | 'TR'
type TextKind = 'H1' | 'P' | 'TH' | 'TD'

interface ElementOptions {
  /** Of a heading of a table: what it heads. */
  readonly scope?: string
}
