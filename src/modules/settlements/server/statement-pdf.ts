import { formatDate, formatMoney } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import {
  contentOf,
  documentTexts,
  makePdf,
  type Drawing,
  type TextStyle,
} from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
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
export async function statementPdf(
  { log }: Pick<Context, 'log'>,
  { statement, merchantName, locale }: StatementDocument,
): Promise<Uint8Array> {
  const author = documentTexts(locale)('brand')
  const heading = `${statementTexts(locale).title} ${statement.number}`
  const printed = { locale, title: `${heading} · ${merchantName}`, author, merchantName }
  const pdf = await makePdf(printed, [page.width, page.height], (drawing) => {
    drawing.document.addPage()
    const top = drawHead(drawing, { statement, merchantName, locale }, { author, heading })
    drawTable(drawing, { statement, locale }, top)
  })
  return contentOf(log, pdf)
}

/** Answers where the table begins. */
function drawHead(
  { type, tags }: Drawing,
  { statement, merchantName, locale }: StatementDocument,
  { author, heading }: { readonly author: string; readonly heading: string },
): number {
  const t = statementTexts(locale)
  const width = right - left
  tags.text('P', () => type.line(author, left, 56, head))
  tags.text('H1', () => type.line(heading, left, 92, title))
  const day = (at: Date) => formatDate(locale, at, { year: true })
  // The end is exclusive, so the last day is that of the instant before.
  const last = new Date(statement.untilAt.getTime() - 1)
  const first = statement.fromAt ? day(statement.fromAt) : t.fromBeginning
  let y = 126
  if (merchantName !== '')
    tags.text('P', () => (y += type.paragraph(merchantName, { x: left, y, width }, head)))
  tags.text('P', () => type.line(`${t.period}: ${first} – ${day(last)}`, left, y + 4, label))
  return y + 40
}

const countRight = 360

interface Cells {
  readonly name: string
  readonly count: string
  readonly amount: string
}

function drawTable(
  { document, type, tags }: Drawing,
  { statement, locale }: Omit<StatementDocument, 'merchantName'>,
  top: number,
): void {
  const t = statementTexts(locale)
  let y = top
  const row = ({ name, count, amount }: Cells, style: TextStyle, isHead = false): void => {
    const kind = isHead ? 'TH' : 'TD'
    const scope = isHead ? { scope: 'Column' } : {}
    const cell = (text: string, x: number) =>
      tags.text(kind, () => text !== '' && type.line(text, x, y, style), scope)
    tags.group('TR', () => {
      const nameScope = { scope: isHead ? 'Column' : 'Row' }
      tags.text('TH', () => type.line(name, left, y, style), nameScope)
      cell(count, countRight - type.widthOf(count, style))
      cell(amount, right - type.widthOf(amount, style))
    })
    y += isHead ? 20 : 22
  }
  const sum = (name: string, amountMinor: number, style: TextStyle, count = ''): void =>
    row({ name, count, amount: formatMoney(locale, money(amountMinor)) }, style)
  const line = (): void => {
    tags.artifact(() => document.rect(left, y - 6, right - left, 0.75).fill(rule))
    y += 6
  }
  tags.group('Table', () => {
    row({ name: t.entry, count: t.count, amount: t.amount }, label, true)
    line()
    sum(t.opening, statement.openingMinor, head)
    for (const { kind, count, amountMinor } of statement.lines)
      sum(t.kinds[entryKindOf(kind)], amountMinor, plain, String(count))
    line()
    sum(t.closing, statement.closingMinor, head)
    // Sales after the period are reserved as well, but are no part of this balance.
    const reservedMinor = Math.min(statement.reservedMinor, Math.max(statement.closingMinor, 0))
    if (reservedMinor !== 0) sum(t.reserved, reservedMinor, plain)
  })
  y += 16
  tags.text('P', () => type.paragraph(t.note, { x: left, y, width: right - left }, label))
}
