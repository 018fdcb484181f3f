// oxlint-disable-next-line import/no-named-as-default -- the types know the default export only
import PDFDocument from 'pdfkit'
import { dateParts, formatMoney, formatTime, wallTime } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { spokenNaming } from '#kernel/place-naming.ts'
import { wholePlaceOf } from '#modules/orders/server/door.ts'
import { qrPath } from '../qr.ts'
import { typeName, type HeldTicket } from '../queries/held-tickets.ts'
import { loadFonts, Typesetter, type TextStyle } from './typesetting.ts'
import { paperTexts, type PaperText } from './words.ts'

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

/** The tickets as a PDF, one page each, with codes and letters as outlines: sharp at any size. */
export async function ticketsPdf(
  tickets: readonly HeldTicket[],
  locale: Locale,
): Promise<Uint8Array> {
  const texts = paperTexts(locale)
  const first = tickets[0]
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    lang: locale,
    displayTitle: true,
    info: {
      Title: `${first?.subject.name[locale] ?? ''} · ${first?.order.orderNumber ?? ''}`,
      Author: texts('brand'),
      Creator: texts('brand'),
    },
  })
  const parts: Uint8Array[] = []
  const finished = new Promise<void>((resolve, reject) => {
    document.on('data', (part: Uint8Array) => parts.push(part))
    document.on('end', resolve)
    document.on('error', reject)
  })
  const type = new Typesetter(document, await loadFonts())
  for (const [index, held] of tickets.entries()) {
    document.addPage()
    const count = texts('ticket', { number: index + 1, count: tickets.length })
    drawTicket(type, held, { locale, texts, count })
  }
  document.end()
  await finished
  return Buffer.concat(parts)
}

interface Wording {
  readonly locale: Locale
  readonly texts: PaperText
  /** "Ticket 1 of 2". */
  readonly count: string
}

function drawTicket(type: Typesetter, held: HeldTicket, wording: Wording): void {
  drawCard(type.document)
  drawHead(type, held, wording)
  drawFacts(type, held, wording)
  drawStub(type, held, wording)
}

/** The card on its paper: rounded, with a notch on each side and the perforation between them. */
function drawCard(document: PDFKit.PDFDocument): void {
  const { x, y, width, height, corner } = card
  const right = x + width
  document.rect(0, 0, page.width, page.height).fill(colour.paper)
  document.roundedRect(x, y, width, height, corner).fill(colour.card)
  for (const side of [x, right]) document.circle(side, cutY, notch).fill(colour.paper)
  for (let at = x + notch + 6; at < right - notch - 4; at += 6.2)
    document.circle(at, cutY, 0.9).fill(colour.rule)
  document.save().roundedRect(x, y, width, height, corner).clip()
  document.rect(x, y, width, 6).fill(colour.accent)
  document.restore()
}

function drawHead(type: Typesetter, held: HeldTicket, { locale, texts, count }: Wording): void {
  const { subject } = held
  const top = card.y + 24
  drawMark(type.document, inner.x, top - 2)
  type.line(texts('brand'), inner.x + 19, top, { weight: 800, size: 12, colour: colour.ink })
  type.paragraph(count, { ...inner, y: top + 2 }, { ...label, align: 'right' })

  const name = subject.name[locale]
  const nameStyle = type.fitted(
    name,
    { weight: 800, colour: colour.ink, leading: 1.18 },
    { width: inner.width, lines: 2, sizes: [24, 21, 18, 15, 13] },
  )
  let y = card.y + 58
  y += type.paragraph(name, { ...inner, y }, nameStyle)

  const parts = dateParts(locale, subject.startsAt, subject.timeZone)
  const { year } = wallTime(subject.startsAt, subject.timeZone)
  y += 9
  const time = formatTime(subject.startsAt, subject.timeZone)
  const timeStyle: TextStyle = { weight: 800, size: 22, colour: colour.accent }
  const timeWidth = type.line(time, inner.x, y, timeStyle)
  const besides = inner.x + timeWidth + 12
  type.line(`${parts.day} ${parts.month} ${year}`, besides, y + 1, fact)
  const doors =
    subject.doorsAt && texts('doors', { time: formatTime(subject.doorsAt, subject.timeZone) })
  type.line([parts.weekday, doors].filter(Boolean).join(' · '), besides, y + 17, label)

  y += 42
  y += type.paragraph(subject.venue[locale], { ...inner, y }, fact)
  const address = [subject.address[locale], subject.city[locale]].filter(Boolean).join(', ')
  type.paragraph(address, { ...inner, y: y + 1 }, label)
}

/** The house mark: a small ticket with its notches. */
function drawMark(document: PDFKit.PDFDocument, x: number, y: number): void {
  document.roundedRect(x, y, 13, 16, 2).fill(colour.accent)
  for (const side of [x, x + 13]) document.circle(side, y + 8, 2.1).fill(colour.card)
}

/** Where to sit: as large as the words allow, because it is what people look for in the dark. */
function drawFacts(type: Typesetter, held: HeldTicket, { locale, texts }: Wording): void {
  const facts = seatFactsOf(held, { locale, texts })
  const y = 252
  type.document.rect(inner.x, y - 12, inner.width, 0.75).fill(colour.rule)
  let x = inner.x
  // Rows and seats are short; the name of the section takes what they leave.
  const shortWidth = 72
  const shortCount = facts.filter(({ isLong }) => !isLong).length
  for (const { name, value, isLong: isWide } of facts) {
    const isLong = facts.length === 1 || isWide
    const width = isLong ? inner.width - (facts.length === 1 ? 0 : shortCount * shortWidth) - 8 : 66
    type.line(name, x, y, label)
    const style = type.fitted(
      value,
      { weight: 800, colour: colour.ink, leading: 1.15 },
      { width, lines: isLong ? 2 : 1, sizes: isLong ? [19, 15, 12, 10] : [24, 19, 15, 11] },
    )
    type.paragraph(value, { x, y: y + 13, width }, style)
    x += isLong ? width + 8 : shortWidth
  }
}

interface SeatFact {
  readonly name: string
  readonly value: string
  readonly isLong: boolean
}

/** Section, row and seat under the names they were sold with, or the place as a whole. */
export function seatFactsOf(
  held: HeldTicket,
  { locale, texts }: Omit<Wording, 'count'>,
): SeatFact[] {
  const { ticket, line } = held
  const names = spokenNaming(line.detail.naming ?? {}, locale)
  const whole = wholePlaceOf(line.detail, locale)
  if (whole !== null) return [{ name: texts('place'), value: whole, isLong: true }]
  const facts: SeatFact[] = []
  const add = (name: string, value: string | null | undefined, isLong: boolean): void => {
    if (value) facts.push({ name, value, isLong })
  }
  add(names.section ?? texts('section'), ticket.section?.[locale], true)
  add(names.row ?? texts('row'), ticket.row, false)
  add(names.seat ?? texts('seat'), ticket.seat, false)
  if (facts.length === 0) add(names.ticketType ?? texts('admission'), texts('noSeat'), true)
  return facts
}

const codeSide = 164

function drawStub(type: Typesetter, held: HeldTicket, { locale, texts }: Wording): void {
  const { ticket, order, line, subject, code, rotating } = held
  const names = spokenNaming(line.detail.naming ?? {}, locale)
  const top = cutY + 22
  if (rotating) drawNoCode(type, texts('openOnPhone'), inner.x, top)
  else if (code !== null) drawCode(type.document, code, inner.x, top)
  const side = { x: inner.x + codeSide + 20, width: inner.width - codeSide - 20 }
  const facts: [string, string][] = [
    [names.ticketType ?? texts('admission'), typeName(held, locale)],
    [texts('price'), formatMoney(locale, money(line.unitPriceMinor, order.currency))],
    [texts('order'), order.orderNumber],
  ]
  for (const { label: name, value } of held.extras) facts.push([name[locale], value[locale]])
  if (names.entrance !== undefined) facts.push([texts('entrance'), names.entrance])
  if (subject.ageLimit > 0) facts.push(['', texts('age', { age: subject.ageLimit })])
  let y = top
  // More than five of them go on one line each, so that they end above the words under the code.
  const isCrowded = facts.length > 5
  for (const [name, value] of facts) {
    if (isCrowded) {
      const words = [name, value].filter(Boolean).join(': ')
      const style = type.fitted(
        words,
        { weight: 600, colour: colour.ink, leading: 1.2 },
        { width: side.width, lines: 2, sizes: [8.5, 7.5, 6.5] },
      )
      y += type.paragraph(words, { ...side, y }, style) + 3
      continue
    }
    if (name !== '') y += type.paragraph(name, { ...side, y }, label)
    y += type.paragraph(value, { ...side, y }, { ...fact, size: 11 }) + 7
  }
  const grouped = ticket.identifier.replaceAll(/(.{5})(?=.)/g, '$1 ')
  const below = top + codeSide + 10
  type.line(grouped, inner.x, below, { weight: 600, size: 9.5, colour: colour.ink })
  const rules = `${texts('atTheDoor')} ${texts('keepSecret')}`
  type.paragraph(rules, { ...inner, y: below + 18 }, { ...label, size: 7.5, leading: 1.35 })
}

/** Paper cannot change: where the code would stand, it says where the code is. */
function drawNoCode(type: Typesetter, words: string, x: number, y: number): void {
  type.document.roundedRect(x, y, codeSide, codeSide, 8).lineWidth(1).stroke(colour.rule)
  const style = { weight: 600, size: 11, colour: colour.ink, leading: 1.35 } as const
  type.paragraph(words, { x: x + 14, y: y + 40, width: codeSide - 28 }, style)
}

function drawCode(document: PDFKit.PDFDocument, code: string, x: number, y: number): void {
  const { size, path } = qrPath(code)
  document
    .save()
    .translate(x, y)
    .scale(codeSide / size)
  document.path(path).fill('#000000').restore()
}
