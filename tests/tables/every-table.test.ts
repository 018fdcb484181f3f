/**
 * Goal: every table that can be downloaded is written in the language of its reader, with the currency of its amounts, the
 * clock of its times, and cells that programs calculate with. Method: every call that answers CSV, in both languages and
 * all formats, over HTTP on a shop with sales; the files are read back by the readers of our own imports.
 */
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOfSheet, writtenDate } from '../../src/flows/counter/server/outside/read-xlsx.ts'
import { decodeText } from '#kernel/decode-text.ts'
import { locales, type Locale } from '#kernel/locale.ts'
import { minorDigitsOf } from '#kernel/minor-digits.ts'
import { csvOptions } from '#platform/tables/csv-input.ts'
import { openTableShop, tableCalls, type TableShop } from './table-shop.ts'

let made: TableShop
beforeAll(async () => {
  made = await openTableShop()
})
afterAll(() => made.shop.close())

interface Column {
  readonly key: string
  readonly kind: string
  readonly label: string
  readonly currency?: string
  readonly zone?: string
}

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: readonly Readonly<Record<string, string | number | null>>[]
}

const seenKinds = new Set<string>()

async function download(id: string, format: string, locale: Locale): Promise<Buffer> {
  const { path, token } = made.addressOf(id, format)
  const answer = await made.shop.app.inject({
    method: 'GET',
    url: `${path}&locale=${locale}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode, `${id} ${format}: ${answer.body.slice(0, 300)}`).toBe(200)
  return answer.rawPayload
}

async function tablesOf(id: string, locale: Locale): Promise<readonly Table[]> {
  const { tables } = JSON.parse((await download(id, 'json', locale)).toString())
  return tables
}

test('every call that answers a table is tried', () => {
  expect([...made.ids].toSorted()).toEqual(tableCalls().toSorted())
})

test.each(locales)('headings and codes are in the language of the reader: %s', async (locale) => {
  for (const id of made.ids) {
    const tables = await tablesOf(id, locale)
    const other = await tablesOf(id, locale === 'ka' ? 'en' : 'ka')
    const wrong = locale === 'ka' ? /[A-Za-z]/ : /[\u10D0-\u10FF]/
    for (const [index, { columns, rows }] of tables.entries()) {
      for (const column of columns) {
        seenKinds.add(column.kind)
        expect(column.label, `${id} ${column.key}`).not.toMatch(wrong)
        expect(column.label, `${id} ${column.key}`).not.toBe('')
        expectUnits(id, column, columns, locale)
      }
      expect(new Set(columns.map(({ label }) => label)).size, id).toBe(columns.length)
      expect(rows.length, `${id} ${columns[0]?.key}`).toBe(other[index]?.rows.length)
    }
    expect(tables[0]?.rows.length, `${id} has rows`).toBeGreaterThan(0)
  }
  expect([...seenKinds].toSorted()).toEqual(['day', 'moment', 'money', 'number', 'state', 'text'])
})

/** An amount says in what currency it is, and a time by whose clock: in the heading, or in another column. */
function expectUnits(
  id: string,
  { key, kind, label, currency, zone }: Column,
  columns: readonly Column[],
  locale: Locale,
): void {
  const isColumn = (name: string) => columns.some((column) => column.key === name)
  if (kind === 'money') {
    const isNamed =
      currency === 'GEL' ? label.endsWith(locale === 'ka' ? ', ლარი' : ', GEL') : false
    expect(isNamed || isColumn(currency ?? ''), `${id} ${key}: ${label}`).toBe(true)
  }
  if (kind === 'moment') {
    const named = locale === 'ka' ? ', თბილისის დრო' : ', Tbilisi time'
    const isNamed = zone === 'Asia/Tbilisi' && label.endsWith(named)
    expect(isNamed || isColumn(zone ?? ''), `${id} ${key}: ${label}`).toBe(true)
  }
}

test.each(locales)('CSV, XLSX and JSON say the same: %s', async (locale) => {
  for (const id of made.ids) {
    const tables = await tablesOf(id, locale)
    const csv = await download(id, 'csv', locale)
    // Spreadsheets recognise Georgian letters by the byte order mark.
    expect(csv.subarray(0, 3).toString('hex'), id).toBe('efbbbf')
    expectCsv(id, decodeText(csv), tables, locale)
    expectXlsx(id, await download(id, 'xlsx', locale), tables, locale)
  }
})

function expectCsv(id: string, csv: string, tables: readonly Table[], locale: Locale): void {
  let records: string[][] = parse(csv, {
    ...csvOptions(csv),
    skip_records_with_empty_values: false,
  })
  for (const table of tables) {
    if (tables.length > 1) expect(records[0], id).toEqual([table.name])
    const body = tables.length > 1 ? records.slice(1) : records
    expect(body[0], id).toEqual(table.columns.map(({ label }) => label))
    for (const [index, row] of table.rows.entries())
      for (const [at, column] of table.columns.entries())
        expectText(`${id} ${column.key}`, column, row, body[index + 1]?.[at] ?? '', locale)
    records = body.slice(table.rows.length + 1)
  }
  expect(records, id).toEqual([])
}

type Row = Table['rows'][number]

function expectText(name: string, column: Column, row: Row, text: string, locale: Locale): void {
  const value = row[column.key] ?? null
  if (value === null) return expect(text, name).toBe('')
  switch (column.kind) {
    case 'money':
      return expect(text, name).toBe(majorOf(column, row).toFixed(digitsOf(column, row)))
    case 'moment':
      return expect(text, name).toMatch(
        new RegExp(`^${localOf(column, row).slice(0, 16)}(?::\\d\\d(?:\\.\\d+)?)?$`),
      )
    case 'state':
      return expectWords(name, String(value), text, locale)
    case 'text':
      return expect(text.replace(/^'/, ''), name).toBe(String(value).trim())
    default:
      return expect(text, name).toBe(String(value))
  }
}

function expectWords(name: string, code: string, text: string, locale: Locale): void {
  if (locale === 'en') return expect(text, name).toMatch(/^[A-Z]/)
  expect(text, `${name} ${code}`).toMatch(/^[^A-Za-z]*[\u10D0-\u10FF][^A-Za-z]*$/)
}

const digitsOf = (column: Column, row: Row) => minorDigitsOf(currencyOf(column, row))
const majorOf = (column: Column, row: Row) => Number(row[column.key]) / 10 ** digitsOf(column, row)

function currencyOf({ currency = '' }: Column, row: Row): string {
  return currency in row ? String(row[currency]) : currency
}

/** `2026-11-21 19:30:00` by the clock that the table names. */
function localOf({ key, zone = '' }: Column, row: Row): string {
  return Temporal.Instant.from(String(row[key]))
    .toZonedDateTimeISO(zone in row ? String(row[zone]) : zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')
}

function expectXlsx(id: string, file: Buffer, tables: readonly Table[], locale: Locale): void {
  const parts = unzipSync(file)
  const textOf = (name: string) => decodeText(parts[name] ?? new Uint8Array())
  const formats = formatsOf(textOf('xl/styles.xml'))
  for (const [index, table] of tables.entries()) {
    const sheet = textOf(`xl/worksheets/sheet${index + 1}.xml`)
    expect(sheet, id).toContain(
      'ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"',
    )
    expect(sheet.match(/<col /g), id).toHaveLength(table.columns.length)
    const [head, ...rows] = rowsOfSheet(sheet, '')
    expect(head, id).toEqual(table.columns.map(({ label }) => label))
    expect(rows, id).toHaveLength(table.rows.length)
    for (const [at, row] of table.rows.entries())
      for (const [place, column] of table.columns.entries()) {
        const name = `${id} ${column.key}`
        const text = rows[at]?.[place] ?? ''
        const cell = cellAt(sheet, place, at)
        const value = row[column.key] ?? null
        if (value === null) expect(text, name).toBe('')
        else if (column.kind === 'money') {
          expect(Number(text), name).toBe(majorOf(column, row))
          expect(formats[cell.style], name).toMatch(/^#,##0/)
        } else if (column.kind === 'moment' || column.kind === 'day') {
          expect(cell.type, name).toBe('')
          expect(formats[cell.style], name).toMatch(/^yyyy\\-mm\\-dd/)
          expectDate(name, column, row, text)
        } else if (column.kind === 'number')
          expect([cell.type, Number(text)], name).toEqual(['', value])
        else expectText(name, column, row, text.trim(), locale)
      }
  }
}

/** As programs and our import read a date: a number of days, with its time as a fraction. */
function expectDate(name: string, column: Column, row: Row, text: string): void {
  if (column.kind === 'day') {
    const day = Temporal.PlainDate.from('1899-12-30').add({ days: Number(text) })
    return expect(day.toString(), name).toBe(row[column.key])
  }
  // A whole number of days has no fraction, by which the import recognises a time.
  const written = text.includes('.') ? text : `${text}.0`
  const rounded = Temporal.PlainDateTime.from(localOf(column, row)).round('minute')
  expect(writtenDate(written), name).toBe(rounded.toString({ smallestUnit: 'minute' }))
}

/** The formats of cells by the number of their style. */
function formatsOf(styles: string): (string | undefined)[] {
  const codes = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
      id,
      code,
    ]),
  )
  const cells = /<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? ''
  return [...cells.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => codes.get(id))
}

function cellAt(sheet: string, place: number, row: number): { type: string; style: number } {
  const letters = place < 26 ? '' : String.fromCodePoint(64 + Math.floor(place / 26))
  const name = `${letters}${String.fromCodePoint(65 + (place % 26))}${row + 2}`
  const attributes = new RegExp(`<c r="${name}"([^>]*)>`).exec(sheet)?.[1] ?? ''
  return {
    type: /t="(\w+)"/.exec(attributes)?.[1] ?? '',
    style: Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0),
  }
}

test('ticket types of one name are told apart by show, date, hall and section', async () => {
  const tables = await tablesOf('own-merchant-statistics-export', 'en')
  const types = tables.find(({ columns }) => columns.some(({ key }) => key === 'ticketType'))
  const named = (keys: readonly string[]) =>
    types?.rows.map((row) => keys.map((key) => row[key]).join(' | ')) ?? []
  expect(new Set(named(['ticketType'])).size).toBeLessThan(types?.rows.length ?? 0)
  const all = named(['item', 'startsAt', 'startsAtZone', 'place', 'section', 'ticketType'])
  expect(new Set(all).size).toBe(types?.rows.length)
  for (const row of types?.rows ?? [])
    for (const key of ['item', 'startsAt', 'place', 'ticketType'])
      expect(row[key], key).toBeTruthy()
})

test('the page and the file have the same sums of each ticket type', async () => {
  const tables = await tablesOf('own-merchant-statistics-export', 'en')
  const { path, token } = made.addressOf('merchant-statistics', '')
  const { body: page } = await made.shop.send({
    method: 'GET',
    path: `${path}&locale=en`,
    token,
    apiKey: '',
  })
  const rows = tables.find(({ columns }) => columns.some(({ key }) => key === 'ticketType'))?.rows
  const sums = (list: readonly { name: string; sold: number; count: number }[]) => {
    const byName = Map.groupBy(list, ({ name }) => name)
    return new Map(
      [...byName].map(([name, all]) => [
        name,
        all.reduce((sum, { sold, count }) => [sum[0]! + sold, sum[1]! + count], [0, 0]),
      ]),
    )
  }
  const ofFile = (rows ?? []).map((row) => ({
    name: String(row['ticketType']),
    sold: Number(row['sold']),
    count: Number(row['ticketCount']),
  }))
  const ofPage = page.byType.map(
    (group: { name: string; sold: { amount: number }; ticketCount: number }) => ({
      name: group.name,
      sold: group.sold.amount,
      count: group.ticketCount,
    }),
  )
  expect(sums(ofFile)).toEqual(sums(ofPage))
})

test('a log says in words what was done to what', async () => {
  const georgian = decodeText(await download('own-staff-log-export', 'csv', 'ka'))
  expect(georgian).toContain('შეინახა სტუმრების სია')
  expect(georgian).not.toContain('orders.export-attendees')
})
