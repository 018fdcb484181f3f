/**
 * Goal: a table says nothing wrong about amounts and times, and nothing of it is run as a formula. Method: columns of all
 * kinds with the values at the edges, in each format.
 */
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { money } from '#kernel/money.ts'
import { sheetOf } from '../tables/cells.ts'
import type { Column } from '../tables/column.ts'
import { csvOf } from '../tables/csv.ts'
import { tableFile } from '../tables/table-file.ts'
import { xlsxOf } from '../tables/xlsx.ts'

const label = { ka: 'სვეტი', en: 'Column' }
const name = { ka: 'ცხრილი', en: 'A/B: "sales"' }

function linesOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return csvOf([sheetOf('en', { name, columns, rows })])
    .trim()
    .split('\r\n')
}

test('amounts have the decimal places of their currency, and their heading or a column names it', () => {
  const each: Column<number> = {
    kind: 'money',
    key: 'sum',
    label,
    currency: 'each',
    of: (amount) => money(amount, amount > 1_000 ? 'JPY' : 'KWD'),
  }
  expect(linesOf([each], [1_500, 999])).toEqual([
    '"Column","Column: currency"',
    '"1500","JPY"',
    '"0.999","KWD"',
  ])
  const fixed: Column<number> = { ...each, currency: 'GEL', of: (amount) => money(amount) }
  expect(linesOf([fixed], [-1_250, 0])).toEqual(['"Column, GEL"', '"-12.50"', '"0.00"'])
  expect(() => linesOf([{ ...fixed, of: () => money(1, 'USD') }], [1])).toThrow('another currency')
})

test('times are those of their place, and a time that comes twice has its offset', () => {
  const moment: Column<string> = {
    kind: 'moment',
    key: 'at',
    label,
    zone: 'each',
    of: (at) => ({ at: new Date(at), timeZone: 'Europe/Berlin' }),
  }
  expect(linesOf([moment], ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])).toEqual([
    '"Column","Column: time zone"',
    '"2026-10-25 02:30","Europe/Berlin"',
    '"2026-10-25 02:30+01:00","Europe/Berlin"',
  ])
  const exact: Column<string> = { ...moment, precision: 'exact' }
  expect(linesOf([exact], ['2026-12-01T10:00:00.250Z'])[1]).toContain('"2026-12-01 11:00:00.25"')
})

test('a value of a list without a text is a defect', () => {
  const state: Column<string> = {
    kind: 'state',
    key: 'state',
    label,
    texts: { paid: { ka: 'გადახდილი', en: 'Paid' } },
    of: (code) => code,
  }
  expect(linesOf([state], ['paid'])).toEqual(['"Column"', '"Paid"'])
  expect(() => linesOf([state], ['lost'])).toThrow('without a text')
})

test('nothing is run as a formula, and a workbook has the given texts', () => {
  const text: Column<string> = { kind: 'text', key: 'text', label, of: (value) => value }
  const rows = ['=1+1', '  =2+2', '＝3', 'ქართული & <b>', 'a\u0007b']
  expect(linesOf([text], rows).slice(1, 4)).toEqual([`"'=1+1"`, `"'  =2+2"`, `"'＝3"`])
  const parts = unzipSync(xlsxOf([sheetOf('en', { name, columns: [text], rows })]))
  const partOf = (path: string) => strFromU8(parts[path] ?? new Uint8Array())
  const sheet = partOf('xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<t>=1+1</t>')
  expect(sheet).toContain('<t xml:space="preserve">  =2+2</t>')
  expect(sheet).toContain('ქართული &amp; &lt;b&gt;')
  expect(sheet).toContain('<t>ab</t>')
  expect(sheet).not.toContain('<f>')
  expect(partOf('xl/workbook.xml')).toContain('name="A B  &quot;sales&quot;"')
})

test('JSON has the kinds of the columns, and values without their words', () => {
  const columns: readonly Column<number>[] = [
    { kind: 'day', key: 'day', label, of: () => '2026-11-21' },
    { kind: 'money', key: 'sum', label, currency: 'GEL', of: (amount) => money(amount) },
    { kind: 'number', key: 'none', label, of: () => null },
  ]
  const { content, contentType } = tableFile('json', 'table', [
    sheetOf('ka', { name, columns, rows: [5_250] }),
  ])
  expect(contentType).toContain('application/json')
  expect(JSON.parse(String(content))).toEqual({
    tables: [
      {
        name: 'ცხრილი',
        columns: [
          { key: 'day', kind: 'day', label: 'სვეტი' },
          { key: 'sum', kind: 'money', label: 'სვეტი, ლარი', currency: 'GEL' },
          { key: 'none', kind: 'number', label: 'სვეტი' },
        ],
        rows: [{ day: '2026-11-21', sum: 5_250, none: null }],
      },
    ],
  })
})
