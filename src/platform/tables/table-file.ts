import type { TableFormat } from '#contract/table-format.ts'
import type { Cell, Sheet } from './cells.ts'
import { csvOf } from './csv.ts'
import { xlsxOf } from './xlsx.ts'

interface TableFile {
  readonly contentType: string
  readonly content: string | Buffer
  readonly filename: string
}

/** Tables as a file to download; only workbooks and JSON name a single table. */
export function tableFile(format: TableFormat, name: string, sheets: readonly Sheet[]): TableFile {
  const filename = `${name}.${format}`
  switch (format) {
    case 'csv':
      return { contentType: 'text/csv; charset=utf-8', content: csvOf(sheets), filename }
    case 'xlsx':
      return {
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        content: xlsxOf(sheets),
        filename,
      }
    case 'json':
      return {
        contentType: 'application/json; charset=utf-8',
        content: JSON.stringify({ tables: sheets.map(plainTable) }),
        filename,
      }
  }
}

function plainTable({ name, columns, rows }: Sheet) {
  return {
    name,
    columns: columns.map(({ heading, ...column }) => ({ ...column, label: heading })),
    rows: Array.from(rows, (row) =>
      Object.fromEntries(columns.map(({ key }, index) => [key, plainValue(row[index] ?? null)])),
    ),
  }
}

/** Amounts are in minor units, as in all calls. */
function plainValue(cell: Cell): string | number | null {
  switch (cell?.kind) {
    case undefined:
      return null
    case 'text':
      return cell.text
    case 'number':
      return cell.value
    case 'money':
      return cell.minor
    case 'day':
      return cell.day
    case 'moment':
      return cell.at.toISOString()
    case 'state':
      return cell.code
  }
}
