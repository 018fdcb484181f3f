/** The first sheet of an XLSX workbook as rows of texts (ECMA-376): shared and inline texts, numbers, no formulas. */
import { strFromU8, unzipSync } from 'fflate'

/** Unpacked bytes of one part at most. */
const partBytesMax = 40_000_000
const columnsMax = 60

/** Throws for a file that is no workbook. */
export function readXlsx(bytes: Uint8Array): string[][] {
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/^xl\/(?:sharedStrings|worksheets\/sheet\d+)\.xml$/.test(name)) return false
      if (originalSize > partBytesMax) throw new Error(`${name} is too large`)
      return true
    },
  })
  const textOf = (name: string) => (parts[name] ? strFromU8(parts[name]) : '')
  const [first] = Object.keys(parts)
    .filter((name) => name.startsWith('xl/worksheets/'))
    .toSorted((one, other) => numberIn(one) - numberIn(other))
  if (first === undefined) throw new Error('The workbook has no sheet')
  return rowsOfSheet(textOf(first), textOf('xl/sharedStrings.xml'))
}

/** The rows of a sheet's XML. The time is in proportion to the length of both texts, whatever they contain. */
export function rowsOfSheet(sheet: string, sharedTexts: string): string[][] {
  const shared = elements(sharedTexts, 'si').map(wordsOf)
  return elements(sheet, 'row').map((row) => cellsOf(row, shared))
}

function numberIn(name: string): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0)
}

/** What is between each end of an element and its begin before it, with the attributes in front. */
function elements(xml: string, name: string): string[] {
  const begin = new RegExp(`<${name}(?=[\\s>])`)
  return xml
    .split(`</${name}>`)
    .slice(0, -1)
    .map((text) => text.split(begin).at(-1) ?? '')
}

/** The content of an element whose begin is cut off up to its attributes. */
const contentOf = (element: string): string => element.slice(element.indexOf('>') + 1)

function cellsOf(row: string, shared: readonly string[]): string[] {
  const cells: string[] = []
  for (const cell of contentOf(row)
    .split(/<c(?=[\s/>])/)
    .slice(1)) {
    const end = cell.indexOf('>')
    const attributes = cell.slice(0, Math.max(0, end))
    const column = columnOf(/\br="([A-Z]{1,3})/.exec(attributes)?.[1]) ?? cells.length
    if (column >= columnsMax) continue
    while (cells.length < column) cells.push('')
    const type = /\bt="(\w{1,20})"/.exec(attributes)?.[1]
    cells[column] = valueOf(type, cell.slice(end + 1), shared)
  }
  return cells
}

/** From the letters of a column: A is 0. */
function columnOf(letters: string | undefined): number | null {
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.codePointAt(0) ?? 0) - 64
  return column - 1
}

function valueOf(type: string | undefined, content: string, shared: readonly string[]): string {
  if (type === 'inlineStr') return wordsOf(content)
  const [written = ''] = elements(content, 'v').map(contentOf)
  if (type === 's') return shared[Number(written)] ?? ''
  const value = unescaped(written)
  // 19.9 is stored as 19.899999999999999; programs show fifteen digits.
  return type === undefined || type === 'n' ? shownNumber(value) : value
}

function shownNumber(value: string): string {
  const number = Number(value)
  return value === '' || !Number.isFinite(number) ? value : String(Number(number.toPrecision(15)))
}

const minutesOfDay = 1_440

/** A date cell: days since the end of 1899, with the time as their fraction, in local time. Other texts stay as they are. */
export function writtenDate(cell: string): string {
  if (!/^\d{5}\.\d{1,15}$/.test(cell)) return cell
  const minutes = Math.round(Number(cell) * minutesOfDay)
  const start = Temporal.PlainDateTime.from('1899-12-30T00:00')
  return start.add({ minutes }).toString({ smallestUnit: 'minute' })
}

/** The same for a day without a time, as an ISO date. */
export function writtenDay(cell: string): string {
  if (!/^\d{3,5}$/.test(cell)) return cell
  return Temporal.PlainDate.from('1899-12-30')
    .add({ days: Number(cell) })
    .toString()
}

/** The words of a text with its runs of different format. */
function wordsOf(text: string): string {
  return elements(text, 't')
    .map((run) => unescaped(contentOf(run)))
    .join('')
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : ''
  })
}
