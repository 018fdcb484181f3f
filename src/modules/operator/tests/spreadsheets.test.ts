/** Goal: tables are read as spreadsheet programs write them. Method: one row in each spelling, and what was read of it. */
import { expect, test } from 'vitest'
import { readFiles } from '../server/import/read-files.ts'

const rows = [
  ['show', 'show_name_en', 'price'],
  ['a', 'An "evening"; with, signs', '25,50'],
]
const quoted = (delimiter: string, end = '\r\n') =>
  rows
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter) + end)
    .join('')

async function read(content: string) {
  const { records, problems } = await readFiles([{ name: 'table.csv', content }])
  return {
    fields: records.filter(({ kind }) => kind === 'show').map(({ fields }) => fields),
    lines: records.filter(({ kind }) => kind === 'show').map(({ place }) => place.at),
    codes: problems.map(({ problem }) => problem.code),
  }
}

test.each([
  ['commas', quoted(','), 2],
  ['semicolons', quoted(';'), 2],
  ['tabs', quoted('\t'), 2],
  ['a byte order mark', `\uFEFF${quoted(';')}`, 2],
  ['line feeds', quoted(',', '\n'), 2],
  ['carriage returns', quoted(',', '\r'), 2],
  ['both line ends in one file', quoted(',').replace('\r\n', '\n'), 2],
  ['sep=; before the headings', `sep=;\r\n${quoted(';')}`, 3],
  ['sep=, before the headings', `sep=,\n${quoted(',')}`, 3],
  ['sep= with a tab', `sep=\t\r\n${quoted('\t')}`, 3],
  ['sep=| and bars', `sep=|\r\n${quoted('|')}`, 3],
  ['SEP= in capitals', `SEP=;\r\n${quoted(';')}`, 3],
  ['"sep=;" in quotes', `"sep=;"\r\n${quoted(';')}`, 3],
  ['sep=; after a byte order mark', `\uFEFFsep=;\r\n${quoted(';')}`, 3],
  ['sep=; filled up with delimiters', `sep=;;;\r\n${quoted(';')}`, 3],
  ['sep=; and lone carriage returns', `sep=;\r${quoted(';', '\r')}`, 3],
  ['blank rows', `${quoted(',')},,\r\n\r\n,,\r\n`, 2],
  ['headings with blanks and capitals', quoted(',').replace('show_name_en', ' Show  Name EN '), 2],
  ['headings with an invisible mark', quoted(',').replace('"show"', '"\u200Bshow"'), 2],
  ['Georgian headings', quoted(',').replace('show_name_en', 'დასახელება ინგლისურად'), 2],
])('reads a table with %s', async (_, content, line) => {
  const { fields, lines, codes } = await read(content)
  expect(codes).toEqual([])
  expect(fields).toMatchObject([{ show: 'a', show_name_en: 'An "evening"; with, signs' }])
  expect(lines).toEqual([String(line)])
})

test.each([
  ['another encoding', `show,show_name_en\na,\uFFFD\uFFFD\n`, 'file-not-utf8'],
  ['only a separator', 'sep=;', 'file-empty'],
  ['a separator that is none', `sep=x\nshow;show_name_en\na;b\n`, 'heading-unknown'],
])('says what is wrong with %s', async (_, content, code) => {
  const { fields, codes } = await read(content)
  expect(codes).toContain(code)
  expect(fields).toEqual([])
})
