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
import { loadOwnHouse, type CinemaScope } from './scope.ts'

const daysAround = 6
const daysMost = 92
/** Numbers of products begin here; below are those of people's tickets. */
const productsFrom = 100

interface Counted {
  readonly screening: Screening
  readonly sold: number
  readonly boxOfficeMinor: number
  readonly barMinor: number
}

/** How full a cinema was, and what it took, screening by screening added up; cancelled ones are left out. */
export async function readOfficeFigures(
  context: Context,
  scope: CinemaScope,
  query: {
    readonly cinemaId?: number | undefined
    readonly from?: string | undefined
    readonly to?: string | undefined
  },
): Promise<Result<ReplyOf<typeof officeFigures>, ErrorCode>> {
  const house = await loadOwnHouse(context, scope)
  const cinema = cinemaOf(house, query.cinemaId)
  if (!cinema) return fail('NotFound')
  const today = Temporal.PlainDate.from(businessDateOf(cinema, context.clock.now()))
  const from = query.from ?? today.subtract({ days: daysAround }).toString()
  const to = query.to ?? today.add({ days: daysAround }).toString()
  const days = Temporal.PlainDate.from(from).until(to).days
  if (days < 0 || days > daysMost) {
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
  const barMinor = counted.reduce((sum, one) => sum + one.barMinor, 0)
  return ok({
    cinemaId,
    cinemas: namesOf(house, locale),
    from,
    to,
    totals: { ...useOf(counted), bar: money(barMinor, 'GEL') },
    days: by(({ businessDate }) => businessDate)
      .map(([date, use]) => ({ date, ...use }))
      .toSorted((one, other) => one.date.localeCompare(other.date)),
    films: by(({ filmId }) => filmId)
      .map(([filmId, use]) => ({
        filmId,
        name: house.films.get(filmId)?.name[locale] ?? '',
        ...use,
      }))
      .toSorted((one, other) => other.sold - one.sold || one.name.localeCompare(other.name)),
    halls: by(({ hallId }) => hallId)
      .map(([hallId, use]) => ({
        hallId,
        name: house.halls.get(hallId)?.name[locale] ?? '',
        ...use,
      }))
      .toSorted((one, other) => one.hallId - other.hallId),
    hours: by(({ startsAt, businessDate }) => {
      const { day, hour } = wallTime(startsAt, timeZone)
      return hour + (day === Number(businessDate.slice(8)) ? 0 : 24)
    })
      .map(([hour, use]) => ({ hour, ...use }))
      .toSorted((one, other) => one.hour - other.hour),
    waiting: await waitingFor(context),
    differences: await readDifferences(context, scope.merchantId),
  })
}

async function countScreenings(
  context: Context,
  screenings: readonly Screening[],
): Promise<Counted[]> {
  const opened = screenings.filter(({ offeringId }) => offeringId !== null)
  const use = await readUse(
    context,
    opened.map(({ offeringId }) => offeringId ?? 0),
  )
  const takings = await readTakings(
    context,
    sourceName,
    opened.map(({ screeningId }) => screeningId),
  )
  const takingsOf = Map.groupBy(takings, ({ itemId }) => itemId)
  return screenings.map((screening) => {
    const own = takingsOf.get(screening.screeningId) ?? []
    const sum = (isBar: boolean) =>
      own
        .filter(({ ticketTypeId }) => ticketTypeId >= productsFrom === isBar)
        .reduce((total, { soldMinor }) => total + soldMinor, 0)
    const offering = screening.offeringId === null ? undefined : use.get(screening.offeringId)
    return {
      screening,
      sold: soldOf(screening, offering),
      boxOfficeMinor: sum(false),
      barMinor: sum(true),
    }
  })
}

function useOf(counted: readonly Counted[]): CinemaUse {
  const sum = (value: (one: Counted) => number) =>
    counted.reduce((total, one) => total + value(one), 0)
  return {
    screenings: counted.length,
    capacity: sum(({ screening }) => screening.capacity),
    sold: sum(({ sold }) => sold),
    boxOffice: money(
      sum(({ boxOfficeMinor }) => boxOfficeMinor),
      'GEL',
    ),
  }
}

/** Who asked to be told of films whose sale has not begun, film by film. */
async function waitingFor(
  context: Context,
): Promise<{ filmId: number; name: string; count: number }[]> {
  const { rows } = await sql<{ filmId: number; name: string; count: number }>`
    select f.id as "filmId", f.name ->> ${context.locale} as name, count(*)::int as count
    from film_subscription w join film f on f.id = w.film_id
    where w.told_at is null group by f.id order by count desc, f.id`.execute(context.db)
  return rows
}
