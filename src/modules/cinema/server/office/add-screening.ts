import { sql } from 'kysely'
import type { ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { Format } from '../../formats.ts'
import type { officeAdd } from '../../office-contract.ts'
import { invalidateProgramme, loadReferenceData } from '../programme.ts'
import type { CinemaScope } from './scope.ts'
import { lockHall, warningsAt } from './slots.ts'

/** A screening to be added to the programme of a hall. */
export interface NewScreening {
  readonly filmId: number
  readonly cinemaId: number
  readonly hallId: number
  readonly layoutDigest: string
  readonly priceGroupId: number
  readonly startsAt: Date
  readonly filmStartsAt: Date
  readonly endsAt: Date
  readonly format: Format
  readonly language: string
  readonly subtitles: string | null
}

/** Adds a screening to the programme of a hall. Fails with `HallTaken` if it overlaps with another one. */
export async function addScreening(
  context: Context,
  scope: CinemaScope,
  request: {
    readonly hallId: number
    readonly filmId: number
    readonly startsAt: Date
    readonly format: Format
    readonly language: string
    readonly subtitles: string | null
    readonly advertisingMinutes: number
    readonly isDryRun: boolean
  },
): Promise<Result<ReplyOf<typeof officeAdd>, ErrorCode>> {
  const { hallId, filmId, startsAt, advertisingMinutes, isDryRun, ...shown } = request
  const invalidField = (path: string, message: string) =>
    fail('BadRequest', { fields: [{ path: `body.${path}`, message }] })
  const added = await inTransaction(context, async (inside) => {
    const hall = await lockHall(inside, scope, hallId)
    const film = (await loadReferenceData(inside)).films.get(filmId)
    if (!hall || !film) return fail('NotFound')
    if (startsAt <= inside.clock.now()) return invalidField('startsAt', 'That has begun')
    const { cinemaId, layoutDigest, formats } = hall
    const priceGroupId = (await priceGroupsOf(inside)).get(`${cinemaId} ${shown.format}`)
    if (!formats.includes(shown.format) || priceGroupId === undefined)
      return invalidField('format', 'The hall does not show it')
    const times = timesOf(startsAt, advertisingMinutes, film.runtimeMinutes)
    const slot = { screeningId: 0, hallId, cancelledAt: null, ...times }
    const warnings = await warningsAt(inside, slot)
    const reply = {
      startsAt: startsAt.toISOString(),
      endsAt: times.endsAt.toISOString(),
      warnings,
    }
    if (isDryRun) return ok({ ...reply, screeningId: null })
    if (warnings.includes('clash')) return fail('HallTaken')
    const row = { ...shown, ...times, hallId, filmId, cinemaId, layoutDigest, priceGroupId }
    const [screeningId] = await insertScreenings(inside, [row])
    invariant(screeningId !== undefined, 'an inserted screening has an id')
    await scope.log(inside, {
      action: 'cinema.add',
      subject: `screening ${screeningId}`,
      after: { filmId, hallId, startsAt },
    })
    return ok({ ...reply, screeningId })
  })
  if (added.ok && !isDryRun) invalidateProgramme(context)
  return added
}

/** The beginning of the film itself and the end of the screening. */
export function timesOf(startsAt: Date, advertisingMinutes: number, runtimeMinutes: number) {
  const filmStartsAt = new Date(startsAt.getTime() + advertisingMinutes * 60_000)
  return {
    startsAt,
    filmStartsAt,
    endsAt: new Date(filmStartsAt.getTime() + runtimeMinutes * 60_000),
  }
}

/** The price group of the latest screening of each cinema and format, by `cinemaId format`. */
export async function priceGroupsOf(context: Context): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; priceGroupId: number }>`
    select distinct on (s.cinema_id, s.format) s.cinema_id || ' ' || s.format as key, s.price_group_id as "priceGroupId"
    from screening s order by s.cinema_id, s.format, s.id desc`.execute(context.db)
  return new Map(rows.map(({ key, priceGroupId }) => [key, priceGroupId]))
}

/** Inserts screenings in the caller's transaction; their sale ends twenty minutes after the beginning. Returns their ids. */
export async function insertScreenings(
  context: Context,
  screenings: readonly NewScreening[],
): Promise<number[]> {
  if (screenings.length === 0) return []
  const rows = screenings.map((screening) => ({
    film_id: screening.filmId,
    cinema_id: screening.cinemaId,
    hall_id: screening.hallId,
    layout_digest: screening.layoutDigest,
    price_group_id: screening.priceGroupId,
    starts_at: screening.startsAt,
    film_starts_at: screening.filmStartsAt,
    ends_at: screening.endsAt,
    format: screening.format,
    language: screening.language,
    subtitles: screening.subtitles,
  }))
  const inserted = await sql<{ id: number }>`
    insert into screening (film_id, cinema_id, hall_id, layout_digest, price_group_id, business_date, starts_at,
      film_starts_at, ends_at, format, language, subtitles, sales_close_at)
    select n.film_id, n.cinema_id, n.hall_id, n.layout_digest, n.price_group_id,
      (n.starts_at at time zone c.time_zone - interval '6 hours')::date, n.starts_at, n.film_starts_at, n.ends_at,
      n.format, n.language, n.subtitles, n.starts_at + interval '20 minutes'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (film_id integer, cinema_id integer, hall_id integer,
      layout_digest text, price_group_id integer, starts_at timestamptz, film_starts_at timestamptz,
      ends_at timestamptz, format text, language text, subtitles text)
      join cinema c on c.id = n.cinema_id
    returning id`.execute(context.db)
  return inserted.rows.map(({ id }) => id)
}
