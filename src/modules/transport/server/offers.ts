/** What a stretch costs in each class, and what is left there. */
import { isCurrency, money } from '#kernel/money.ts'
import { readLegUse, type LegUse } from '#modules/inventory/server/public-api.ts'
import type { ForeignPrice } from '#modules/orders/server/public-api.ts'
import {
  isForeign,
  rateOfDay,
  readRates,
  toLari,
  type Rate,
} from '#modules/rates/server/public-api.ts'
import {
  faresOf,
  localDate,
  riderPrice,
  type TravelClass,
  type VehiclePlace,
} from '#modules/timetable/server/public-api.ts'
import { placeAttribute, type AgencyTerms } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { maskOf } from './legs.ts'
import type { RunStretch } from './stretch.ts'

/** With what kept pages and browsers add, availability that is shown is two seconds old at most. */
const useMilliseconds = 500

const cachedUse = createTtlCache<string, ReadonlyMap<number, LegUse>>({
  milliseconds: useMilliseconds,
  most: 500,
  read: (context, key) => readLegUse(context, key.split(',').map(Number)),
})

/** What is taken of these runs, at most half a second old; runs that nobody has looked at are not in it. */
export function useOf(
  context: Context,
  offeringIds: readonly (number | null)[],
): Promise<ReadonlyMap<number, LegUse>> {
  const ids = [...new Set(offeringIds.filter((id) => id !== null))].toSorted((a, b) => a - b)
  return ids.length === 0 ? Promise.resolve(new Map()) : cachedUse(context, ids.join(','))
}

const cachedRates = createTtlCache<'all', readonly Rate[]>({
  milliseconds: 10_000,
  most: 1,
  read: (context) => readRates(context.db),
})

/** A class of a run on a stretch. */
export interface ClassOffer {
  readonly classId: number
  readonly travelClass: TravelClass
  /** Of one adult in lari, without the fee. */
  readonly priceMinor: number
  readonly foreign: ForeignPrice | null
}

/** Places that anybody may sit on: none for wheelchairs, bicycles or the crew. */
export function isOrdinary({ attributes }: VehiclePlace): boolean {
  const { wheelchair, companion, keptBack, bicycle } = placeAttribute
  return (attributes & (wheelchair | companion | keptBack | bicycle)) === 0
}

export function isTaken(use: LegUse | undefined, placeId: number, legs: bigint): boolean {
  if (!use) return false
  const index = placeId - 1
  return (((use.taken[index] ?? 0n) | (use.blocked[index] ?? 0n)) & legs) !== 0n
}

/** Ordinary seats left by class. */
export function seatsLeft(
  { run, legFrom, legTo }: RunStretch,
  use: LegUse | undefined,
): ReadonlyMap<number, number> {
  const legs = maskOf(legFrom, legTo)
  const left = new Map<number, number>()
  for (const place of run.vehicle.places) {
    if (!isOrdinary(place)) continue
    const free = isTaken(use, place.placeId, legs) ? 0 : 1
    left.set(place.classId, (left.get(place.classId) ?? 0) + free)
  }
  return left
}

function occupancyPercent(stretch: RunStretch, use: LegUse | undefined): number {
  const { places } = stretch.run.vehicle
  if (!use || places.length === 0) return 0
  const legs = maskOf(stretch.legFrom, stretch.legTo)
  const taken = places.filter(({ placeId }) => isTaken(use, placeId, legs)).length
  return Math.floor((100 * taken) / places.length)
}

/** The classes that have a fare, in the carrier's order. A fare in a currency without a rate of the day is none. */
export async function classOffers(
  context: Context,
  stretch: RunStretch,
  use: LegUse | undefined,
): Promise<ClassOffer[]> {
  const { run, from, to } = stretch
  const now = context.clock.now()
  const date = localDate(from.departsAt, from.timeZone)
  const today = localDate(now, from.timeZone)
  const fares = await faresOf(context, {
    agencyId: run.agency.agencyId,
    routeId: run.route.routeId,
    fromStopId: from.stop.stopId,
    toStopId: to.stop.stopId,
    classIds: [...new Set(run.vehicle.places.map(({ classId }) => classId))],
    channel: context.channel,
    moment: {
      date,
      daysAhead: Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000),
      occupancyPercent: occupancyPercent(stretch, use),
    },
  })
  const offers: ClassOffer[] = []
  for (const { classId, travelClass, priceMinor, currency } of fares) {
    const lari = await inLari(context, priceMinor, currency)
    if (lari) offers.push({ classId, travelClass, ...lari })
  }
  return offers
}

async function inLari(
  context: Context,
  priceMinor: number,
  currency: string,
): Promise<Pick<ClassOffer, 'priceMinor' | 'foreign'> | null> {
  if (!isCurrency(currency)) return null
  if (!isForeign(currency)) return { priceMinor, foreign: null }
  const rate = rateOfDay(await cachedRates(context, 'all'), currency, context.clock.now())
  if (!rate) return null
  const { lariMillionths, ratedOn } = rate
  return {
    priceMinor: toLari(money(priceMinor, currency), rate).amount,
    foreign: { unitPriceMinor: priceMinor, currency, lariMillionths, ratedOn },
  }
}

/** What a rider pays of an adult's price; null for a rider whom the carrier does not know. */
export function riderMinor(offer: ClassOffer, rider: string, terms: AgencyTerms): number | null {
  const known = terms.riders.find(({ code }) => code === rider)
  return known ? riderPrice(offer.priceMinor, known.discountBasisPoints) : null
}
