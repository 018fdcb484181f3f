/** Prices and availability by class for a leg range. */
import { isCurrency } from '#kernel/currencies.ts'
import { money } from '#kernel/money.ts'
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
  isOrdinary,
  localDate,
  localMoment,
  occupancyOf,
  riderPrice,
  type ClassFare,
  type Run,
  type TravelClass,
  type VehicleType,
} from '#modules/timetable/server/public-api.ts'
import { placeAttribute, type RiderTerms } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { maskOf } from './legs.ts'
import type { RunStretch } from './stretch.ts'

/** Together with the page cache and the browser cache, displayed availability is at most two seconds old. */
export const useMilliseconds = 500

const cachedUse = createTtlCache<string, ReadonlyMap<number, LegUse>>({
  milliseconds: useMilliseconds,
  most: 500,
  read: (context, key) => readLegUse(context, key.split(',').map(Number)),
})

/** Taken legs of these offerings, at most half a second old. */
export function useOf(
  context: Context,
  offeringIds: readonly (number | null)[],
): Promise<ReadonlyMap<number, LegUse>> {
  const ids = [...new Set(offeringIds.filter((id) => id !== null))].toSorted((a, b) => a - b)
  return ids.length === 0 ? Promise.resolve(new Map()) : cachedUse(context, ids.join(','))
}

/** The same as of now, for results that are cached themselves. */
export function currentUseOf(
  context: Context,
  offeringIds: readonly (number | null)[],
): Promise<ReadonlyMap<number, LegUse>> {
  return readLegUse(context, [...new Set(offeringIds.filter((id) => id !== null))])
}

const cachedRates = createTtlCache<'all', readonly Rate[]>({
  milliseconds: 10_000,
  most: 1,
  read: (context) => readRates(context.db),
})

/** A class of a run for a leg range. */
export interface ClassOffer {
  readonly classId: number
  readonly travelClass: TravelClass
  /** Price of one adult in minor units of lari, without the fee. */
  readonly priceMinor: number
  readonly foreign: ForeignPrice | null
}

export function isTaken(use: LegUse | undefined, placeId: number, legs: bigint): boolean {
  if (!use) return false
  const index = placeId - 1
  return (((use.taken[index] ?? 0n) | (use.blocked[index] ?? 0n)) & legs) !== 0n
}

/** Free ordinary seats by class id. */
export function seatsLeft(
  { run, legFrom, legTo }: RunStretch,
  use: LegUse | undefined,
): ReadonlyMap<number, number> {
  return countOf(run.vehicle, use, maskOf(legFrom, legTo)).left
}

/** Free wheelchair spaces by class id. */
export function spacesLeft(
  { run, legFrom, legTo }: RunStretch,
  use: LegUse | undefined,
): ReadonlyMap<number, number> {
  return countOf(run.vehicle, use, maskOf(legFrom, legTo)).spaces
}

function occupancyPercent({ run, legFrom, legTo }: RunStretch, use: LegUse | undefined): number {
  return use ? countOf(run.vehicle, use, maskOf(legFrom, legTo)).occupancyPercent : 0
}

/** Number of places of a vehicle by availability on some legs. */
interface PlaceCount {
  /** Free ordinary seats by class id. */
  readonly left: ReadonlyMap<number, number>
  /** Free wheelchair spaces by class id. */
  readonly spaces: ReadonlyMap<number, number>
  readonly occupancyPercent: number
}

const counted = new WeakMap<object, Map<bigint, PlaceCount>>()

/**
 * Counts places once per availability snapshot and leg range: prices and remaining seats need the same
 * counts.
 */
function countOf(vehicle: VehicleType, use: LegUse | undefined, legs: bigint): PlaceCount {
  // A run without an offering has no taken places, so its counts depend on the vehicle only.
  const known = counted.get(use ?? vehicle) ?? new Map<bigint, PlaceCount>()
  counted.set(use ?? vehicle, known)
  const key = use ? legs : 0n
  const found = known.get(key) ?? countPlaces(vehicle, use, legs)
  known.set(key, found)
  return found
}

function countPlaces({ places }: VehicleType, use: LegUse | undefined, legs: bigint): PlaceCount {
  const left = new Map<number, number>()
  const spaces = new Map<number, number>()
  const isUsed = (placeId: number) => isTaken(use, placeId, legs)
  for (const place of places) {
    const isSpace = (place.attributes & placeAttribute.wheelchair) !== 0
    const counts = isSpace ? spaces : isOrdinary(place) ? left : null
    counts?.set(place.classId, (counts.get(place.classId) ?? 0) + (isUsed(place.placeId) ? 0 : 1))
  }
  return { left, spaces, occupancyPercent: occupancyOf(places, isUsed) }
}

/**
 * The classes that have a fare, in the carrier's order. A foreign fare without an exchange rate for the day
 * is omitted.
 */
export async function classOffers(
  context: Context,
  stretch: RunStretch,
  use: LegUse | undefined,
): Promise<ClassOffer[]> {
  const offers: ClassOffer[] = []
  for (const { classId, travelClass, priceMinor, currency } of await fares(context, stretch, use)) {
    const lari =
      currency === 'GEL'
        ? { priceMinor, foreign: null }
        : await inLari(context, priceMinor, currency)
    if (lari) offers.push({ classId, travelClass, ...lari })
  }
  return offers
}

/** Fares of a run by what they depend on beside it; a run that has changed is another object. */
const knownFares = new WeakMap<Run, Map<string, readonly ClassFare[]>>()
/** Of one run; occupancy and days ahead change slowly. */
const knownFaresMax = 500

async function fares(
  context: Context,
  stretch: RunStretch,
  use: LegUse | undefined,
): Promise<readonly ClassFare[]> {
  const { run, legFrom, legTo, from } = stretch
  const date = localDate(from.departsAt, from.timeZone)
  const today = localDate(context.clock.now(), from.timeZone)
  const occupied = occupancyPercent(stretch, use)
  const known = knownFares.get(run) ?? new Map<string, readonly ClassFare[]>()
  knownFares.set(run, known)
  const key = `${legFrom} ${legTo} ${today} ${occupied} ${context.channel}`
  const found = known.get(key)
  if (found) return found
  const read = await faresOf(context, {
    agencyId: run.agency.agencyId,
    routeId: run.route.routeId,
    fromStopId: from.stop.stopId,
    toStopId: stretch.to.stop.stopId,
    classIds: [...new Set(run.vehicle.places.map(({ classId }) => classId))],
    channel: context.channel,
    moment: {
      date,
      daysAhead: Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000),
      occupancyPercent: occupied,
      boarding: localMoment(from.departsAt, from.timeZone),
      alighting: localMoment(stretch.to.arrivesAt, stretch.to.timeZone),
    },
  })
  if (known.size >= knownFaresMax) known.clear()
  known.set(key, read)
  return read
}

/** A price in a foreign currency by the rate of the day. */
async function inLari(
  context: Context,
  priceMinor: number,
  currency: string,
): Promise<Pick<ClassOffer, 'priceMinor' | 'foreign'> | null> {
  if (!isCurrency(currency) || !isForeign(currency)) return null
  const rate = rateOfDay(await cachedRates(context, 'all'), currency, context.clock.now())
  if (!rate) return null
  const { lariMillionths, ratedOn } = rate
  return {
    priceMinor: toLari(money(priceMinor, currency), rate).amount,
    foreign: { unitPriceMinor: priceMinor, currency, lariMillionths, ratedOn },
  }
}

/**
 * The offers of the cheapest free wheelchair spaces: their users take a space in whichever class it is, so what they pay does not
 * depend on a chosen class. Fewer than asked for if that many are not free.
 */
export function spaceOffers(
  offers: readonly ClassOffer[],
  spaces: ReadonlyMap<number, number>,
  count: number,
): ClassOffer[] {
  return offers
    .toSorted((one, other) => one.priceMinor - other.priceMinor)
    .flatMap((offer) => Array.from({ length: spaces.get(offer.classId) ?? 0 }, () => offer))
    .slice(0, count)
}

/** A rider's price based on the adult price, in minor units; null for none of the rider categories. */
export function riderMinor(
  offer: ClassOffer,
  rider: string,
  riders: readonly RiderTerms[],
): number | null {
  const known = riders.find(({ code }) => code === rider)
  return known ? riderPrice(offer.priceMinor, known.discountBasisPoints) : null
}
