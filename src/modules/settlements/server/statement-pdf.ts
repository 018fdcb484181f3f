import { formatDate, formatMoney } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import {
  documentTexts,
  loadFonts,
  Typesetter,
  type TextStyle,
} from '#modules/tickets/server/public-api.ts'
import { entryKindOf } from './present.ts'
import type { Statement } from './statements.ts'
import { statementTexts } from './statement-texts.ts'

/** A4 portrait, in points. */
const page = { width: 595.28, height: 841.89 }
const left = 56
const right = page.width - 56
const ink = '#1b1a24'
const soft = '#5a5963'
const rule = '#b9b7b2'

const title: TextStyle = { weight: 800, size: 22, colour: ink }
const head: TextStyle = { weight: 600, size: 12, colour: ink }
const plain: TextStyle = { weight: 400, size: 10.5, colour: ink }
const label: TextStyle = { weight: 400, size: 9, colour: soft }

export interface StatementDocument {
  readonly statement: Statement
  readonly merchantName: string
  readonly locale: Locale
}

/** A statement on one page: opening balance, total of each kind of entry, and closing balance. */
export async function statementPdf({
  statement,
  merchantName,
  locale,
}: StatementDocument): Promise<Uint8Array> {
  const t = statementTexts(locale)
  const brand = documentTexts(locale)('brand')
  const heading = `${t.title} ${statement.number}`
  // Loaded with the first statement: 30 MB that most processes never use.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    lang: locale,
    displayTitle: true,
    // Otherwise the library parses the metrics of Helvetica for each document.
    font: '',
    info: { Title: `${heading} · ${merchantName}`, Author: brand, Creator: brand },
  })
  const parts: Uint8Array[] = []
  const finished = new Promise<void>((resolve, reject) => {
    document.on('data', (part: Uint8Array) => parts.push(part))
    document.on('end', resolve)
    document.on('error', reject)
  })
  const type = new Typesetter(document, await loadFonts())
  type.line(brand, left, 56, head)
  type.line(heading, left, 92, title)
  const day = (at: Date) => formatDate(locale, at, { year: true })
  // The end is exclusive, so the last day is that of the instant before.
  const last = new Date(statement.untilAt.getTime() - 1)
  const first = statement.fromAt ? day(statement.fromAt) : t.fromBeginning
  let y = 126 + type.paragraph(merchantName, { x: left, y: 126, width: right - left }, head)
  type.line(`${t.period}: ${first} – ${day(last)}`, left, y + 4, label)
  y += 40
  const row = (name: string, count: string, amountMinor: number, style: TextStyle): void => {
    const amount = formatMoney(locale, money(amountMinor))
    type.line(name, left, y, style)
    type.line(count, 360 - type.widthOf(count, style), y, style)
    type.line(amount, right - type.widthOf(amount, style), y, style)
    y += 22
  }
  const line = (): void => {
    document.rect(left, y - 6, right - left, 0.75).fill(rule)
    y += 6
  }
  type.line(t.entry, left, y, label)
  type.line(t.count, 360 - type.widthOf(t.count, label), y, label)
  type.line(t.amount, right - type.widthOf(t.amount, label), y, label)
  y += 20
  line()
  row(t.opening, '', statement.openingMinor, head)
  for (const { kind, count, amountMinor } of statement.lines)
    row(t.kinds[entryKindOf(kind)], String(count), amountMinor, plain)
  line()
  row(t.closing, '', statement.closingMinor, head)
  // Sales after the period are reserved as well, but are no part of this balance.
  const reservedMinor = Math.min(statement.reservedMinor, Math.max(statement.closingMinor, 0))
  if (reservedMinor !== 0) row(t.reserved, '', reservedMinor, plain)
  y += 16
  type.paragraph(t.note, { x: left, y, width: right - left }, label)
  document.end()
  await finished
  return Buffer.concat(parts)
}
