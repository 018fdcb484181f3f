import type { Locale } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { qrPath } from '../qr.ts'
import type { HeldTicket } from '../queries/held-tickets.ts'
import { printedDocument } from './compose-printed.ts'
import { makePdf, type Drawing, type Pdf } from './make-pdf.ts'
import { contentOf } from './missing-letters.ts'
import type { PrintedDocument, PrintedTicket } from './printed-ticket.ts'
import { leadingDefault, type ParagraphStyle, type TextStyle } from './typesetting.ts'

/** A roll of 80 mm, in points; printers leave 4 mm on each side. */
const width = 226.77
/** The shortest cut; a ticket with many facts is longer. */
const heightMin = 400
const margin = 12
const ink = '#000000'
const codeSide = 150

const plain: TextStyle = { weight: 400, size: 9, colour: ink }
const strong: TextStyle = { weight: 600, size: 10.5, colour: ink }

/** Tickets for a thermal printer: black on white, one cut of a roll of 80 mm each. */
export async function rollPdf(
  { log }: Pick<Context, 'log'>,
  tickets: readonly HeldTicket[],
  locale: Locale,
): Promise<Uint8Array> {
  return contentOf(log, await drawRoll(printedDocument(tickets, locale)))
}

export function drawRoll(printed: PrintedDocument): Promise<Pdf> {
  return makePdf(printed, [width, heightMin], (drawing) => {
    for (const ticket of printed.tickets) {
      const parts = partsOf(drawing, ticket, printed.author)
      const height = parts.reduce((sum, part) => sum + part.height, 2 * margin)
      drawing.document.addPage({ size: [width, Math.max(heightMin, height)] })
      let y = margin
      drawing.tags.group('Sect', () => {
        for (const part of parts) {
          part.draw(y)
          y += part.height
        }
      })
    }
  })
}

interface Part {
  /** With the gap under it, in points. */
  readonly height: number
  draw(y: number): void
}

/** What stands on a ticket, from top to bottom. */
function partsOf(drawing: Drawing, ticket: PrintedTicket, brand: string): Part[] {
  const { type, tags } = drawing
  const inner = { x: margin, width: width - 2 * margin }
  const words = (
    text: string,
    style: ParagraphStyle,
    { gap = 3, kind = 'P' }: { readonly gap?: number; readonly kind?: 'P' | 'H1' } = {},
  ): Part[] => {
    if (text === '') return []
    const lines = type.linesOf(text, style, inner.width).length
    const height = lines * style.size * (style.leading ?? leadingDefault) + gap
    return [
      { height, draw: (y) => tags.text(kind, () => type.paragraph(text, { ...inner, y }, style)) },
    ]
  }
  const name = type.fitted(
    ticket.name,
    { weight: 800, colour: ink, leading: 1.15 },
    { width: inner.width, lines: 2, sizes: [16, 14, 12, 10] },
  )
  return [
    ...words(brand, plain, { gap: 6 }),
    ...words(ticket.name, name, { gap: 4, kind: 'H1' }),
    ...words([ticket.date, ticket.time].filter(Boolean).join(' '), strong),
    ...words([ticket.venue, ticket.address].filter(Boolean).join(', '), plain, { gap: 6 }),
    ...ticket.seatFacts.flatMap((fact) => words(`${fact.name}: ${fact.value}`, strong, { gap: 2 })),
    ...ticket.facts.flatMap((fact) => words(fact.filter(Boolean).join(': '), plain, { gap: 1 })),
    { height: 6, draw: () => {} },
    ...(ticket.code === null
      ? words(ticket.insteadOfCode ?? '', strong)
      : [codePart(drawing, ticket, ticket.code)]),
    ...words(ticket.identifier, { ...plain, align: 'center' }),
  ]
}

function codePart({ document, tags }: Drawing, ticket: PrintedTicket, code: string): Part {
  const x = (width - codeSide) / 2
  return {
    height: codeSide + 6,
    draw(y) {
      const { size, path } = qrPath(code, ticket.codeKind)
      tags.figure(ticket.codeAlt, { x, y, width: codeSide, height: codeSide }, () => {
        document
          .save()
          .translate(x, y)
          .scale(codeSide / size)
        document.path(path).fill(ink).restore()
      })
    },
  }
}
