/** Service days, times and price steps of a timetable; pure. */
import { dayRules, placeAttribute } from '../shapes.ts'

const daySeconds = 86_400
const halfDayMilliseconds = 43_200_000

/**
 * Reference instant of the times of a service day: noon minus twelve hours in the time zone, which is
 * midnight except on days of a clock change.
 *
 * @param date ISO 8601 calendar date
 * @returns milliseconds since the epoch
 */
export function serviceDayStart(date: string, timeZone: string): number {
  const key = `${date} ${timeZone}`
  let start = starts.get(key)
  if (start === undefined) {
    start =
      Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: '12:00' })
        .epochMilliseconds - halfDayMilliseconds
    if (starts.size >= cachedStartsMax) starts.clear()
    starts.set(key, start)
  }
  return start
}

const starts = new Map<string, number>()
const cachedStartsMax = 4_000

export interface ServiceDays {
  /** Bit 0 is Monday. */
  readonly weekdays: number
  readonly dayRule: number
  /** ISO dates, both inclusive. */
  readonly startDate: string
  readonly endDate: string
  /** Whether the service runs, by ISO date. */
  readonly exceptions: ReadonlyMap<string, boolean>
}

/** Whether a service runs on a date. `makeRuns` applies the same rule in SQL. */
export function runsOn(service: ServiceDays, date: string): boolean {
  const exception = service.exceptions.get(date)
  if (exception !== undefined) return exception
  if (date < service.startDate || date > service.endDate) return false
  const time = Date.parse(date)
  const weekday = (new Date(time).getUTCDay() + 6) % 7
  if (((service.weekdays >> weekday) & 1) === 0) return false
  if (service.dayRule === dayRules.weekdays) return true
  if (service.dayRule === dayRules.everySecondDay)
    return ((time - Date.parse(service.startDate)) / (daySeconds * 1000)) % 2 === 0
  const isOdd = Number(date.slice(8)) % 2 === 1
  return isOdd === (service.dayRule === dayRules.oddDays)
}

export type PriceStepKind = 'season' | 'days-ahead' | 'occupancy' | 'weekday'

export interface PriceStep {
  readonly kind: PriceStepKind
  readonly routeId: number | null
  readonly fromValue: number
  /** Exclusive. A season that spans the end of the year is written as two steps. */
  readonly untilValue: number
  readonly basisPoints: number
}

/** A local date and the seconds since its midnight by the clock. */
export interface LocalMoment {
  readonly date: string
  readonly seconds: number
}

export interface PriceMoment {
  /** When the ride begins and ends at its stops, for fares by time of day; such fares apply at any time if absent. */
  readonly boarding?: LocalMoment
  readonly alighting?: LocalMoment
  /** ISO date of boarding in the time zone of the boarding stop. */
  readonly date: string
  /** Whole days from now to that date. */
  readonly daysAhead: number
  /** By `occupancyOf`, on this leg range. */
  readonly occupancyPercent: number
}

/**
 * Whether a place is an ordinary seat: not for wheelchairs, companions or bicycles, and not kept back by
 * the carrier.
 */
export function isOrdinary({ attributes }: { readonly attributes: number }): boolean {
  const { wheelchair, companion, keptBack, bicycle } = placeAttribute
  return (attributes & (wheelchair | companion | keptBack | bicycle)) === 0
}

/**
 * Whether a place is one of the seats that a vehicle is said to have: sold to passengers, those with a wheelchair and their
 * companions included. Bicycles travel in other places, and what the carrier keeps back is counted separately.
 */
export function isForPassengers({ attributes }: { readonly attributes: number }): boolean {
  return (attributes & (placeAttribute.keptBack | placeAttribute.bicycle)) === 0
}

interface SeatedVehicle {
  readonly places: readonly { readonly attributes: number; readonly classId: number }[]
}

const classes = new WeakMap<SeatedVehicle, readonly number[]>()

/** The classes of which a vehicle has ordinary seats. */
export function ordinaryClasses(vehicle: SeatedVehicle): readonly number[] {
  const known = classes.get(vehicle)
  if (known) return known
  const found = [...new Set(vehicle.places.filter(isOrdinary).map(({ classId }) => classId))]
  classes.set(vehicle, found)
  return found
}

/**
 * Percentage of the vehicle's places that are taken, rounded down: sold, held or withheld. Places that the carrier
 * always keeps back are not on sale and do not count, so an unsold run has zero.
 */
export function occupancyOf(
  places: readonly { readonly placeId: number; readonly attributes: number }[],
  isTaken: (placeId: number) => boolean,
): number {
  let all = 0
  let taken = 0
  for (const { placeId, attributes } of places) {
    if ((attributes & placeAttribute.keptBack) !== 0) continue
    all += 1
    if (isTaken(placeId)) taken += 1
  }
  return all === 0 ? 0 : Math.floor((100 * taken) / all)
}

const wholeBasisPoints = 10_000
/** Prices are multiples of ten tetri. */
const roundToMinor = 10

/**
 * The price of a fare at a moment: multiplied by every matching step and rounded half up to ten minor
 * units. Overlapping steps of one kind all apply.
 */
export function steppedPrice(
  baseMinor: number,
  steps: readonly PriceStep[],
  moment: PriceMoment,
): number {
  let numerator = BigInt(baseMinor)
  let denominator = 1n
  for (const step of steps) {
    const value = stepValue(step.kind, moment)
    if (value < step.fromValue || value >= step.untilValue) continue
    numerator *= BigInt(step.basisPoints)
    denominator *= BigInt(wholeBasisPoints)
  }
  if (denominator === 1n) return baseMinor
  const unit = denominator * BigInt(roundToMinor)
  return Number((numerator + unit / 2n) / unit) * roundToMinor
}

function stepValue(
  kind: PriceStepKind,
  { date, daysAhead, occupancyPercent }: PriceMoment,
): number {
  if (kind === 'days-ahead') return daysAhead
  if (kind === 'occupancy') return occupancyPercent
  if (kind === 'weekday') return ((new Date(date).getUTCDay() + 6) % 7) + 1
  return Number(date.slice(5, 7)) * 100 + Number(date.slice(8))
}

/** The price of a rider category, rounded half up to ten minor units. */
export function riderPrice(priceMinor: number, discountBasisPoints: number): number {
  if (discountBasisPoints === 0) return priceMinor
  const rest = priceMinor * (wholeBasisPoints - discountBasisPoints)
  return Math.floor(rest / wholeBasisPoints / roundToMinor + 0.5) * roundToMinor
}

const earthRadiusKilometres = 6_371

/** Great-circle distance. */
export function distanceKilometres(
  from: { readonly latitude: number; readonly longitude: number },
  to: { readonly latitude: number; readonly longitude: number },
): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const latitude = radians(to.latitude - from.latitude)
  const longitude = radians(to.longitude - from.longitude)
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(longitude / 2) ** 2
  return 2 * earthRadiusKilometres * Math.asin(Math.min(1, Math.sqrt(chord)))
}
