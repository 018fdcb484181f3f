import { sql } from 'kysely'
import type { ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { wallTime } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readUse } from '#modules/inventory/server/public-api.ts'
import { readTakings } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { CinemaUse, officeFigures } from '../../office-contract.ts'
import { sourceName } from '../offer-source.ts'
import { businessDateOf, readScreeningRows, type Screening } from '../programme.ts'
import { readDifferences } from '../supplier/compare.ts'
import { cinemaOf, namesOf, soldOf } from './day.ts'
import { loadReferenceDataOf, type CinemaScope } from './scope.ts'

const daysAround = 6
const daysMax = 92
/** Ticket type ids from here on are products of the bar; lower ones are admissions. */
const firstProductId = 100

interface Takings {
  readonly soldMinor: number
  readonly reducedMinor: number
}

interface ScreeningFigures {
  readonly screening: Screening
  readonly sold: number
  readonly boxOffice: Takings
  readonly bar: Takings
}

/** Occupancy and revenue of a cinema, summed over its screenings that are not cancelled. */
export async function readOfficeFigures(
  context: Context,
  scope: CinemaScope,
  query: {
    readonly cinemaId?: number | undefined
    readonly from?: string | undefined
    readonly to?: string | undefined
  },
): Promise<Result<ReplyOf<typeof officeFigures>, ErrorCode>> {
  const reference = await loadReferenceDataOf(context, scope)
  const cinema = cinemaOf(reference, query.cinemaId)
  if (!cinema) return fail('NotFound')
  const today = Temporal.PlainDate.from(businessDateOf(cinema, context.clock.now()))
  const from = query.from ?? today.subtract({ days: daysAround }).toString()
  const to = query.to ?? today.add({ days: daysAround }).toString()
  const days = Temporal.PlainDate.from(from).until(to).days
  if (days < 0 || days > daysMax) {
    const message = 'At most three months, the first day first'
    return fail('BadRequest', { fields: [{ path: 'query.to', message }] })
  }
  const { cinemaId, timeZone } = cinema
  const { locale } = context
  const counted = await countScreenings(
    context,
    await readScreeningRows(
      context,
      sql`s.cinema_id = ${cinemaId} and s.business_date between ${from} and ${to} and s.cancelled_at is null`,
    ),
  )
  const by = <Key>(keyOf: (screening: Screening) => Key) =>
    [...Map.groupBy(counted, ({ screening }) => keyOf(screening))].map(
      ([key, own]) => [key, useOf(own)] as const,
    )
  const bar = sumOf(counted.map((screening) => screening.bar))
  return ok({
    cinemaId,
    cinemas: namesOf(reference, locale),
    from,
    to,
    totals: {
      ...useOf(counted),
      bar: money(bar.soldMinor, 'GEL'),
      barReduced: money(bar.reducedMinor, 'GEL'),
    },
    days: by(({ businessDate }) => businessDate)
      .map(([date, use]) => ({ date, ...use }))
      .toSorted((left, right) => left.date.localeCompare(right.date)),
    films: by(({ filmId }) => filmId)
      .map(([filmId, use]) => ({
        filmId,
        name: reference.films.get(filmId)?.name[locale] ?? '',
        ...use,
      }))
      .toSorted((left, right) => right.sold - left.sold || left.name.localeCompare(right.name)),
    halls: by(({ hallId }) => hallId)
      .map(([hallId, use]) => ({
        hallId,
        name: reference.halls.get(hallId)?.name[locale] ?? '',
        ...use,
      }))
      .toSorted((left, right) => left.hallId - right.hallId),
    hours: by(({ startsAt, businessDate }) => {
      const { day, hour } = wallTime(startsAt, timeZone)
      return hour + (day === Number(businessDate.slice(8)) ? 0 : 24)
    })
      .map(([hour, use]) => ({ hour, ...use }))
      .toSorted((left, right) => left.hour - right.hour),
    waiting: await countSubscribers(context),
    differences: await readDifferences(context, scope.merchantId),
  })
}

async function countScreenings(
  context: Context,
  screenings: readonly Screening[],
): Promise<ScreeningFigures[]> {
  const opened = screenings.filter(({ offeringId }) => offeringId !== null)
  const use = await readUse(
    context,
    opened.map(({ offeringId }) => offeringId ?? 0),
  )
  const revenues = await readTakings(
    context,
    sourceName,
    opened.map(({ screeningId }) => screeningId),
  )
  const revenuesOf = Map.groupBy(revenues, ({ itemId }) => itemId)
  return screenings.map((screening) => {
    const own = revenuesOf.get(screening.screeningId) ?? []
    const sum = (isBar: boolean) =>
      sumOf(own.filter(({ ticketTypeId }) => ticketTypeId >= firstProductId === isBar))
    const offering = screening.offeringId === null ? undefined : use.get(screening.offeringId)
    return {
      screening,
      sold: soldOf(screening, offering),
      boxOffice: sum(false),
      bar: sum(true),
    }
  })
}

function sumOf(all: readonly Takings[]): Takings {
  return {
    soldMinor: all.reduce((sum, { soldMinor }) => sum + soldMinor, 0),
    reducedMinor: all.reduce((sum, { reducedMinor }) => sum + reducedMinor, 0),
  }
}

function useOf(counted: readonly ScreeningFigures[]): CinemaUse {
  const sum = (value: (screening: ScreeningFigures) => number) =>
    counted.reduce((total, screening) => total + value(screening), 0)
  const takings = sumOf(counted.map(({ boxOffice }) => boxOffice))
  return {
    screenings: counted.length,
    capacity: sum(({ screening }) => screening.capacity),
    sold: sum(({ sold }) => sold),
    boxOffice: money(takings.soldMinor, 'GEL'),
    reduced: money(takings.reducedMinor, 'GEL'),
  }
}

/** Numbers of subscribers by film. */
async function countSubscribers(
  context: Context,
): Promise<{ filmId: number; name: string; count: number }[]> {
  const { rows } = await sql<{ filmId: number; name: string; count: number }>`
    select f.id as "filmId", f.name ->> ${context.locale} as name, count(*)::int as count
    from film_subscription w join film f on f.id = w.film_id
    where w.told_at is null group by f.id order by count desc, f.id`.execute(context.db)
  return rows
}
