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
  const shared = [...textOf('xl/sharedStrings.xml').matchAll(/<si\b[^>]*>(.*?)<\/si>/gs)].map(
    ([, text = '']) => wordsOf(text),
  )
  return [...textOf(first).matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    cellsOf(row, shared),
  )
}

function numberIn(name: string): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0)
}

function cellsOf(row: string, shared: readonly string[]): string[] {
  const cells: string[] = []
  for (const [, attributes = '', content = ''] of row.matchAll(
    /<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
  )) {
    const column = columnOf(/\br="([A-Z]+)/.exec(attributes)?.[1]) ?? cells.length
    if (column >= columnsMax) continue
    while (cells.length < column) cells.push('')
    cells[column] = valueOf(/\bt="(\w+)"/.exec(attributes)?.[1], content, shared)
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
  const value = unescaped(/<v\b[^>]*>(.*?)<\/v>/s.exec(content)?.[1] ?? '')
  return type === 's' ? (shared[Number(value)] ?? '') : value
}

/** The words of a text with its runs of different format. */
function wordsOf(text: string): string {
  return [...text.matchAll(/<t\b[^>]*>(.*?)<\/t>/gs)]
    .map(([, words = '']) => unescaped(words))
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
