import type { Locale } from '#kernel/locale.ts'
import { qrPath } from '../qr.ts'
import type { HeldTicket } from '../queries/held-tickets.ts'
import { printedDocument } from './compose-printed.ts'
import { makePdf } from './make-pdf.ts'
import type { PrintedTicket } from './printed-ticket.ts'
import type { TextStyle, Typesetter } from './typesetting.ts'

/** A roll of 80 mm, in points; printers leave 4 mm on each side. */
const width = 226.77
const height = 400
const margin = 12
const ink = '#000000'
const codeSide = 150

const plain: TextStyle = { weight: 400, size: 9, colour: ink }
const strong: TextStyle = { weight: 600, size: 10.5, colour: ink }

/** Tickets for a thermal printer: black on white, one cut of a roll of 80 mm each. */
export function rollPdf(tickets: readonly HeldTicket[], locale: Locale): Promise<Uint8Array> {
  const printed = printedDocument(tickets, locale)
  return makePdf(printed, [width, height], (document, type) => {
    for (const ticket of printed.tickets) {
      document.addPage()
      drawTicket(type, ticket, printed.author)
    }
  })
}

function drawTicket(type: Typesetter, ticket: PrintedTicket, brand: string): void {
  const inner = { x: margin, width: width - 2 * margin }
  let y = margin
  const put = (text: string, style: TextStyle, gap = 3): void => {
    if (text !== '') y += type.paragraph(text, { ...inner, y }, style) + gap
  }
  put(brand, plain, 6)
  const name = type.fitted(
    ticket.name,
    { weight: 800, colour: ink, leading: 1.15 },
    { width: inner.width, lines: 2, sizes: [16, 14, 12, 10] },
  )
  put(ticket.name, name, 4)
  put([ticket.date, ticket.time].filter(Boolean).join(' '), strong)
  put([ticket.venue, ticket.address].filter(Boolean).join(', '), plain, 6)
  for (const { name: what, value } of ticket.seatFacts) put(`${what}: ${value}`, strong, 2)
  for (const [what, value] of ticket.facts) put([what, value].filter(Boolean).join(': '), plain, 1)
  y += 6
  if (ticket.code === null) put(ticket.insteadOfCode ?? '', strong)
  else {
    const { size, path } = qrPath(ticket.code, ticket.codeKind)
    type.document
      .save()
      .translate((width - codeSide) / 2, y)
      .scale(codeSide / size)
    type.document.path(path).fill(ink).restore()
    y += codeSide + 6
  }
  type.paragraph(ticket.identifier, { ...inner, y }, { ...plain, align: 'center' })
}
