/** The network as kept in memory: everything except runs, which have a row for each day. */
import type { AgencyTerms, Brand, TimetableText, VehiclePlan } from '../shapes.ts'
import type { PriceStep, ServiceDays } from './rules.ts'

export interface Agency {
  readonly agencyId: number
  readonly feedId: number
  readonly gtfsId: string
  readonly brand: Brand
  readonly merchantId: number
  readonly name: TimetableText
  readonly url: string | null
  readonly phone: string | null
  readonly timeZone: string
  readonly terms: AgencyTerms
  /** Terms of changes that were replaced, the earliest first. */
  readonly formerChangeTerms: readonly FormerChangeTerms[]
}

export type ChangeTerms = Pick<
  AgencyTerms,
  'changeFeeMinor' | 'changeUntilSeconds' | 'freeAfterDelaySeconds' | 'nameChange'
>

export interface FormerChangeTerms extends ChangeTerms {
  /** Orders whose terms were accepted before keep them. */
  readonly until: Date
}

/** A town or an airport, the origin or destination of searches. */
export interface Locality {
  readonly localityId: number
  readonly code: string
  readonly name: TimetableText
  readonly aliases: readonly string[]
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string
  readonly latitude: number
  readonly longitude: number
}

export interface Stop {
  readonly stopId: number
  readonly feedId: number
  readonly gtfsId: string
  readonly localityId: number | null
  readonly parentId: number | null
  /** GTFS `location_type`: 0 stop or platform, 1 station. */
  readonly locationType: number
  readonly name: TimetableText
  readonly aliases: readonly string[]
  readonly code: string | null
  readonly platform: string | null
  readonly zone: string | null
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
  /** GTFS `wheelchair_boarding`: 0 unknown, 1 possible, 2 not possible. */
  readonly wheelchair: number
  /** Areas that a fare of the feed names as departure; null: none. */
  readonly fromAreas: readonly string[] | null
  /** The same of arrivals. */
  readonly toAreas: readonly string[] | null
}

export interface Route {
  readonly routeId: number
  readonly feedId: number
  readonly gtfsId: string
  readonly agencyId: number
  readonly shortName: string
  readonly name: TimetableText
  /** GTFS `route_type`: 2 rail, 3 bus, … */
  readonly routeType: number
  readonly color: string | null
  /** Network that a fare of the feed names; null: none. */
  readonly network: string | null
}

export interface TravelClass {
  readonly classId: number
  readonly agencyId: number
  readonly code: string
  readonly name: TimetableText
  readonly position: number
}

export interface VehiclePlace {
  readonly placeId: number
  /** Coach number; 1 in a bus. */
  readonly coach: number
  readonly label: string
  readonly classId: number
  /** Seat units, measured from the corner of the coach's drawing. */
  readonly x: number
  readonly y: number
  /** 1 in the direction of travel, -1 against it, 0 unknown. */
  readonly facing: number
  /** Bits of `placeAttribute`. */
  readonly attributes: number
}

/** A vehicle with its places; immutable. */
export interface VehicleType {
  readonly vehicleTypeId: number
  readonly agencyId: number
  readonly code: string
  readonly name: TimetableText
  readonly plan: VehiclePlan
  /** Made by the carrier's staff, not by a feed. */
  readonly isOwn: boolean
  /** The vehicle of which this is a new version. */
  readonly replacesId: number | null
  /** Place n is at index n − 1. */
  readonly places: readonly VehiclePlace[]
}

/** The stop sequence shared by trips, as parallel arrays. */
export interface Pattern {
  readonly patternId: number
  readonly routeId: number
  readonly direction: number
  readonly stopIds: readonly number[]
  /** GTFS `pickup_type`; 1 means no boarding. */
  readonly pickup: readonly number[]
  readonly dropOff: readonly number[]
}

export interface Frequency {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly headwaySeconds: number
  readonly exactTimes: boolean
}

export interface Trip {
  readonly tripId: number
  readonly feedId: number
  readonly gtfsId: string
  /** Not in the feed any more: it runs only on days on which it was sold. */
  readonly isKept: boolean
  readonly pattern: Pattern
  readonly serviceId: number
  /** Null if the trip is displayed but sold only at the office. */
  readonly vehicleTypeId: number | null
  readonly shortName: string
  readonly headsign: TimetableText
  readonly blockId: string | null
  /** Seconds of the service day by stop; may exceed 86,400. */
  readonly arrivals: Int32Array
  readonly departures: Int32Array
  readonly frequencies: readonly Frequency[]
}

export interface Fare {
  readonly agencyId: number
  readonly routeId: number | null
  readonly classId: number | null
  readonly fromStopId: number | null
  readonly toStopId: number | null
  readonly fromZone: string | null
  readonly toZone: string | null
  readonly priceMinor: number
  readonly currency: string
  readonly channel: string | null
  readonly validFrom: string | null
  readonly validUntil: string | null
  /** Set by the carrier's staff, not by a feed. */
  readonly isOwn: boolean
  /** For fares from `fare_leg_rules.txt`: which legs they match. */
  readonly rule?: LegRule | null
}

/** A rule of GTFS Fares v2. Null does not affect the matching, unless `takesRest`. */
export interface LegRule {
  /** Of rules that match, those of the greatest priority apply. */
  readonly priority: number
  /** Null of `network`, `fromArea` and `toArea` stands for those that no rule of the feed names. */
  readonly takesRest: boolean
  readonly network: string | null
  readonly fromArea: string | null
  readonly toArea: string | null
  readonly fromTimeframe: string | null
  readonly toTimeframe: string | null
  readonly legGroup: string | null
  /** Nothing of its product is sold here, so its legs have no price. */
  readonly isUnsold: boolean
}

/** A time of day on the days of a service; seconds of local time. */
export interface Timeframe {
  readonly serviceId: number
  readonly startSeconds: number
  /** Exclusive. */
  readonly endSeconds: number
}

export interface BaggageOption {
  readonly baggageId: number
  readonly agencyId: number
  readonly code: string
  readonly name: TimetableText
  readonly priceMinor: number
  readonly perPassengerMax: number
  /** Not sold any more. */
  readonly isRetired: boolean
  /** Maximum number of pieces of a run on each leg. */
  readonly capacity: number
}

export interface StopTransfer {
  readonly fromStopId: number
  readonly toStopId: number
  /** GTFS `transfer_type`. */
  readonly kind: number
  readonly minSeconds: number
}

/** Passengers may, or may not, stay in the vehicle from one trip to another one of its feed (GTFS `transfer_type` 4 and 5). */
export interface TripLink {
  readonly fromTripId: number
  readonly toTripId: number
  readonly staysSeated: boolean
}

export interface Network {
  readonly version: number
  readonly agencies: ReadonlyMap<number, Agency>
  readonly localities: ReadonlyMap<number, Locality>
  readonly stops: ReadonlyMap<number, Stop>
  readonly routes: ReadonlyMap<number, Route>
  readonly classes: ReadonlyMap<number, TravelClass>
  readonly vehicleTypes: ReadonlyMap<number, VehicleType>
  readonly services: ReadonlyMap<number, ServiceDays>
  readonly trips: ReadonlyMap<number, Trip>
  readonly transfers: readonly StopTransfer[]
  /** By `linkKey`; they outrank blocks. */
  readonly links: ReadonlyMap<string, TripLink>
  readonly fares: readonly Fare[]
  /** By `timeframeKey`. */
  readonly timeframes: ReadonlyMap<string, readonly Timeframe[]>
  readonly steps: ReadonlyMap<number, readonly PriceStep[]>
  readonly baggage: ReadonlyMap<number, readonly BaggageOption[]>
  /** Ids of the served stops, by locality id. */
  readonly stopsOfLocality: ReadonlyMap<number, readonly number[]>
  readonly tripsOfStop: ReadonlyMap<number, readonly Trip[]>
}

export function timeframeKey(feedId: number, name: string): string {
  return `${feedId} ${name}`
}

export function linkKey(fromTripId: number, toTripId: number): string {
  return `${fromTripId} ${toTripId}`
}
