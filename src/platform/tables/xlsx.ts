/** Tables as an XLSX workbook (ECMA-376) for Excel and LibreOffice: texts inline, real dates and amounts, no formulas. */
import { amountText, momentText, type Cell, type Sheet } from './cells.ts'
import { zipOf } from './zip.ts'

export function xlsxOf(sheets: readonly Sheet[]): Buffer {
  const names = sheets.map((_sheet, index) => `sheet${index + 1}`)
  return zipOf([
    { path: '[Content_Types].xml', text: contentTypes(names) },
    { path: '_rels/.rels', text: relationsOf([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    { path: 'xl/workbook.xml', text: workbookOf(sheets) },
    {
      path: 'xl/_rels/workbook.xml.rels',
      text: relationsOf([
        ...names.map(
          (name, index) => [`rId${index + 1}`, 'worksheet', `worksheets/${name}.xml`] as const,
        ),
        [`rId${names.length + 1}`, 'styles', 'styles.xml'],
      ]),
    },
    { path: 'xl/styles.xml', text: stylesOf() },
    ...sheets.map((sheet, index) => ({
      path: `xl/worksheets/${names[index]}.xml`,
      text: worksheetOf(sheet),
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
${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/styles.xml', 'styles')}${names.map((name) => part(`/xl/worksheets/${name}.xml`, 'worksheet')).join('')}</Types>`
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

/** Formats of cells by their place in the list of formats; the first one is that of texts and plain numbers. */
const formats = [
  'General',
  'yyyy\\-mm\\-dd',
  'yyyy\\-mm\\-dd\\ hh:mm',
  'yyyy\\-mm\\-dd\\ hh:mm:ss',
  '#,##0',
  '#,##0.00',
  '#,##0.000',
] as const
/** The same as the first one, in bold. */
const headingStyle = formats.length
/** Numbers below are reserved for formats of the programs. */
const firstFormatId = 164

function styleOf(cell: Exclude<Cell, null>): number {
  switch (cell.kind) {
    case 'day':
      return 1
    case 'moment':
      return cell.precision === 'minute' ? 2 : 3
    case 'money':
      return cell.digits === 0 ? 4 : cell.digits === 3 ? 6 : 5
    default:
      return 0
  }
}

function stylesOf(): string {
  const own = formats.slice(1)
  const codes = own.map(
    (code, index) => `<numFmt numFmtId="${firstFormatId + index}" formatCode="${escaped(code)}"/>`,
  )
  const cells = formats.map((_code, index) =>
    index === 0
      ? '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
      : `<xf numFmtId="${firstFormatId + index - 1}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  const heading =
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>'
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
  return `${declaration}<styleSheet xmlns="${main}"><numFmts count="${own.length}">${codes.join('')}</numFmts>\
<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${cells.length + 1}">${cells.join('')}${heading}</cellXfs></styleSheet>`
}

function worksheetOf({ columns, rows }: Sheet): string {
  const names = columns.map((_column, index) => columnName(index))
  const head = columns.map(
    ({ heading }, index) =>
      `<c r="${names[index]}1" s="${headingStyle}" t="inlineStr">${inline(heading)}</c>`,
  )
  let lines = ''
  let number = 1
  for (const row of rows) {
    number += 1
    const cells = row.map((cell, index) => cell && written(cell, `${names[index]}${number}`))
    lines += `<row r="${number}">${cells.filter(Boolean).join('')}</row>`
  }
  const widths = widthsOf({ columns, rows }).map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<cols>${widths.join('')}</cols><sheetData><row r="1">${head.join('')}</row>${lines}</sheetData></worksheet>`
}

/** A of the first column, AA of the twenty-seventh. */
function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

function written(cell: Exclude<Cell, null>, place: string): string {
  if (cell.kind === 'text' || cell.kind === 'state')
    return `<c r="${place}" t="inlineStr">${inline(cell.text)}</c>`
  return `<c r="${place}" s="${styleOf(cell)}"><v>${numberOf(cell)}</v></c>`
}

function inline(text: string): string {
  const isKept = /^\s|[\r\n]|\s$/.test(text)
  return `<is><t${isKept ? ' xml:space="preserve"' : ''}>${escaped(text)}</t></is>`
}

function numberOf(cell: Exclude<Cell, null | { kind: 'text' | 'state' }>): string {
  switch (cell.kind) {
    case 'number':
      return String(cell.value)
    case 'money':
      return amountText(cell)
    case 'day':
      return String(serialOf(`${cell.day}T00:00:00`))
    case 'moment':
      return String(serialOf(cell.local))
  }
}

const secondsOfDay = 86_400

/** A local time as programs store it: days since the end of 1899, with the time as their fraction. */
function serialOf(local: string): number {
  const start = Date.UTC(1899, 11, 30)
  return (Date.parse(`${local}Z`) - start) / 1_000 / secondsOfDay
}

const widthMin = 8
const widthMax = 48
/** Rows whose texts are measured: a long table has the same ones further down. */
const measuredMax = 1_000

/** In characters. Headings may take two lines. */
function widthsOf({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): number[] {
  const longest = columns.map(({ heading }) => Math.ceil(heading.length * 0.7))
  let count = 0
  for (const row of rows) {
    for (const [index, cell] of row.entries())
      longest[index] = Math.max(longest[index] ?? 0, lengthOf(cell))
    count += 1
    if (count === measuredMax) break
  }
  return longest.map((length) => Math.min(widthMax, Math.max(widthMin, length + 2)))
}

function lengthOf(cell: Cell): number {
  switch (cell?.kind) {
    case undefined:
      return 0
    case 'text':
    case 'state':
      return cell.text.length
    case 'number':
      return String(cell.value).length
    case 'money':
      // Signs between the thousands.
      return Math.ceil(amountText(cell).length * 1.3)
    case 'day':
      return cell.day.length
    case 'moment':
      return momentText(cell).length
  }
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
