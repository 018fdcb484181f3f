/** Tables as CSV with a byte order mark, so that spreadsheets read their Georgian letters correctly. */
import { amountText, momentText, type Cell, type Sheet } from './cells.ts'

/**
 * A text as a spreadsheet may show it: one that it would run as a formula is prefixed with an apostrophe (including the
 * full-width characters that East Asian spreadsheets accept), so hostile imported text stays inert in reports.
 */
function inertText(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
}

/** Several tables stand below each other, each under its name. */
export function csvOf(sheets: readonly Sheet[]): string {
  const blocks = sheets.map(({ name, columns, rows }) => {
    const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`
    const title = sheets.length > 1 ? line([quoted(inertText(name))]) : ''
    let block = title + line(columns.map(({ heading }) => quoted(inertText(heading))))
    for (const row of rows) block += line(row.map(csvCell))
    return block
  })
  return `\uFEFF${blocks.join('\r\n')}`
}

/** A cell in quotes. Amounts have a decimal point. */
export function csvCell(cell: Cell): string {
  switch (cell?.kind) {
    case undefined:
      return '""'
    case 'text':
    case 'state':
      return quoted(inertText(cell.text))
    case 'number':
      return quoted(String(cell.value))
    case 'money':
      return quoted(amountText(cell))
    case 'day':
      return quoted(cell.day)
    case 'moment':
      return quoted(momentText(cell))
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
