import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { csvOptions, normalizeHeading } from '#platform/tables/csv-input.ts'
import { importLimits } from './limits.ts'
import {
  columns,
  columnsOfKind,
  recordKinds,
  type Column,
  type Problem,
  type RawRecord,
} from './record.ts'
import { nameOfWords } from './state-words.ts'

interface ReadFile {
  readonly records: readonly RawRecord[]
  readonly problems: readonly Problem[]
}

const byHeading = new Map<string, Column>(
  (Object.entries(columns) as [Column, string][]).flatMap(([column, georgian]) => [
    [normalizeHeading(column), column],
    [normalizeHeading(georgian), column],
  ]),
)

/**
 * Reads a table of shows, events, prices, or all of them: the columns of a row decide which entities it describes, and
 * rows about the same entity must agree. Separated by comma, semicolon or tab, detected from the headings. Read row by
 * row, up to the limits of an import.
 * | @param head the beginning of the text, with its first line
 * @param rest the remaining text
 */
export async function readCsv(
  file: string,
  head: string,
  rest: AsyncIterable<string>,
): Promise<ReadFile> {
  const records: RawRecord[] = []
  let first: Row | undefined
  let table: Table | undefined
  try {
    for await (const row of rowsOf(head, rest)) {
      if (!first) {
        first = row
        continue
      }
      const read = table ?? readTable(first.record)
      if ('problems' in read) return { records: [], problems: read.problems }
      table = read
      readRow(table, file, row, records)
      if (records.length > importLimits.recordsMax) break
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = (error as { lines?: number }).lines ?? 0
    const values = { where: line, why: error.message }
    return { records: [], problems: [{ code: 'file-broken', column: null, values }] }
  }
  return table
    ? { records, problems: [] }
    : { records, problems: [{ code: 'file-empty', column: null }] }
}

interface Table {
  readonly headings: readonly Column[]
  readonly kinds: readonly (typeof recordKinds)[number][]
}

function readTable(record: readonly string[]): Table | { problems: readonly Problem[] } {
  const { headings, problems } = readHeadings(record)
  if (problems.length > 0) return { problems }
  const kinds = recordKinds.filter((kind) => describesKind(kind, headings))
  if (kinds.length === 0) return { problems: [{ code: 'file-unknown', column: null }] }
  return { headings, kinds }
}

function readRow(table: Table, file: string, { record, line }: Row, records: RawRecord[]): void {
  const { headings, kinds } = table
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
    // A row with too many or too few cells is reported once, with its first entity.
    records.push({ kind, fields, place, problems: wrong.splice(0) })
  }
}

interface Row {
  readonly record: readonly string[]
  readonly line: number
}

/** Throws `CsvError`, or an error of `rest`. */
async function* rowsOf(head: string, rest: AsyncIterable<string>): AsyncGenerator<Row, void> {
  const parser = parse({
    ...csvOptions(head),
    info: true,
    max_record_size: 200_000,
  })
  const source = Readable.from(joined(head, rest))
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    // A quoted cell may span several lines; the reported line is the last of its row.
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>)
      yield { record, line: info.lines }
  } finally {
    source.destroy()
    parser.destroy()
  }
}

async function* joined(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head
  yield* rest
}

function readHeadings(record: readonly string[]): {
  headings: readonly Column[]
  problems: readonly Problem[]
} {
  const headings: Column[] = []
  const problems: Problem[] = []
  for (const text of record) {
    const column = byHeading.get(normalizeHeading(text))
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

/** Whether the table describes this kind of entity: it has its key, and a column other than keys. */
function describesKind(kind: (typeof recordKinds)[number], headings: readonly Column[]): boolean {
  const [key, ...others] = columnsOfKind[kind]
  const keys: readonly Column[] = ['show', 'event', 'ticket_type']
  return (
    key !== undefined &&
    headings.includes(key) &&
    others.some((column) => headings.includes(column) && !keys.includes(column))
  )
}

/** Fields of a row; empty cells are omitted and change nothing. */
function fieldsOf(
  kind: (typeof recordKinds)[number],
  headings: readonly Column[],
  record: readonly string[],
): Partial<Record<Column, string>> {
  const fields: Partial<Record<Column, string>> = {}
  const mine = columnsOfKind[kind]
  headings.forEach((column, index) => {
    const value = record[index] ?? ''
    if (value !== '' && mine.includes(column)) fields[column] = nameOfWords(column, value)
  })
  // Only keys of other entities are filled in, so the row does not describe this one.
  const isOnlyKeys = Object.keys(fields).every((column) => column === 'show' || column === 'event')
  return isOnlyKeys && kind !== 'show' && fields[mine[0] ?? 'show'] === undefined ? {} : fields
}
