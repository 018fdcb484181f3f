import { sql } from 'kysely'
import type { ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Locale } from '#kernel/locale.ts'
import { readUse, type OfferingUse } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { officeDay } from '../../office-contract.ts'
import { findLayout, seatPool } from '../open-screening.ts'
import {
  businessDateOf,
  readScreeningRows,
  type Cinema,
  type ReferenceData,
  type Screening,
} from '../programme.ts'
import { loadReferenceDataOf, type CinemaScope } from './scope.ts'
import { warningsOf } from './slots.ts'

/** The schedule of a cinema on one day by hall, with occupancy and conflicts. */
export async function readOfficeDay(
  context: Context,
  scope: CinemaScope,
  query: { readonly cinemaId?: number | undefined; readonly date?: string | undefined },
): Promise<Result<ReplyOf<typeof officeDay>, ErrorCode>> {
  const reference = await loadReferenceDataOf(context, scope)
  const cinema = cinemaOf(reference, query.cinemaId)
  if (!cinema) return fail('NotFound')
  const { cinemaId } = cinema
  const date = query.date ?? businessDateOf(cinema, context.clock.now())
  const { locale } = context
  const screenings = await readScreeningRows(
    context,
    sql`s.cinema_id = ${cinemaId} and s.business_date = ${date}`,
  )
  const use = await readUse(
    context,
    screenings.flatMap(({ offeringId }) => offeringId ?? []),
  )
  const halls = [...reference.halls.values()].filter((hall) => hall.cinemaId === cinemaId)
  const capacityOf = new Map<number, number>()
  for (const { hallId, layoutDigest } of halls)
    capacityOf.set(hallId, (await findLayout(context, layoutDigest))?.placeCount ?? 0)
  return ok({
    cinemaId,
    date,
    timeZone: cinema.timeZone,
    beginsAt: beginningOf(cinema, date),
    cinemas: namesOf(reference, locale),
    films: [...reference.films.values()].map(({ filmId, name, runtimeMinutes }) => ({
      filmId,
      name: name[locale],
      runtimeMinutes,
    })),
    halls: halls.map((hall) => {
      const own = screenings.filter(({ hallId }) => hallId === hall.hallId)
      return {
        hallId: hall.hallId,
        name: hall.name[locale],
        cleaningMinutes: hall.cleaningMinutes,
        capacity: capacityOf.get(hall.hallId) ?? 0,
        formats: [...hall.formats],
        screenings: own.map((screening) => {
          const offering = screening.offeringId === null ? undefined : use.get(screening.offeringId)
          return {
            screeningId: screening.screeningId,
            filmId: screening.filmId,
            film: reference.films.get(screening.filmId)?.name[locale] ?? '',
            format: screening.format,
            language: screening.language,
            subtitles: screening.subtitles,
            startsAt: screening.startsAt.toISOString(),
            filmStartsAt: screening.filmStartsAt.toISOString(),
            endsAt: screening.endsAt.toISOString(),
            capacity: screening.capacity,
            sold: soldOf(screening, offering),
            held: offering?.placesHeld ?? 0,
            isCancelled: screening.cancelledAt !== null,
            isSupplied: screening.supplier !== null,
            warnings: warningsOf(reference, screening, own),
          }
        }),
      }
    }),
  })
}

/** The requested cinema, or the first. */
export function cinemaOf(
  reference: ReferenceData,
  cinemaId: number | undefined,
): Cinema | undefined {
  return cinemaId === undefined
    ? reference.cinemas.values().next().value
    : reference.cinemas.get(cinemaId)
}

/** 06:00 of a business date, when it begins. */
function beginningOf({ timeZone }: Cinema, date: string): string {
  const six = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: '06:00' })
  return new Date(six.epochMilliseconds).toISOString()
}

export function namesOf(
  reference: ReferenceData,
  locale: Locale,
): { cinemaId: number; name: string }[] {
  return [...reference.cinemas.values()].map(({ cinemaId, name }) => ({
    cinemaId,
    name: name[locale],
  }))
}

/** Number of sold places; for places without numbers it includes held ones. */
export function soldOf(
  { isUnallocated }: Pick<Screening, 'isUnallocated'>,
  use: OfferingUse | undefined,
): number {
  const pool = use?.pools.find(({ poolId }) => poolId === seatPool)
  return (use?.placesSold ?? 0) + (isUnallocated ? (pool?.taken ?? 0) : 0)
}
