/**
 * Streams the rows of a feed into temporary tables while unzipping, so that memory use does not depend on
 * the feed's size.
 */
import { createHash, type Hash } from 'node:crypto'
import { parse, type Parser } from 'csv-parse'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { readHeadings } from './headings.ts'
import type { Notices } from './notices.ts'
import { formerRowOf, type FormerRow } from './former-translations.ts'
import type { PassedOver } from './on-demand.ts'
import { parseCell } from './parse-cell.ts'
import { feedTables, ignoredFiles, stagedTable, type ColumnType, type FeedTable } from './tables.ts'
import { FeedRefused, unzipFeed } from './unzip.ts'

const rowsPerInsert = 2_000
/** A row of a feed has some hundred bytes: this many are written before more are read, whatever the number of rows. */
const bytesPerInsert = 4_000_000
const recordBytesMax = 1_000_000

export interface Staged {
  /** SHA-256 of the unpacked files, to recognise an identical feed. */
  readonly digest: string
  readonly rows: number
  /** File and name of each known column in a header, for example `stops.txt stop_id`. */
  readonly columns: ReadonlySet<string>
}

interface OpenFile {
  readonly name: string
  readonly reader: FileReader | null
  readonly hash: Hash
}

/** Receives the number of rows read so far. */
export type RowsRead = (rows: number) => Promise<void>

/** `db` must be a transaction; the temporary tables are dropped at its end. */
export async function stageFeed(
  db: Database,
  packed: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: { readonly notices: Notices; readonly rowsRead?: RowsRead | undefined },
): Promise<Staged> {
  for (const table of feedTables) await createStagedTable(db, table)
  const { notices, rowsRead } = options
  const digests: string[] = []
  const seen: SeenFiles = { files: new Set(), folder: null }
  const columns = new Set<string>()
  let rows = 0
  let open: OpenFile | null = null as OpenFile | null
  try {
    for await (const { name, folder, chunk, isLast } of unzipFeed(packed, { isRead: isOfFeed })) {
      if (open?.name !== folder + name) {
        const table = tableOf(name, folder, seen)
        noteFile(notices, { name, folder, isRead: table !== undefined })
        open = {
          name: folder + name,
          reader: table ? new FileReader(db, table, notices) : null,
          hash: createHash('sha256'),
        }
      }
      open.hash.update(chunk)
      if (open.reader) {
        const before = open.reader.rows
        await open.reader.take(chunk, isLast)
        rows += open.reader.rows - before
        if (open.reader.rows > before) await rowsRead?.(rows)
      }
      if (isLast) {
        if (open.reader) digests.push(`${name} ${open.hash.digest('hex')}`)
        for (const column of open.reader?.columns ?? []) columns.add(`${name} ${column}`)
        open = null
      }
    }
  } catch (error) {
    if (!(error instanceof FeedRefused)) throw error
    notices.add({ code: error.code, file: error.subject })
  }
  for (const { file, isRequired } of feedTables)
    if (isRequired && !seen.files.has(file)) notices.add({ code: 'missing_required_file', file })
  if (!seen.files.has('calendar.txt') && !seen.files.has('calendar_dates.txt'))
    notices.add({ code: 'missing_calendar_and_calendar_date_files', file: 'calendar.txt' })
  for (const table of feedTables)
    await sql`analyze ${sql.table(stagedTable(table.file))}`.execute(db)
  return {
    digest: createHash('sha256').update(digests.toSorted().join('\n')).digest('hex'),
    rows,
    columns,
  }
}

interface SeenFiles {
  readonly files: Set<string>
  /** Where the files of the feed are; null before the first one. */
  folder: string | null
}

function isOfFeed(name: string): boolean {
  return feedTables.some(({ file }) => file === name)
}

/**
 * The table of a file that is read. All are in one place, at the root or, though it should not be so, in a folder; a file
 * of the same name elsewhere is passed over.
 */
function tableOf(name: string, folder: string, seen: SeenFiles): FeedTable | undefined {
  const table = feedTables.find(({ file }) => file === name)
  if (!table) return undefined
  seen.folder ??= folder
  if (seen.folder !== folder) {
    if (folder === '') throw new FeedRefused('invalid_input_files_in_subfolder', seen.folder + name)
    return undefined
  }
  if (seen.files.has(name)) throw new FeedRefused('zip_unreadable', name)
  seen.files.add(name)
  return table
}

function noteFile(
  notices: Notices,
  {
    name,
    folder,
    isRead,
  }: { readonly name: string; readonly folder: string; readonly isRead: boolean },
): void {
  const file = folder + name
  if (isRead && folder !== '')
    notices.add({ severity: 'warning', code: 'invalid_input_files_in_subfolder', file })
  if (!isRead && !ignoredFiles.includes(name))
    notices.add({ severity: 'warning', code: 'unknown_file', file })
}

async function createStagedTable(db: Database, { file, columns }: FeedTable): Promise<void> {
  const declared = Object.entries(columns).map(
    ([column, { type }]) => sql`${sql.ref(column)} ${sql.raw(sqlType(type))}`,
  )
  await sql`create temporary table ${sql.table(stagedTable(file))} (line integer, ${sql.join(declared)})
    on commit drop`.execute(db)
}

function sqlType(type: ColumnType): string {
  if (typeof type === 'object') return 'most' in type ? 'integer' : 'text'
  if (type === 'integer' || type === 'signed' || type === 'time') return 'integer'
  if (type === 'amount') return 'numeric'
  if (type === 'date') return 'date'
  return type === 'number' || type === 'latitude' || type === 'longitude'
    ? 'double precision'
    : 'text'
}

/** Parses one file and inserts its rows into its temporary table. */
class FileReader {
  readonly #db: Database
  readonly #table: FeedTable
  readonly #notices: Notices
  readonly #parser: Parser
  /** Places of the known columns in a row; null before the headings. */
  #columns: ReadonlyMap<string, number> | null = null
  #width = 0
  #batch: Record<string, string | number | null>[] = []
  #batchBytes = 0
  #failure: Error | null = null
  #isBegun = false
  #former: FormerRow | null = null
  #passedOver: PassedOver | undefined
  readonly #failed: Promise<void>
  rows = 0

  constructor(db: Database, table: FeedTable, notices: Notices) {
    this.#db = db
    this.#table = table
    this.#notices = notices
    this.#parser = parse({
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      // Each line may end in its own way: files are put together from several.
      record_delimiter: ['\r\n', '\n', '\r'],
      trim: true,
      max_record_size: recordBytesMax,
    })
    this.#failed = new Promise((resolve) => {
      this.#parser.once('error', (error: Error) => {
        this.#failure = error
        resolve()
      })
    })
  }

  /** Known columns of the header. */
  get columns(): readonly string[] {
    return [...(this.#columns?.keys() ?? [])]
  }

  async take(chunk: Uint8Array, isLast: boolean): Promise<void> {
    if (this.#failure) return
    if (!this.#isBegun && chunk.length > 1) {
      this.#isBegun = true
      if (isUtf16(chunk)) {
        this.#failure = new Error('UTF-16')
        this.#notices.add({ code: 'invalid_character', file: this.#table.file, line: 1 })
        return
      }
    }
    const written = new Promise<void>((resolve) => {
      this.#parser.write(chunk, () => resolve())
      if (this.#failure) resolve()
    })
    this.#readAll()
    await Promise.race([written, this.#failed])
    this.#readAll()
    if (isLast) {
      const ended = new Promise<void>((resolve) => this.#parser.once('end', resolve))
      this.#parser.end()
      this.#parser.on('readable', () => this.#readAll())
      this.#readAll()
      if (!this.#failure) await Promise.race([ended, this.#failed])
    }
    if (this.#failure) {
      const { file } = this.#table
      this.#notices.add({ code: 'csv_parsing_failed', file, line: this.rows + 1 })
    }
    if (isLast || this.#batch.length >= rowsPerInsert || this.#batchBytes >= bytesPerInsert)
      await this.#insertAll()
    if (isLast && !this.#columns) this.#notices.add({ code: 'empty_file', file: this.#table.file })
  }

  #readAll(): void {
    for (
      let next = this.#parser.read() as { record: string[]; info: { lines: number } } | null;
      next !== null;
      next = this.#parser.read() as typeof next
    )
      this.#row(next.record, next.info.lines)
  }

  #row(cells: readonly string[], line: number): void {
    const columns = this.#columns
    if (!columns) {
      this.#readHeadings(cells, line)
      return
    }
    const { file } = this.#table
    this.rows += 1
    if (this.#former) {
      this.#batch.push(...this.#former(cells, line))
      return
    }
    if (cells.length !== this.#width)
      this.#notices.add({ code: 'invalid_row_length', file, line, value: String(cells.length) })
    const passedOver = this.#passedOver?.(cells)
    if (passedOver) {
      this.#notices.add({ severity: 'warning', ...passedOver, file, line })
      return
    }
    const row: Record<string, string | number | null> = { line }
    this.#noteGarbled(cells, columns, line)
    for (const [column, index] of columns)
      row[column] = this.#cell(column, cells[index] ?? '', line)
    this.#batch.push(row)
  }

  #readHeadings(cells: readonly string[], line: number): void {
    const { file, columns } = this.#table
    const garbled = cells.find((heading) => isGarbled(heading) || heading.includes('\0'))
    if (garbled !== undefined)
      this.#notices.add({ code: 'invalid_character', file, line, value: readable(garbled) })
    const { places, missing, repeated } = readHeadings(cells, columns)
    this.#columns = places
    this.#width = cells.length
    this.#former = formerRowOf(this.#table, cells)
    if (this.#former) {
      this.#notices.add({ severity: 'warning', code: 'former_translations', file, line })
      return
    }
    this.#passedOver = this.#table.passedOver?.(cells)
    for (const field of missing) this.#notices.add({ code: 'missing_required_column', file, field })
    for (const field of repeated) this.#notices.add({ code: 'duplicated_column', file, field })
  }

  #noteGarbled(cells: readonly string[], columns: ReadonlyMap<string, number>, line: number): void {
    if (!cells.some(isGarbled)) return
    const byPlace = new Map(Array.from(columns, ([column, index]) => [index, column]))
    for (const [index, text] of cells.entries()) {
      if (!isGarbled(text)) continue
      const field = byPlace.get(index) ?? null
      // What is not read cannot be wrong anywhere.
      const severity = field === null ? 'warning' : 'error'
      const { file } = this.#table
      const value = readable(text)
      this.#notices.add({ severity, code: 'invalid_character', file, line, field, value })
    }
  }

  #cell(column: string, text: string, line: number): string | number | null {
    const { file, columns } = this.#table
    const definition = columns[column]
    if (!definition) return null
    this.#batchBytes += text.length
    if (text === '') {
      if (definition.isRequired)
        this.#notices.add({ code: 'missing_required_field', file, line, field: column })
      return null
    }
    const cell = parseCell(definition.type, text.replaceAll('\0', ''))
    if ('value' in cell) return cell.value
    const severity = cell.code === 'unexpected_enum_value' ? 'warning' : 'error'
    this.#notices.add({ severity, code: cell.code, file, line, field: column, value: text })
    return null
  }

  async #insertAll(): Promise<void> {
    const rows = this.#batch.splice(0)
    this.#batchBytes = 0
    for (let at = 0; at < rows.length; at += rowsPerInsert)
      await this.#insert(rows.slice(at, at + rowsPerInsert))
  }

  async #insert(rows: readonly object[]): Promise<void> {
    const table = sql.table(stagedTable(this.#table.file))
    await sql`insert into ${table}
      select * from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`.execute(
      this.#db,
    )
  }
}

/** A character that the file's bytes do not have in UTF-8: it was written in another encoding. */
function isGarbled(text: string): boolean {
  return text.includes('\ufffd')
}

function readable(text: string): string {
  return text.replaceAll('\0', '')
}

/** Whether a file begins with the byte order mark of UTF-16. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}
