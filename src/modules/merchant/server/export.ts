/** Statistics as tables: CSV, and XLSX for Excel and LibreOffice. */
import { crc32, deflateRawSync } from 'node:zlib'
import { inertText } from '#platform/csv.ts'

export type Cell = string | number
export interface Sheet {
  readonly name: string
  /** The first row is the heading. */
  readonly rows: readonly (readonly Cell[])[]
}

/** All sheets below each other; texts that a program would interpret as formulas are quoted. */
export function csvOf(sheets: readonly Sheet[]): string {
  const cell = (value: Cell): string => {
    if (typeof value === 'number') return String(value)
    const safe = inertText(value)
    return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  const tables = sheets.map(({ name, rows }) => [[name], ...rows])
  const lines = tables.flatMap((rows) => [...rows.map((row) => row.map(cell).join(',')), ''])
  // The byte order mark makes Excel read UTF-8.
  return `\u{FEFF}${lines.join('\r\n')}`
}

/** An XLSX workbook of plain cells (ECMA-376): texts inline, numbers as numbers, no formulas. */
export function xlsxOf(sheets: readonly Sheet[]): Buffer {
  const names = sheets.map((_sheet, index) => `sheet${index + 1}`)
  return zipOf([
    { path: '[Content_Types].xml', text: contentTypes(names) },
    { path: '_rels/.rels', text: relationsOf([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    { path: 'xl/workbook.xml', text: workbookOf(sheets) },
    {
      path: 'xl/_rels/workbook.xml.rels',
      text: relationsOf(
        names.map((name, index) => [`rId${index + 1}`, 'worksheet', `worksheets/${name}.xml`]),
      ),
    },
    ...sheets.map(({ rows }, index) => ({
      path: `xl/worksheets/${names[index]}.xml`,
      text: worksheetOf(rows),
    })),
  ])
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function contentTypes(names: readonly string[]): string {
  const part = (path: string, kind: string) =>
    `<Override PartName="${path}" ContentType="${spreadsheet}.${kind}+xml"/>`
  return `${declaration}<Types xmlns="${packages}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
${part('/xl/workbook.xml', 'sheet.main')}${names.map((name) => part(`/xl/worksheets/${name}.xml`, 'worksheet')).join('')}</Types>`
}

function relationsOf(
  relations: readonly (readonly [id: string, type: string, target: string])[],
): string {
  const all = relations.map(
    ([id, type, target]) =>
      `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`
}

function workbookOf(sheets: readonly Sheet[]): string {
  // Sheet names have at most 31 characters, and none of []:*?/\.
  const named = sheets.map(({ name }, index) => {
    const short = name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)
    return `<sheet name="${escaped(short)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`
  })
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${named.join('')}</sheets></workbook>`
}

function worksheetOf(rows: Sheet['rows']): string {
  const cell = (value: Cell): string =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
  const lines = rows.map((row) => `<row>${row.map(cell).join('')}</row>`)
  return `${declaration}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escaped(text: string): string {
  return (
    text
      .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
      // eslint-disable-next-line no-control-regex -- XML 1.0 does not allow control characters, even escaped
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '')
  )
}

/** A ZIP archive (PKWARE APPNOTE 6.3) of compressed texts, dated with the format's earliest day. */
function zipOf(files: readonly { readonly path: string; readonly text: string }[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, text } of files) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const name = Buffer.from(path)
    const facts = Buffer.alloc(26)
    // Version 2.0, UTF-8 names, deflate, 1 January 1980.
    for (const [at, value] of [20, 0x0800, 8, 0, 0x21].entries()) facts.writeUInt16LE(value, at * 2)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, rest, name]),
    )
    bodies.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, entries, Buffer.from('PK\u0005\u0006'), end])
}
