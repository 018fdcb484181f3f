import { sql } from 'kysely'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { officeImport } from '../../office-contract.ts'
import { formats } from '../../formats.ts'
import {
  invalidateProgramme,
  readScreeningRows,
  type ReferenceData,
  type Screening,
} from '../programme.ts'
import { insertScreenings, priceGroupsOf, timesOf } from './add-screening.ts'
import { loadReferenceDataOf, type CinemaScope } from './scope.ts'
import { lockHalls, warningsOf } from './slots.ts'

/** A row of a schedule; a ScreeningEvent of schema.org is converted to it. */
const rowSchema = z.object({
  film: z.string().min(1).max(200),
  cinema: z.string().min(1).max(80),
  hall: z.string().min(1).max(80),
  startsAt: z.iso.datetime({ offset: true }),
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
type Row = z.output<typeof rowSchema>

const rowsMax = 5_000
const sixHours = 6 * 3_600_000

export type ScheduleFormat = 'csv' | 'json'
type Problem = ReplyOf<typeof officeImport>['problems'][number]

/** The rows of a file, not yet validated; null if it cannot be parsed. */
function readRows(format: ScheduleFormat, content: string): unknown[] | null {
  try {
    if (format === 'csv')
      return parse(content, {
        columns: true,
        skip_empty_lines: true,
        relax_column_count: true,
        trim: true,
        bom: true,
      }).map((entry) =>
        Object.fromEntries(Object.entries(entry as object).filter(([, value]) => value !== '')),
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

interface Planned {
  readonly row: number
  readonly values: Row
  readonly filmId: number
  readonly cinemaId: number
  readonly hallId: number
  readonly layoutDigest: string
  readonly priceGroupId: number
  readonly startsAt: Date
  readonly filmStartsAt: Date
  readonly endsAt: Date
}

/**
 * Imports a schedule for the cinemas of a scope completely or not at all; problems are reported by row. A screening that
 * exists already (same film, hall and time) stays unchanged, so that repeated imports have no effect.
 */
export async function importSchedule(
  context: Context,
  scope: CinemaScope,
  request: {
    readonly format: ScheduleFormat
    readonly content: string
    readonly isDryRun: boolean
  },
): Promise<Result<ReplyOf<typeof officeImport>, ErrorCode>> {
  const rows = readRows(request.format, request.content)
  if (rows === null || rows.length > rowsMax) return fail('BadRequest')
  const done = await inTransaction(context, async (inside) => {
    await lockHalls(inside, scope)
    const reference = await loadReferenceDataOf(inside, scope)
    const prices = await priceGroupsOf(inside)
    const problems: Problem[] = []
    const planned = rows.flatMap(
      (value, index) => planRow(reference, prices, index + 1, value, problems) ?? [],
    )
    const starts = planned.map(({ startsAt }) => startsAt.getTime())
    const known =
      planned.length === 0
        ? []
        : await readScreeningRows(
            inside,
            sql`s.starts_at between ${new Date(Math.min(...starts) - sixHours)} and ${new Date(Math.max(...starts) + sixHours)}`,
          )
    const exists = (screening: Planned) =>
      known.some(
        (other) =>
          other.hallId === screening.hallId &&
          other.filmId === screening.filmId &&
          other.startsAt.getTime() === screening.startsAt.getTime(),
      )
    const added = planned.filter((screening) => !exists(screening))
    const all = [
      ...known,
      ...added.map((entry) => ({ ...entry, screeningId: -entry.row, cancelledAt: null })),
    ]
    for (const entry of added)
      for (const warning of warningsOf(
        reference,
        { ...entry, screeningId: -entry.row, cancelledAt: null },
        all as Screening[],
      ))
        problems.push({
          row: entry.row,
          code: warning,
          isWarning: warning === 'cleaning',
          detail: entry.values.hall,
        })
    const isClean = problems.every(({ isWarning }) => isWarning)
    if (!request.isDryRun && isClean && added.length > 0) {
      await insertScreenings(
        inside,
        added.map(({ values, row: _row, ...entry }) => ({ ...entry, ...versionOf(values) })),
      )
      await scope.log(inside, {
        action: 'cinema.import',
        subject: 'schedule',
        after: { screenings: added.length },
      })
    }
    return ok({
      isTakenIn: !request.isDryRun && isClean,
      rowCount: rows.length,
      newCount: added.length,
      knownCount: planned.length - added.length,
      problems: problems.toSorted((left, right) => left.row - right.row),
    })
  })
  if (done.ok && done.value.isTakenIn) invalidateProgramme(context)
  return done
}

const hasName = (name: { readonly ka: string; readonly en: string }, text: string) =>
  [name.ka, name.en].some((candidate) => candidate.toLowerCase() === text.toLowerCase())

function planRow(
  reference: ReferenceData,
  prices: ReadonlyMap<string, number>,
  row: number,
  value: unknown,
  problems: Problem[],
): Planned | null {
  const parsed = rowSchema.safeParse(value)
  const report = (code: Problem['code'], detail: string) => {
    problems.push({ row, code, isWarning: false, detail })
    return null
  }
  if (!parsed.success)
    return report('invalid', parsed.error.issues.map(({ path }) => path.join('.')).join(', '))
  const { film: filmName, cinema: cinemaName, hall: hallName, format } = parsed.data
  const film = [...reference.films.values()].find(
    (candidate) => candidate.slug === filmName || hasName(candidate.name, filmName),
  )
  if (!film) return report('unknown-film', filmName)
  const cinema = [...reference.cinemas.values()].find(
    (candidate) => candidate.slug === cinemaName || hasName(candidate.name, cinemaName),
  )
  if (!cinema) return report('unknown-cinema', cinemaName)
  const hall = [...reference.halls.values()].find(
    (candidate) => candidate.cinemaId === cinema.cinemaId && hasName(candidate.name, hallName),
  )
  if (!hall) return report('unknown-hall', hallName)
  const priceGroupId = prices.get(`${cinema.cinemaId} ${format}`)
  if (!hall.formats.includes(format) || priceGroupId === undefined)
    return report('unknown-format', format)
  return {
    row,
    values: parsed.data,
    filmId: film.filmId,
    cinemaId: cinema.cinemaId,
    hallId: hall.hallId,
    layoutDigest: hall.layoutDigest,
    priceGroupId,
    ...timesOf(new Date(parsed.data.startsAt), parsed.data.advertisingMinutes, film.runtimeMinutes),
  }
}

function versionOf({ format, language, subtitles }: Row) {
  return { format, language, subtitles }
}
