import { CsvError, parse } from 'csv-parse/sync'
import { importLimits } from './limits.ts'
import {
  columns,
  columnsOfKind,
  recordKinds,
  type Column,
  type Problem,
  type RawRecord,
} from './record.ts'

interface ReadFile {
  readonly records: readonly RawRecord[]
  readonly problems: readonly Problem[]
}

const byHeading = new Map<string, Column>(
  (Object.entries(columns) as [Column, string][]).flatMap(([column, georgian]) => [
    [fold(column), column],
    [fold(georgian), column],
  ]),
)

/** Letter case, spaces and underscores do not matter in a heading. */
function fold(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
}

/**
 * A table of shows, events, prices, or of all of them at once: what a row tells of is what it has columns for, and
 * what several rows tell of the same thing must agree. Comma, semicolon or tab, whichever the headings use.
 */
export function readCsv(file: string, content: string): ReadFile {
  const parsed = parseRows(content)
  if ('code' in parsed) return { records: [], problems: [parsed] }
  const [head, ...rows] = parsed
  if (!head || rows.length === 0)
    return { records: [], problems: [{ code: 'file-empty', column: null }] }
  const { headings, problems } = readHeadings(head.record)
  if (problems.length > 0) return { records: [], problems }
  const kinds = recordKinds.filter((kind) => isAbout(kind, headings))
  if (kinds.length === 0) return { records: [], problems: [{ code: 'file-unknown', column: null }] }
  const records: RawRecord[] = []
  for (const { record, line } of rows) {
    const place = { file, at: String(line) }
    const wrong: Problem[] =
      record.length === headings.length
        ? []
        : [
            {
              code: 'row-length',
              column: null,
              values: { expected: headings.length, found: record.length },
            },
          ]
    for (const kind of kinds) {
      const fields = fieldsOf(kind, headings, record)
      if (Object.keys(fields).length === 0) continue
      // A row that is too long or too short is told once, with the first thing it is about.
      records.push({ kind, fields, place, problems: wrong.splice(0) })
    }
    if (records.length > importLimits.recordsMax) break
  }
  return { records, problems: [] }
}

interface Row {
  readonly record: readonly string[]
  readonly line: number
}

function parseRows(content: string): readonly Row[] | Problem {
  try {
    const rows = parse(content, {
      bom: true,
      delimiter: delimiterOf(content),
      info: true,
      relax_column_count: true,
      // Names stand in quotes: `ოპერა "დაისი"` is no broken cell.
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      max_record_size: 200_000,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    // A quoted cell may span lines; the line counted is the last of its row.
    return rows.map(({ record, info }) => ({ record, line: info.lines }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = (error as { lines?: number }).lines ?? 0
    return { code: 'file-broken', column: null, values: { where: line, why: error.message } }
  }
}

/** The sign that parts the headings: the commonest of the three outside quotes in the first line. */
function delimiterOf(content: string): string {
  const line = (/^[^\r\n]*/.exec(content)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].toSorted((left, right) => count(right) - count(left))[0] ?? ','
}

function readHeadings(record: readonly string[]): {
  headings: readonly Column[]
  problems: readonly Problem[]
} {
  const headings: Column[] = []
  const problems: Problem[] = []
  for (const text of record) {
    const column = byHeading.get(fold(text))
    if (column === undefined)
      problems.push({
        code: 'heading-unknown',
        column: null,
        values: { heading: text.slice(0, 60) },
      })
    else if (headings.includes(column))
      problems.push({ code: 'heading-twice', column: null, values: { heading: text.slice(0, 60) } })
    else headings.push(column)
  }
  return { headings, problems: problems.slice(0, importLimits.fileProblemsMax) }
}

/** A table tells of a kind when it has its key and something besides keys. */
function isAbout(kind: (typeof recordKinds)[number], headings: readonly Column[]): boolean {
  const [key, ...others] = columnsOfKind[kind]
  const keys: readonly Column[] = ['show', 'event', 'ticket_type']
  return (
    key !== undefined &&
    headings.includes(key) &&
    others.some((column) => headings.includes(column) && !keys.includes(column))
  )
}

/** An empty cell says nothing, so it changes nothing. */
function fieldsOf(
  kind: (typeof recordKinds)[number],
  headings: readonly Column[],
  record: readonly string[],
): Partial<Record<Column, string>> {
  const fields: Partial<Record<Column, string>> = {}
  const mine = columnsOfKind[kind]
  headings.forEach((column, index) => {
    const value = record[index] ?? ''
    if (value !== '' && mine.includes(column)) fields[column] = value
  })
  // Only the keys of others are filled in: the row is about something else.
  const isOnlyKeys = Object.keys(fields).every((column) => column === 'show' || column === 'event')
  return isOnlyKeys && kind !== 'show' && fields[mine[0] ?? 'show'] === undefined ? {} : fields
}
