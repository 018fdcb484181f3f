import { markLetter, markLetterAt, markTicket } from '#kernel/mark.ts'
import { qrPath } from '../qr.ts'
import type { CodeKind } from '../ticket-source.ts'
import { makePdf } from './make-pdf.ts'
import type { PrintedDocument, PrintedTicket } from './printed-ticket.ts'
import type { TextStyle, Typesetter } from './typesetting.ts'

/** A5 upright, in points: readable on a telephone, two to a sheet when printed. */
const page = { width: 419.53, height: 595.28 }
const card = { x: 24, y: 24, width: page.width - 48, height: page.height - 48, corner: 12 }
const inner = { x: card.x + 24, width: card.width - 48 }
/** Where the stub with the code begins. */
const cutY = 318
const notch = 9

const colour = {
  paper: '#f4f3ef',
  card: '#ffffff',
  ink: '#1b1a24',
  soft: '#5a5963',
  rule: '#b9b7b2',
  accent: '#9d0f3c',
}

const label: TextStyle = { weight: 400, size: 8.5, colour: colour.soft }
const fact: TextStyle = { weight: 600, size: 12, colour: colour.ink }

/** Draws a PDF, one page for each ticket, with codes and text as outlines: sharp at any size. */
export function drawPdf(printed: PrintedDocument): Promise<Uint8Array> {
  return makePdf(printed, [page.width, page.height], (document, type) => {
    for (const ticket of printed.tickets) {
      document.addPage()
      drawCard(document, ticket.colour ?? colour.accent)
      drawHead(type, ticket, printed.author)
      drawSeat(type, ticket)
      drawStub(type, ticket)
    }
  })
}

/** The card on its paper: rounded, with a notch on each side and the perforation between them. */
function drawCard(document: PDFKit.PDFDocument, edge: string): void {
  const { x, y, width, height, corner } = card
  const right = x + width
  document.rect(0, 0, page.width, page.height).fill(colour.paper)
  document.roundedRect(x, y, width, height, corner).fill(colour.card)
  for (const side of [x, right]) document.circle(side, cutY, notch).fill(colour.paper)
  for (let at = x + notch + 6; at < right - notch - 4; at += 6.2)
    document.circle(at, cutY, 0.9).fill(colour.rule)
  document.save().roundedRect(x, y, width, height, corner).clip()
  document.rect(x, y, width, 8).fill(edge)
  document.restore()
}

function drawHead(type: Typesetter, ticket: PrintedTicket, brand: string): void {
  const top = card.y + 24
  drawMark(type.document, inner.x, top - 2)
  type.line(brand, inner.x + 19, top, { weight: 800, size: 12, colour: colour.ink })
  type.paragraph(ticket.count, { ...inner, y: top + 2 }, { ...label, align: 'right' })

  const nameStyle = type.fitted(
    ticket.name,
    { weight: 800, colour: colour.ink, leading: 1.18 },
    { width: inner.width, lines: 2, sizes: [24, 21, 18, 15, 13] },
  )
  let y = card.y + 58
  y += type.paragraph(ticket.name, { ...inner, y }, nameStyle)

  y += 9
  const timeStyle: TextStyle = { weight: 800, size: 22, colour: ticket.colour ?? colour.accent }
  // A pass has days, but no time.
  const besides =
    ticket.time === '' ? inner.x : inner.x + type.line(ticket.time, inner.x, y, timeStyle) + 12
  const dateStyle = type.fitted(ticket.date, fact, {
    width: inner.x + inner.width - besides,
    lines: 1,
    sizes: [12, 11, 10, 9, 8, 7],
  })
  type.line(ticket.date, besides, y + 1, dateStyle)
  // Doors on another day are said with it, which may be wider than what the time leaves.
  const doorsStyle = type.fitted(ticket.weekdayAndDoors, label, {
    width: inner.x + inner.width - besides,
    lines: 1,
    sizes: [8.5, 7.5, 6.5],
  })
  type.line(ticket.weekdayAndDoors, besides, y + 17, doorsStyle)

  y += 42
  y += type.paragraph(ticket.venue, { ...inner, y }, fact)
  type.paragraph(ticket.address, { ...inner, y: y + 1 }, label)
}

/** The platform's logo, 16 points high. */
function drawMark(document: PDFKit.PDFDocument, x: number, y: number): void {
  document
    .save()
    .translate(x, y)
    .scale(16 / 28)
  document.path(markTicket).fill(colour.accent)
  document.translate(markLetterAt.x, markLetterAt.y).path(markLetter).fill(colour.card)
  document.restore()
}

/** The seat, as large as its text allows, so that it can be read in the dark. */
function drawSeat(type: Typesetter, { seatFacts: facts }: PrintedTicket): void {
  const y = 252
  type.document.rect(inner.x, y - 12, inner.width, 0.75).fill(colour.rule)
  let x = inner.x
  // Rows and seats are short; the name of the section gets the remaining width.
  const shortWidth = 72
  const shortCount = facts.filter(({ isLong }) => !isLong).length
  const set = facts.map(({ name, value, isLong: isWide }) => {
    const isAlone = facts.length === 1
    const isLong = isAlone || isWide
    const width = isLong ? inner.width - (isAlone ? 0 : shortCount * shortWidth) - 8 : 66
    const sizes = isLong ? [19, 15, 12, 10] : [24, 19, 15, 11]
    const look = { weight: 800, colour: colour.ink, leading: 1.15 } as const
    // Two lines of the largest size would reach the perforation.
    const isLarge = isAlone && type.widthOf(value, { ...look, size: 24 }) <= width
    const style = isLarge
      ? { ...look, size: 24 }
      : type.fitted(value, look, { width, lines: isLong ? 2 : 1, sizes })
    return { name, value, width, style, step: isLong ? width + 8 : shortWidth }
  })
  const largest = Math.max(...set.map(({ style }) => style.size))
  for (const { name, value, width, style, step } of set) {
    type.line(name, x, y, label)
    // Values of one line share a baseline.
    const isOneLine = type.linesOf(value, style, width).length === 1
    const lower = isOneLine ? type.baselineOf({ size: largest }) - type.baselineOf(style) : 0
    type.paragraph(value, { x, y: y + 13 + lower, width }, style)
    x += step
  }
}

const codeSide = 164
/** Room beside the code, in points. */
const crowdedHeight = codeSide + 20
const crowdedGap = 3

function drawStub(type: Typesetter, ticket: PrintedTicket): void {
  const { facts } = ticket
  const top = cutY + 22
  const { code, codeKind } = ticket
  if (code !== null) drawCode(type.document, { code, codeKind }, inner.x, top)
  else if (ticket.insteadOfCode !== null) drawNoCode(type, ticket.insteadOfCode, inner.x, top)
  const side = { x: inner.x + codeSide + 20, width: inner.width - codeSide - 20 }
  let y = top
  // More than five must end above the text under the code.
  if (facts.length > 5) drawCrowded(type, facts, { ...side, y })
  else
    for (const [name, value] of facts) {
      if (name !== '') y += type.paragraph(name, { ...side, y }, label)
      y += type.paragraph(value, { ...side, y }, { ...fact, size: 11 }) + 7
    }
  const below = top + codeSide + 10
  type.line(ticket.identifier, inner.x, below, { weight: 600, size: 9.5, colour: colour.ink })
  const rules = { ...label, size: 7.5, leading: 1.35 }
  type.paragraph(ticket.rules, { ...inner, y: below + 18 }, rules)
}

/** Facts in one paragraph each, all of the largest size at which they end above the rules. */
function drawCrowded(
  type: Typesetter,
  facts: PrintedTicket['facts'],
  box: { readonly x: number; readonly y: number; readonly width: number },
): void {
  const look = { weight: 600, colour: colour.ink, leading: 1.2 } as const
  const texts = facts.map(([name, value]) => [name, value].filter(Boolean).join(': '))
  const heightAt = (size: number): number => {
    const lines = texts.flatMap((text) => type.linesOf(text, { ...look, size }, box.width))
    return lines.length * size * look.leading + (texts.length - 1) * crowdedGap
  }
  const size = [8.5, 8, 7.5, 7, 6.5, 6, 5.5].find((one) => heightAt(one) <= crowdedHeight) ?? 5
  let { y } = box
  for (const text of texts) y += type.paragraph(text, { ...box, y }, { ...look, size }) + crowdedGap
}

/** Paper cannot show a rotating code, so it states where to find the code. */
function drawNoCode(type: Typesetter, words: string, x: number, y: number): void {
  type.document.roundedRect(x, y, codeSide, codeSide, 8).lineWidth(1).stroke(colour.rule)
  const style = { weight: 600, size: 11, colour: colour.ink, leading: 1.35 } as const
  type.paragraph(words, { x: x + 14, y: y + 40, width: codeSide - 28 }, style)
}

function drawCode(
  document: PDFKit.PDFDocument,
  { code, codeKind }: { readonly code: string; readonly codeKind: CodeKind | undefined },
  x: number,
  y: number,
): void {
  const { size, path } = qrPath(code, codeKind)
  document
    .save()
    .translate(x, y)
    .scale(codeSide / size)
  document.path(path).fill('#000000').restore()
}
