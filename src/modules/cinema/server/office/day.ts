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
  type House,
  type Screening,
} from '../programme.ts'
import { loadOwnHouse, type CinemaScope } from './scope.ts'
import { warningsOf } from './slots.ts'

/** A day of one cinema hall by hall: what is on, how full it is, and what overlaps. */
export async function readOfficeDay(
  context: Context,
  scope: CinemaScope,
  query: { readonly cinemaId?: number | undefined; readonly date?: string | undefined },
): Promise<Result<ReplyOf<typeof officeDay>, ErrorCode>> {
  const house = await loadOwnHouse(context, scope)
  const cinema = cinemaOf(house, query.cinemaId)
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
  const halls = [...house.halls.values()].filter((hall) => hall.cinemaId === cinemaId)
  const capacityOf = new Map<number, number>()
  for (const { hallId, layoutDigest } of halls)
    capacityOf.set(hallId, (await findLayout(context, layoutDigest))?.placeCount ?? 0)
  return ok({
    cinemaId,
    date,
    timeZone: cinema.timeZone,
    beginsAt: beginningOf(cinema, date),
    cinemas: namesOf(house, locale),
    films: [...house.films.values()].map(({ filmId, name, runtimeMinutes }) => ({
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
            film: house.films.get(screening.filmId)?.name[locale] ?? '',
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
            warnings: warningsOf(house, screening, own),
          }
        }),
      }
    }),
  })
}

/** The cinema that is asked for, or the first. */
export function cinemaOf(house: House, cinemaId: number | undefined): Cinema | undefined {
  return cinemaId === undefined ? house.cinemas.values().next().value : house.cinemas.get(cinemaId)
}

/** Six in the morning of a business date. */
function beginningOf({ timeZone }: Cinema, date: string): string {
  const six = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: '06:00' })
  return new Date(six.epochMilliseconds).toISOString()
}

export function namesOf(house: House, locale: Locale): { cinemaId: number; name: string }[] {
  return [...house.cinemas.values()].map(({ cinemaId, name }) => ({ cinemaId, name: name[locale] }))
}

/** Places that are gone for good; of places without numbers also those that are held. */
export function soldOf(
  { isUnallocated }: Pick<Screening, 'isUnallocated'>,
  use: OfferingUse | undefined,
): number {
  const pool = use?.pools.find(({ poolId }) => poolId === seatPool)
  return (use?.placesSold ?? 0) + (isUnallocated ? (pool?.taken ?? 0) : 0)
}
