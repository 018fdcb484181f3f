/** Reads a schedule (CSV, JSON, schema.org) row by row, in a thread: a file has up to two megabytes. */
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { isoMoment } from '#kernel/local-time.ts'
import { csvOptions, normalizeHeading } from '#platform/tables/csv-input.ts'
import { officeImport } from '../../office-contract.ts'
import { formats } from '../../formats.ts'

/** A row of a schedule; a ScreeningEvent of schema.org is converted to it. */
const rowSchema = z.object({
  film: z.string().min(1).max(200),
  cinema: z.string().min(1).max(80),
  hall: z.string().min(1).max(80),
  /** With an offset, or as a local time of the cinema. */
  startsAt: z.string().transform((text, { addIssue }) => {
    const iso = isoMoment(text)
    if (iso === null) addIssue('not a date with a time')
    return iso ?? ''
  }),
  format: z.enum(formats).default('2D'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .default('ka'),
  subtitles: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .nullable()
    .default(null),
  advertisingMinutes: z.coerce.number().int().min(0).max(60).default(15),
})
export type Row = z.output<typeof rowSchema>

const rowsMax = 5_000

const columns = new Map(
  Object.keys(rowSchema.shape).map((column) => [column.toLowerCase(), column] as const),
)

/** The column of a heading, however it is spelled: `startsAt`, `Starts at`, `starts_at`. */
function columnOf(heading: string): string {
  return columns.get(normalizeHeading(heading).replaceAll(' ', '')) ?? heading
}

/** A row with its number, or what of it is not valid. */
export type ReadRow =
  | { readonly row: number; readonly values: Row }
  | { readonly row: number; readonly invalid: string }

export const preparation = {
  module: new URL(import.meta.url),
  body: officeImport.body,
  prepare({ format, content, isDryRun }: z.output<typeof officeImport.body>) {
    const rows = readRows(format, content)
    return { isDryRun, rows: rows && rows.length <= rowsMax ? rows.map(readRow) : null }
  },
}

/** `rows` is null for a file that cannot be parsed or has too many. */
export type PreparedSchedule = ReturnType<typeof preparation.prepare>

function readRow(value: unknown, index: number): ReadRow {
  const parsed = rowSchema.safeParse(value)
  return parsed.success
    ? { row: index + 1, values: parsed.data }
    : {
        row: index + 1,
        invalid: parsed.error.issues.map(({ path }) => path.join('.')).join(', '),
      }
}

/** The rows of a file, not yet validated; null if it cannot be parsed. */
function readRows(format: 'csv' | 'json', content: string): unknown[] | null {
  try {
    if (format === 'csv')
      return parse<Record<string, string>>(content, {
        ...csvOptions(content),
        columns: (headings: readonly string[]) => headings.map(columnOf),
      }).map((entry) =>
        Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== '')),
      )
    const json: unknown = JSON.parse(content)
    const list = Array.isArray(json) ? json : (json as { '@graph'?: unknown })['@graph']
    return Array.isArray(list) ? list.map(fromSchemaOrg) : null
  } catch {
    return null
  }
}

const nameOrObject = z.union([
  z.string(),
  z.object({ name: z.string() }).transform(({ name }) => name),
])
const screeningEvent = z.object({
  '@type': z.literal('ScreeningEvent'),
  startDate: z.string(),
  workPresented: nameOrObject,
  location: z.object({ name: z.string(), containedInPlace: nameOrObject }),
  videoFormat: z.string().optional(),
  inLanguage: z.string().optional(),
  subtitleLanguage: z.string().optional(),
})

/** Converts a ScreeningEvent, whose place is a hall contained in a cinema. Other values stay unchanged. */
function fromSchemaOrg(value: unknown): unknown {
  const event = screeningEvent.safeParse(value)
  if (!event.success) return value
  const { startDate, workPresented, location, videoFormat, inLanguage, subtitleLanguage } =
    event.data
  return {
    film: workPresented,
    cinema: location.containedInPlace,
    hall: location.name,
    startsAt: startDate,
    ...(videoFormat !== undefined && { format: videoFormat }),
    ...(inLanguage !== undefined && { language: inLanguage }),
    ...(subtitleLanguage !== undefined && { subtitles: subtitleLanguage }),
  }
}
