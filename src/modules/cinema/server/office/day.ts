import { sql } from 'kysely'
import type { ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readUse } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { officeDay } from '../../office-contract.ts'
import { seatPool } from '../open-screening.ts'
import { loadHouse, readScreeningRows, type House, type Screening } from '../programme.ts'

/** A day of one cinema hall by hall: what is on, how full it is, and what stands in each other's way. */
export async function readOfficeDay(
  context: Context,
  { cinemaId, date }: { readonly cinemaId: number; readonly date: string },
): Promise<Result<ReplyOf<typeof officeDay>, ErrorCode>> {
  const house = await loadHouse(context)
  const cinema = house.cinemas.get(cinemaId)
  if (!cinema) return fail('NotFound')
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
  return ok({
    date,
    timeZone: cinema.timeZone,
    cinemas: [...house.cinemas.values()].map((one) => ({
      cinemaId: one.cinemaId,
      name: one.name[locale],
    })),
    halls: halls.map((hall) => {
      const own = screenings.filter(({ hallId }) => hallId === hall.hallId)
      return {
        hallId: hall.hallId,
        name: hall.name[locale],
        cleaningMinutes: hall.cleaningMinutes,
        screenings: own.map((screening) => {
          const offering = screening.offeringId === null ? undefined : use.get(screening.offeringId)
          const pool = offering?.pools.find(({ poolId }) => poolId === seatPool)
          return {
            screeningId: screening.screeningId,
            film: house.films.get(screening.filmId)?.name[locale] ?? '',
            format: screening.format,
            startsAt: screening.startsAt.toISOString(),
            endsAt: screening.endsAt.toISOString(),
            capacity: screening.capacity,
            sold: (offering?.placesSold ?? 0) + (screening.isUnallocated ? (pool?.taken ?? 0) : 0),
            held: offering?.placesHeld ?? 0,
            isCancelled: screening.cancelledAt !== null,
            warnings: warningsOf(house, screening, own),
          }
        }),
      }
    }),
  })
}

/** `clash`: two films in one hall at once; `cleaning`: too little time between them. */
export function warningsOf(
  house: Pick<House, 'halls'>,
  screening: Pick<Screening, 'screeningId' | 'startsAt' | 'endsAt' | 'hallId' | 'cancelledAt'>,
  others: readonly Pick<
    Screening,
    'screeningId' | 'startsAt' | 'endsAt' | 'hallId' | 'cancelledAt'
  >[],
): ('clash' | 'cleaning')[] {
  if (screening.cancelledAt !== null) return []
  const cleaning = (house.halls.get(screening.hallId)?.cleaningMinutes ?? 0) * 60_000
  const warnings = new Set<'clash' | 'cleaning'>()
  for (const other of others) {
    if (
      other.screeningId === screening.screeningId ||
      other.hallId !== screening.hallId ||
      other.cancelledAt !== null
    )
      continue
    const gap = Math.max(
      other.startsAt.getTime() - screening.endsAt.getTime(),
      screening.startsAt.getTime() - other.endsAt.getTime(),
    )
    if (gap < 0) warnings.add('clash')
    else if (gap < cleaning) warnings.add('cleaning')
  }
  return [...warnings].toSorted()
}
