import { sql } from 'kysely'
import type { ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { instantOf } from '#kernel/local-time.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { officeImport } from '../../office-contract.ts'
import {
  invalidateProgramme,
  readScreeningRows,
  type ReferenceData,
  type Screening,
} from '../programme.ts'
import { insertScreenings, priceGroupsOf, timesOf } from './add-screening.ts'
import type { PreparedSchedule, ReadRow, Row } from './prepare-schedule.ts'
import { loadReferenceDataOf, type CinemaScope } from './scope.ts'
import { lockHalls, warningsOf } from './slots.ts'

const sixHours = 6 * 3_600_000

type Problem = ReplyOf<typeof officeImport>['problems'][number]

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
  { rows, isDryRun }: PreparedSchedule,
): Promise<Result<ReplyOf<typeof officeImport>, ErrorCode>> {
  if (rows === null) return fail('BadRequest')
  const done = await inTransaction(context, async (inside) => {
    await lockHalls(inside, scope)
    const reference = await loadReferenceDataOf(inside, scope)
    const prices = await priceGroupsOf(inside)
    const problems: Problem[] = []
    const names = namesOf(reference)
    const planned = rows.flatMap((row) => planRow(names, prices, row, problems) ?? [])
    const starts = planned.map(({ startsAt }) => startsAt.getTime())
    const known =
      planned.length === 0
        ? []
        : await readScreeningRows(
            inside,
            sql`s.starts_at between ${new Date(Math.min(...starts) - sixHours)} and ${new Date(Math.max(...starts) + sixHours)}`,
          )
    const keys = new Set(known.map(keyOf))
    const added = planned.filter((screening) => !keys.has(keyOf(screening)))
    const all = [
      ...known,
      ...added.map((entry) => ({ ...entry, screeningId: -entry.row, cancelledAt: null })),
    ]
    const byHall = Map.groupBy(all as Screening[], ({ hallId }) => hallId)
    for (const entry of added)
      for (const warning of warningsOf(
        reference,
        { ...entry, screeningId: -entry.row, cancelledAt: null },
        byHall.get(entry.hallId) ?? [],
      ))
        problems.push({
          row: entry.row,
          code: warning,
          isWarning: warning === 'cleaning',
          detail: entry.values.hall,
        })
    const isClean = problems.every(({ isWarning }) => isWarning)
    if (!isDryRun && isClean && added.length > 0) {
      await insertScreenings(
        inside,
        added.map(({ values, row: _row, ...entry }) => ({ ...entry, ...versionOf(values) })),
      )
      await scope.log(inside, {
        action: 'cinema.import',
        subject: 'schedule',
        after: { screenings: added.length, merchantIds: merchantsOf(reference, added) },
      })
    }
    return ok({
      isTakenIn: !isDryRun && isClean,
      rowCount: rows.length,
      newCount: added.length,
      knownCount: planned.length - added.length,
      problems: problems.toSorted((left, right) => left.row - right.row),
    })
  })
  if (done.ok && done.value.isTakenIn) invalidateProgramme(context)
  return done
}

interface SameTime {
  readonly hallId: number
  readonly filmId: number
  readonly startsAt: Date
}

const keyOf = ({ hallId, filmId, startsAt }: SameTime) =>
  `${hallId} ${filmId} ${startsAt.getTime()}`

interface Names {
  readonly films: ReadonlyMap<string, FilmOf>
  readonly cinemas: ReadonlyMap<string, CinemaOf>
  /** By cinema and name. */
  readonly halls: ReadonlyMap<string, HallOf>
}

type ValueOf<M> = M extends ReadonlyMap<unknown, infer Value> ? Value : never
type FilmOf = ValueOf<ReferenceData['films']>
type CinemaOf = ValueOf<ReferenceData['cinemas']>
type HallOf = ValueOf<ReferenceData['halls']>

/** By slug and by name in both languages, so that a row costs the same however many there are. */
function namesOf({ films, cinemas, halls }: ReferenceData): Names {
  const named = <Entry extends { readonly name: { readonly ka: string; readonly en: string } }>(
    entries: Iterable<Entry>,
    keysOf: (entry: Entry, names: readonly string[]) => readonly string[],
  ): Map<string, Entry> => {
    const found = new Map<string, Entry>()
    for (const entry of entries)
      for (const key of keysOf(
        entry,
        [entry.name.ka, entry.name.en].map((name) => name.toLowerCase()),
      ))
        if (!found.has(key)) found.set(key, entry)
    return found
  }
  return {
    films: named(films.values(), ({ slug }, names) => [slug, ...names]),
    cinemas: named(cinemas.values(), ({ slug }, names) => [slug, ...names]),
    halls: named(halls.values(), ({ cinemaId }, names) =>
      names.map((name) => `${cinemaId} ${name}`),
    ),
  }
}

function planRow(
  names: Names,
  prices: ReadonlyMap<string, number>,
  read: ReadRow,
  problems: Problem[],
): Planned | null {
  const { row } = read
  const report = (code: Problem['code'], detail: string) => {
    problems.push({ row, code, isWarning: false, detail })
    return null
  }
  if ('invalid' in read) return report('invalid', read.invalid)
  const { film: filmName, cinema: cinemaName, hall: hallName, format } = read.values
  const film = names.films.get(filmName) ?? names.films.get(filmName.toLowerCase())
  if (!film) return report('unknown-film', filmName)
  const cinema = names.cinemas.get(cinemaName) ?? names.cinemas.get(cinemaName.toLowerCase())
  if (!cinema) return report('unknown-cinema', cinemaName)
  const hall = names.halls.get(`${cinema.cinemaId} ${hallName.toLowerCase()}`)
  if (!hall) return report('unknown-hall', hallName)
  const priceGroupId = prices.get(`${cinema.cinemaId} ${format}`)
  if (!hall.formats.includes(format) || priceGroupId === undefined)
    return report('unknown-format', format)
  const startsAt = instantOf(read.values.startsAt, cinema.timeZone)
  if (startsAt === 'skipped') return report('skipped-time', read.values.startsAt)
  if (startsAt === null) return report('invalid', 'startsAt')
  return {
    row,
    values: read.values,
    filmId: film.filmId,
    cinemaId: cinema.cinemaId,
    hallId: hall.hallId,
    layoutDigest: hall.layoutDigest,
    priceGroupId,
    ...timesOf(startsAt, read.values.advertisingMinutes, film.runtimeMinutes),
  }
}

function versionOf({ format, language, subtitles }: Row) {
  return { format, language, subtitles }
}

/** The organisers of the cinemas that got screenings. */
function merchantsOf(
  { cinemas }: Awaited<ReturnType<typeof loadReferenceDataOf>>,
  added: readonly Pick<Planned, 'cinemaId'>[],
): number[] {
  return [...new Set(added.flatMap(({ cinemaId }) => cinemas.get(cinemaId)?.merchantId ?? []))]
}
