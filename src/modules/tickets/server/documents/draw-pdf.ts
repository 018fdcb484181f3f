import { markLetter, markLetterAt, markTicket } from '#kernel/mark.ts'
import { qrPath } from '../qr.ts'
import { makePdf, type Drawing, type Pdf } from './make-pdf.ts'
import type { PrintedDocument, PrintedTicket, SeatFact } from './printed-ticket.ts'
import { leadingDefault, type Box, type TextStyle, type Typesetter } from './typesetting.ts'

/** A5 upright, in points: readable on a telephone, two to a sheet when printed. */
const page = { width: 419.53, height: 595.28 }
const card = { x: 24, y: 24, width: page.width - 48, height: page.height - 48, corner: 12 }
const inner = { x: card.x + 24, width: card.width - 48 }
/** The rule above the seat, and where the stub with the code begins. */
const ruleY = 240
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
export function drawPdf(printed: PrintedDocument): Promise<Pdf> {
  return makePdf(printed, [page.width, page.height], (drawing) => {
    for (const ticket of printed.tickets) {
      drawing.document.addPage()
      drawing.tags.artifact(() => drawCard(drawing.document, ticket.colour ?? colour.accent))
      drawing.tags.group('Sect', () => {
        drawHead(drawing, ticket, printed.author)
        drawSeat(drawing, ticket)
        drawStub(drawing, ticket)
      })
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

/** Sizes at which a text is set where those of its place are too large for it. */
const nameTight = { height: 57, sizes: [13, 12, 11, 10, 9, 8] }

function drawHead({ document, type, tags }: Drawing, ticket: PrintedTicket, brand: string): void {
  const top = card.y + 24
  tags.artifact(() => drawMark(document, inner.x, top - 2))
  tags.text('P', () =>
    type.line(brand, inner.x + 19, top, { weight: 800, size: 12, colour: colour.ink }),
  )
  tags.text('P', () =>
    type.paragraph(ticket.count, { ...inner, y: top + 2 }, { ...label, align: 'right' }),
  )
  const nameStyle = type.fitted(
    ticket.name,
    { weight: 800, colour: colour.ink, leading: 1.18 },
    { width: inner.width, lines: 2, sizes: [24, 21, 18, 15, 13], tight: nameTight },
  )
  let y = card.y + 58
  tags.text('H1', () => (y += type.paragraph(ticket.name, { ...inner, y }, nameStyle)))
  y += 9
  tags.text('P', () => drawTime(type, ticket, y))
  y += 42
  if (ticket.venue + ticket.address !== '') tags.text('P', () => drawVenue(type, ticket, y))
}

function drawTime(type: Typesetter, ticket: PrintedTicket, y: number): void {
  const timeStyle: TextStyle = { weight: 800, size: 22, colour: ticket.colour ?? colour.accent }
  // A pass has days, but no time.
  const besides =
    ticket.time === '' ? inner.x : inner.x + type.line(ticket.time, inner.x, y, timeStyle) + 12
  const width = inner.x + inner.width - besides
  const dateStyle = type.fitted(ticket.date, fact, {
    width,
    lines: 1,
    sizes: [12, 11, 10, 9, 8, 7],
  })
  type.line(ticket.date, besides, y + 1, dateStyle)
  // Doors on another day are said with it, which may be wider than what the time leaves.
  const doorsStyle = type.fitted(ticket.weekdayAndDoors, label, {
    width,
    lines: 1,
    sizes: [8.5, 7.5, 6.5],
  })
  type.line(ticket.weekdayAndDoors, besides, y + 17, doorsStyle)
}

/** Venue and address share what is left above the rule; the address keeps its size as long as it can. */
function drawVenue(type: Typesetter, ticket: PrintedTicket, top: number): void {
  const room = ruleY - 5 - top
  const addressLines = type.linesOf(ticket.address, label, inner.width).length
  const forAddress = Math.min(addressLines * label.size * leadingDefault, room / 2)
  const venueStyle = type.within(ticket.venue, fact, {
    width: inner.width,
    height: room - forAddress - 1,
    sizes: [12, 11, 10, 9, 8, 7, 6],
  })
  const y = top + type.paragraph(ticket.venue, { ...inner, y: top }, venueStyle)
  const addressStyle = type.within(ticket.address, label, {
    width: inner.width,
    height: ruleY - 5 - y - 1,
    sizes: [8.5, 7.5, 6.5, 5.5],
  })
  type.paragraph(ticket.address, { ...inner, y: y + 1 }, addressStyle)
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

/** The room of values between their names and the perforation. */
const seatHeight = 42

/** The seat, as large as its text allows, so that it can be read in the dark. */
function drawSeat({ document, type, tags }: Drawing, { seatFacts: facts }: PrintedTicket): void {
  const y = ruleY + 12
  tags.artifact(() => document.rect(inner.x, ruleY, inner.width, 0.75).fill(colour.rule))
  let x = inner.x
  const set = facts.map((one) => ({ ...one, ...seatStyle(type, one, facts) }))
  const largest = Math.max(...set.map(({ style }) => style.size))
  for (const { name, value, width, style, step } of set) {
    // Values of one line share a baseline.
    const isOneLine = type.linesOf(value, style, width).length === 1
    const lower = isOneLine ? type.baselineOf({ size: largest }) - type.baselineOf(style) : 0
    tags.text('P', () => {
      type.paragraph(name, { x, y, width: step - 6 }, { ...label, linesMax: 1 })
      type.paragraph(value, { x, y: y + 13 + lower, width }, style)
    })
    x += step
  }
}

function seatStyle(
  type: Typesetter,
  { value, isLong: isWide }: SeatFact,
  facts: readonly SeatFact[],
) {
  // Rows and seats are short; the name of the section gets the remaining width.
  const shortWidth = 72
  const shortCount = facts.filter(({ isLong }) => !isLong).length
  const isAlone = facts.length === 1
  const isLong = isAlone || isWide
  const width = isLong ? inner.width - (isAlone ? 0 : shortCount * shortWidth) - 8 : 66
  const step = isLong ? width + 8 : shortWidth
  const look = { weight: 800, colour: colour.ink, leading: 1.15 } as const
  // Two lines of the largest size would reach the perforation.
  if (isAlone && type.widthOf(value, { ...look, size: 24 }) <= width)
    return { width, step, style: { ...look, size: 24 } }
  const style = type.fitted(value, look, {
    width,
    lines: isLong ? 2 : 1,
    sizes: isLong ? [19, 15, 12, 10] : [24, 19, 15, 11],
    tight: { height: seatHeight, sizes: [10, 9, 8, 7, 6, 5] },
  })
  return { width, step, style }
}

const codeSide = 164
/** Room beside the code, in points: it ends above the text under the code. */
const factsHeight = codeSide + 4
const crowdedGap = 3

function drawStub({ document, type, tags }: Drawing, ticket: PrintedTicket): void {
  const top = cutY + 22
  const { code, codeKind } = ticket
  const box = { x: inner.x, y: top, width: codeSide, height: codeSide }
  if (code !== null)
    tags.figure(ticket.codeAlt, box, () => drawCode(document, { code, codeKind }, inner.x, top))
  else if (ticket.insteadOfCode !== null)
    drawNoCode({ document, type, tags }, ticket.insteadOfCode, inner.x, top)
  drawFacts({ document, type, tags }, ticket.facts, {
    x: inner.x + codeSide + 20,
    y: top,
    width: inner.width - codeSide - 20,
  })
  const below = top + codeSide + 10
  tags.text('P', () =>
    type.line(ticket.identifier, inner.x, below, { weight: 600, size: 9.5, colour: colour.ink }),
  )
  const rules = { ...label, size: 7.5, leading: 1.35 }
  tags.text('P', () => type.paragraph(ticket.rules, { ...inner, y: below + 18 }, rules))
}

/** Name above value as long as all fit beside the code, else in one paragraph each. */
function drawFacts(
  { document, type, tags }: Drawing,
  facts: PrintedTicket['facts'],
  box: Box,
): void {
  const valueStyle = { ...fact, size: 11 }
  const heightOf = (text: string, style: TextStyle) =>
    type.linesOf(text, style, box.width).length * style.size * leadingDefault
  const heights = facts.map(
    ([name, value]) => heightOf(name, label) + heightOf(value, valueStyle) + 7,
  )
  const height = heights.reduce((sum, one) => sum + one, 0)
  if (facts.length > 5 || height > factsHeight)
    return drawCrowded({ document, type, tags }, facts, box)
  let { y } = box
  for (const [name, value] of facts)
    tags.text('P', () => {
      y += type.paragraph(name, { ...box, y }, label)
      y += type.paragraph(value, { ...box, y }, valueStyle) + 7
    })
}

/**
 * Facts in one paragraph each, all of the largest size at which they end above the text under the code. Where even the
 * smallest is too large, the longest are cut; what then has no line at all is counted.
 */
function drawCrowded({ type, tags }: Drawing, facts: PrintedTicket['facts'], box: Box): void {
  const look = { weight: 600, colour: colour.ink, leading: 1.2 } as const
  const texts = facts.map(([name, value]) => [name, value].filter(Boolean).join(': '))
  const countsAt = (size: number) =>
    texts.map((text) => type.linesOf(text, { ...look, size }, box.width).length)
  const heightOf = (counts: readonly number[], size: number) =>
    counts.reduce((sum, one) => sum + one, 0) * size * look.leading +
    (counts.length - 1) * crowdedGap
  const sizes = [8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5]
  const size = sizes.find((one) => heightOf(countsAt(one), one) <= factsHeight) ?? 5
  const counts = countsAt(size)
  const cut = (max: number) => counts.map((count) => Math.min(count, max))
  let linesMax = Math.max(...counts)
  while (linesMax > 1 && heightOf(cut(linesMax), size) > factsHeight) linesMax -= 1
  const room = Math.floor((factsHeight + crowdedGap) / (size * look.leading + crowdedGap))
  const isTooMany = heightOf(cut(linesMax), size) > factsHeight
  const shown = isTooMany ? [...texts.slice(0, room - 1), `… +${texts.length - room + 1}`] : texts
  const style = { ...look, size, linesMax }
  let { y } = box
  for (const text of shown)
    tags.text('P', () => (y += type.paragraph(text, { ...box, y }, style) + crowdedGap))
}

/** Paper cannot show a rotating code, so it states where to find the code. */
function drawNoCode({ document, type, tags }: Drawing, words: string, x: number, y: number): void {
  tags.artifact(() =>
    document.roundedRect(x, y, codeSide, codeSide, 8).lineWidth(1).stroke(colour.rule),
  )
  const style = { weight: 600, size: 11, colour: colour.ink, leading: 1.35 } as const
  tags.text('P', () => type.paragraph(words, { x: x + 14, y: y + 40, width: codeSide - 28 }, style))
}

function drawCode(
  document: PDFKit.PDFDocument,
  { code, codeKind }: Pick<PrintedTicket, 'codeKind'> & { readonly code: string },
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
