/** Reads a file of sold orders row by row, in a thread. */
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { buyerFields } from '#modules/orders/checkout-contract.ts'
import { importOrders } from '#modules/box-office/outside-contract.ts'
import { csvOptions, normalizeHeading } from '#platform/tables/csv-input.ts'
import { readXlsx, writtenDate } from './read-xlsx.ts'

const rowsMax = 5_000
const priceMax = 1_000_000

/** Columns by their names in both languages. */
const columns: Readonly<Record<string, string>> = {
  date: 'თარიღი',
  type: 'ტიპი',
  section: 'სექტორი',
  row: 'რიგი',
  seat: 'ადგილი',
  quantity: 'რაოდენობა',
  name: 'სახელი',
  email: 'ელფოსტა',
  phone: 'ტელეფონი',
  price: 'ფასი',
  reference: 'ნომერი',
  code: 'კოდი',
  seller: 'გამყიდველი',
}
const columnOf = new Map(
  Object.entries(columns).flatMap(([column, georgian]) => [
    [normalizeHeading(column), column],
    [normalizeHeading(georgian), column],
  ]),
)

const words = (most: number) => z.string().trim().max(most).default('')

const rowSchema = z
  .object({
    date: z.string().trim().min(1).max(60),
    type: words(120),
    section: words(120),
    row: words(30),
    seat: words(30),
    quantity: z.coerce.number().int().min(1).max(1_000).default(1),
    name: buyerFields.shape.name,
    email: z.union([z.literal(''), buyerFields.shape.email]).default(''),
    phone: buyerFields.shape.phone.default(''),
    /** Paid for one, in lari. */
    price: z
      .string()
      .trim()
      .regex(/^\d{1,7}(?:[.,]\d{1,2})?$/)
      .transform((price) => Math.round(Number(price.replace(',', '.')) * 100))
      .pipe(z.number().max(priceMax * 100)),
    reference: z.string().trim().min(1).max(80),
    /** Letters and digits of a code that was printed elsewhere. */
    code: z
      .string()
      .transform((code) => code.replaceAll(/[\s-]/g, '').toUpperCase())
      .pipe(z.union([z.literal(''), z.string().regex(/^[\dA-Z]{4,64}$/)]))
      .default(''),
    seller: words(60),
  })
  .refine(({ type, seat }) => type !== '' || seat !== '', { path: ['type'] })

export type ImportedRow = z.output<typeof rowSchema>

/** What is in columns that are not the shop's, by heading: answers to questions of the date. */
interface Answered {
  readonly answers: Readonly<Record<string, string>>
  /** Cells of a workbook contain days as numbers. */
  readonly isWorkbook: boolean
}

/** A row with its number, or its columns that are not valid. */
export type ReadRow = Answered &
  (
    | { readonly row: number; readonly values: ImportedRow }
    | { readonly row: number; readonly invalid: string }
  )

type FileBody = z.output<typeof importOrders.body>

export const preparation = {
  module: new URL(import.meta.url),
  body: importOrders.body,
  prepare({ format, content, ...options }: FileBody) {
    return { ...options, rows: readRows(format, content) }
  },
}

/** Most questions of a date, with those of others in the same file. */
const answerColumnsMax = 60

/** `rows` is null for a file that cannot be read, has a column twice or without a name, or too many of them or of rows. */
export type PreparedImport = ReturnType<typeof preparation.prepare>

function readRows(format: FileBody['format'], content: string): ReadRow[] | null {
  const table = readTable(format, content)
  const [heading, ...records] = table ?? []
  if (!heading || records.length === 0 || records.length > rowsMax) return null
  const titles = heading.map(normalizeHeading)
  const named = titles.map((title) => columnOf.get(title))
  const names = titles.map((title, at) => named[at] ?? `? ${title}`)
  if (titles.includes('') || new Set(names).size < names.length) return null
  if (titles.length > Object.keys(columns).length + answerColumnsMax) return null
  const isWorkbook = format === 'xlsx'
  const dateAt = isWorkbook ? named.indexOf('date') : -1
  return records.map((record, index) => {
    const cells = record.map((cell, at) => (at === dateAt ? writtenDate(cell) : cell))
    const answers = titles.flatMap((title, at) => {
      const value = (cells[at] ?? '').trim()
      return named[at] === undefined && value !== '' ? [[title, value] as const] : []
    })
    return { ...readRow(named, cells, index + 1), answers: Object.fromEntries(answers), isWorkbook }
  })
}

function readRow(
  named: readonly (string | undefined)[],
  record: readonly string[],
  row: number,
): { row: number; values: ImportedRow } | { row: number; invalid: string } {
  const filled = named.flatMap((column, index) => {
    const value = record[index] ?? ''
    return value === '' || column === undefined ? [] : [[column, value] as const]
  })
  const parsed = rowSchema.safeParse(Object.fromEntries(filled))
  if (parsed.success) return { row, values: parsed.data }
  const wrong = parsed.error.issues.map(({ path }) => path.join('.'))
  return { row, invalid: [...new Set(wrong)].join(', ') }
}

function readTable(format: FileBody['format'], content: string): string[][] | null {
  try {
    const table =
      format === 'xlsx'
        ? readXlsx(Buffer.from(content, 'base64'))
        : parse(content, csvOptions(content))
    return table.filter((record) => record.some((cell) => cell.trim() !== ''))
  } catch {
    return null
  }
}
