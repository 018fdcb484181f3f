import { sql } from 'kysely'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { officeImport } from '../../office-contract.ts'
import { formats } from '../../formats.ts'
import { forgetProgramme, readScreeningRows, type House, type Screening } from '../programme.ts'
import { insertScreenings, priceGroupsOf, timesOf } from './add-screening.ts'
import { loadOwnHouse, type CinemaScope } from './scope.ts'
import { lockHalls, warningsOf } from './slots.ts'

/** A row as cinemas write it; the names of schema.org's ScreeningEvent are read, too. */
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

const rowsMost = 5_000
const sixHours = 6 * 3_600_000

export type ScheduleFormat = 'csv' | 'json'
type Problem = ReplyOf<typeof officeImport>['problems'][number]

/** Rows of a file, each as it was written; null where it is no such file. */
function readRows(format: ScheduleFormat, content: string): unknown[] | null {
  try {
    if (format === 'csv')
      return parse(content, {
        columns: true,
        skip_empty_lines: true,
        relax_column_count: true,
        trim: true,
        bom: true,
      }).map((one) =>
        Object.fromEntries(Object.entries(one as object).filter(([, value]) => value !== '')),
      )
    const parsed: unknown = JSON.parse(content)
    const list = Array.isArray(parsed) ? parsed : (parsed as { '@graph'?: unknown })['@graph']
    return Array.isArray(list) ? list.map(fromSchemaOrg) : null
  } catch {
    return null
  }
}

const named = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
const screeningEvent = z.object({
  '@type': z.literal('ScreeningEvent'),
  startDate: z.string(),
  workPresented: named,
  location: z.object({ name: z.string(), containedInPlace: named }),
  videoFormat: z.string().optional(),
  inLanguage: z.string().optional(),
  subtitleLanguage: z.string().optional(),
})

/** A ScreeningEvent: its place is a hall that is contained in a cinema. Anything else stays as it is. */
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
 * Takes a schedule of somebody's cinemas in, all of it or nothing: unknown films and halls and clashes are told row by row. A screening that is
 * there already (same film, hall and time) is left alone, so that the same file again changes nothing.
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
  if (rows === null || rows.length > rowsMost) return fail('BadRequest')
  const done = await inTransaction(context, async (inside) => {
    await lockHalls(inside, scope)
    const house = await loadOwnHouse(inside, scope)
    const prices = await priceGroupsOf(inside)
    const problems: Problem[] = []
    const planned = rows.flatMap(
      (value, index) => planRow(house, prices, index + 1, value, problems) ?? [],
    )
    const starts = planned.map(({ startsAt }) => startsAt.getTime())
    const known =
      planned.length === 0
        ? []
        : await readScreeningRows(
            inside,
            sql`s.starts_at between ${new Date(Math.min(...starts) - sixHours)} and ${new Date(Math.max(...starts) + sixHours)}`,
          )
    const isThere = (one: Planned) =>
      known.some(
        (other) =>
          other.hallId === one.hallId &&
          other.filmId === one.filmId &&
          other.startsAt.getTime() === one.startsAt.getTime(),
      )
    const fresh = planned.filter((one) => !isThere(one))
    const all = [
      ...known,
      ...fresh.map((one) => ({ ...one, screeningId: -one.row, cancelledAt: null })),
    ]
    for (const one of fresh)
      for (const warning of warningsOf(
        house,
        { ...one, screeningId: -one.row, cancelledAt: null },
        all as Screening[],
      ))
        problems.push({
          row: one.row,
          code: warning,
          isWarning: warning === 'cleaning',
          detail: one.values.hall,
        })
    const isClean = problems.every(({ isWarning }) => isWarning)
    if (!request.isDryRun && isClean && fresh.length > 0) {
      await insertScreenings(
        inside,
        fresh.map(({ values, row: _row, ...one }) => ({ ...one, ...spokenIn(values) })),
      )
      await scope.log(inside, {
        action: 'cinema.import',
        subject: 'schedule',
        after: { screenings: fresh.length },
      })
    }
    return ok({
      isTakenIn: !request.isDryRun && isClean,
      rowCount: rows.length,
      newCount: fresh.length,
      knownCount: planned.length - fresh.length,
      problems: problems.toSorted((one, other) => one.row - other.row),
    })
  })
  if (done.ok && done.value.isTakenIn) forgetProgramme(context)
  return done
}

const isNamed = (name: { readonly ka: string; readonly en: string }, wanted: string) =>
  [name.ka, name.en].some((one) => one.toLowerCase() === wanted.toLowerCase())

function planRow(
  house: House,
  prices: ReadonlyMap<string, number>,
  row: number,
  value: unknown,
  problems: Problem[],
): Planned | null {
  const read = rowSchema.safeParse(value)
  const tell = (code: Problem['code'], detail: string) => {
    problems.push({ row, code, isWarning: false, detail })
    return null
  }
  if (!read.success)
    return tell('invalid', read.error.issues.map(({ path }) => path.join('.')).join(', '))
  const { film: filmName, cinema: cinemaName, hall: hallName, format } = read.data
  const film = [...house.films.values()].find(
    (one) => one.slug === filmName || isNamed(one.name, filmName),
  )
  if (!film) return tell('unknown-film', filmName)
  const cinema = [...house.cinemas.values()].find(
    (one) => one.slug === cinemaName || isNamed(one.name, cinemaName),
  )
  if (!cinema) return tell('unknown-cinema', cinemaName)
  const hall = [...house.halls.values()].find(
    (one) => one.cinemaId === cinema.cinemaId && isNamed(one.name, hallName),
  )
  if (!hall) return tell('unknown-hall', hallName)
  const priceGroupId = prices.get(`${cinema.cinemaId} ${format}`)
  if (!hall.formats.includes(format) || priceGroupId === undefined)
    return tell('unknown-format', format)
  return {
    row,
    values: read.data,
    filmId: film.filmId,
    cinemaId: cinema.cinemaId,
    hallId: hall.hallId,
    layoutDigest: hall.layoutDigest,
    priceGroupId,
    ...timesOf(new Date(read.data.startsAt), read.data.advertisingMinutes, film.runtimeMinutes),
  }
}

function spokenIn({ format, language, subtitles }: Row) {
  return { format, language, subtitles }
}
