/** Days with direct connections between two towns, with the lowest price. */
import { readFreePlaces } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Brand } from '../../shapes.ts'
import { addDays, localDate } from '../calendar.ts'
import { readNetwork } from '../network-cache.ts'
import type { Network } from '../network.ts'
import { isOrdinary, occupancyOf } from '../rules.ts'
import { classFares } from './fares.ts'
import { runsBetween, type Stretch } from './runs-between.ts'

export interface CalendarDay {
  /** ISO date. */
  readonly date: string
  /** `full`: no free places; `office`: only departures that are not sold here; `none`: no departures on sale. */
  readonly state: 'available' | 'full' | 'office' | 'none'
  /** Lowest adult price in minor units; null unless available. */
  readonly priceMinor: number | null
}

const daySeconds = 86_400

export async function journeyCalendar(
  context: Pick<Context, 'db' | 'clock' | 'channel'>,
  question: {
    readonly brand?: Brand | undefined
    readonly fromLocalityId: number
    readonly toLocalityId: number
    /** ISO date of the first day. */
    readonly date: string
    /** 1–60. */
    readonly days: number
  },
): Promise<CalendarDay[]> {
  const network = await readNetwork(context)
  const dates = Array.from({ length: question.days }, (_, index) => addDays(question.date, index))
  const byDate = await Promise.all(
    dates.map(async (date) => runsBetween(context, { ...question, date })),
  )
  const stretches = byDate.flat().filter(({ runId, isCancelled }) => runId !== null && !isCancelled)
  const opened = stretches.flatMap((stretch) =>
    stretch.offeringId === null ? [] : [{ ...stretch, offeringId: stretch.offeringId }],
  )
  const freeOf = new Map(
    (await readFreePlaces(context, opened)).map((places, index) => [opened[index]?.runId, places]),
  )
  return dates.map((date, index) => {
    const all = byDate[index] ?? []
    const now = context.clock.now()
    const sold = all.filter((stretch) => isOpenAt(network, stretch, now))
    const prices = sold.flatMap((stretch) =>
      pricesOf(network, context, stretch, freeOf.get(stretch.runId ?? 0)),
    )
    if (prices.length > 0) return { date, state: 'available', priceMinor: Math.min(...prices) }
    const isOffice = all.some(({ runId, isCancelled }) => runId === null && !isCancelled)
    const state = sold.length > 0 ? 'full' : isOffice ? 'office' : 'none'
    return { date, state, priceMinor: null }
  })
}

/** Whether a leg range can be bought: the carrier sells the run, and its boarding stop is within the sale period. */
function isOpenAt(network: Network, stretch: Stretch, now: Date): boolean {
  const terms = network.agencies.get(stretch.agencyId)?.terms
  if (!terms || !stretch.isOnSale || stretch.isCancelled) return false
  const seconds = (stretch.departsAt.getTime() - now.getTime()) / 1000
  return seconds > terms.saleClosesSeconds && seconds <= terms.saleOpensDays * daySeconds
}

function pricesOf(
  network: Network,
  context: Pick<Context, 'clock' | 'channel'>,
  stretch: Stretch,
  free: readonly number[] | undefined,
): number[] {
  const vehicle = network.vehicleTypes.get(stretch.vehicleTypeId ?? 0)
  if (!vehicle) return []
  const places = vehicle.places.filter(isOrdinary)
  const isFree = free && new Set(free)
  const left = isFree ? places.filter(({ placeId }) => isFree.has(placeId)) : places
  const zone = network.stops.get(stretch.fromStopId)?.timeZone ?? 'UTC'
  const date = localDate(stretch.departsAt, zone)
  const today = localDate(context.clock.now(), zone)
  const fares = classFares(network, {
    ...stretch,
    classIds: [...new Set(left.map(({ classId }) => classId))],
    channel: context.channel,
    moment: {
      date,
      daysAhead: (Date.parse(date) - Date.parse(today)) / (daySeconds * 1000),
      occupancyPercent: isFree ? occupancyOf(vehicle.places, (placeId) => !isFree.has(placeId)) : 0,
    },
  })
  return fares.map(({ priceMinor }) => priceMinor)
}
