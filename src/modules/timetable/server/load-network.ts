/** Reads the current network from the database. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { agencyTerms, vehiclePlan } from '../shapes.ts'
import type {
  Agency,
  BaggageOption,
  Fare,
  FormerChangeTerms,
  Frequency,
  Locality,
  Network,
  Pattern,
  Route,
  Stop,
  StopTransfer,
  Timeframe,
  TravelClass,
  Trip,
  TripLink,
  VehiclePlace,
  VehicleType,
} from './network.ts'
import { linkKey, timeframeKey } from './network.ts'
import type { PriceStep, ServiceDays } from './rules.ts'

/** Number of trips read by one statement. */
const tripsPerRead = 5_000

export async function loadNetwork(db: Database, version: number): Promise<Network> {
  const stops = keyed(await readStops(db), (stop) => stop.stopId)
  const patterns = keyed(await readPatterns(db), (pattern) => pattern.patternId)
  const { trips, services } = withOwnDays(
    await readCurrentTrips(db, patterns),
    await readServices(db),
    await readTripDays(db),
  )
  return {
    version,
    agencies: keyed(await readAgencyRows(db), (agency) => agency.agencyId),
    localities: keyed(await readLocalityRows(db), (locality) => locality.localityId),
    stops,
    routes: keyed(await readRoutes(db), (route) => route.routeId),
    classes: keyed(await readClasses(db), (travelClass) => travelClass.classId),
    vehicleTypes: keyed(await readVehicleTypes(db), (vehicle) => vehicle.vehicleTypeId),
    services,
    trips,
    transfers: await readTransfers(db),
    links: await readLinks(db),
    fares: await readFares(db),
    timeframes: await readTimeframes(db),
    steps: await readSteps(db),
    baggage: Map.groupBy(await readBaggage(db), (option) => option.agencyId),
    ...indexes(stops, trips),
  }
}

function indexes(
  stops: ReadonlyMap<number, Stop>,
  trips: ReadonlyMap<number, Trip>,
): Pick<Network, 'stopsOfLocality' | 'tripsOfStop'> {
  const tripsOfStop = new Map<number, Trip[]>()
  for (const trip of trips.values())
    for (const stopId of new Set(trip.pattern.stopIds)) {
      const known = tripsOfStop.get(stopId)
      if (known) known.push(trip)
      else tripsOfStop.set(stopId, [trip])
    }
  const stopsOfLocality = new Map<number, number[]>()
  for (const stop of stops.values()) {
    if (stop.localityId === null || !tripsOfStop.has(stop.stopId)) continue
    const known = stopsOfLocality.get(stop.localityId)
    if (known) known.push(stop.stopId)
    else stopsOfLocality.set(stop.localityId, [stop.stopId])
  }
  return { stopsOfLocality, tripsOfStop }
}

function keyed<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, Row> {
  return new Map(rows.map((row) => [keyOf(row), row]))
}

async function readAgencyRows(db: Database): Promise<Agency[]> {
  const { rows: former } = await sql<
    Omit<FormerChangeTerms, 'nameChange'> & {
      readonly agencyId: number
      readonly nameChange: NonNullable<FormerChangeTerms['nameChange']> | null
    }
  >`
    select agency_id as "agencyId", change_fee_minor as "changeFeeMinor",
      change_until_seconds as "changeUntilSeconds", free_after_delay_seconds as "freeAfterDelaySeconds",
      name_change as "nameChange", until
    from former_change_terms order by until, id`.execute(db)
  const formerOf = Map.groupBy(former, ({ agencyId }) => agencyId)
  const { rows } = await sql<Agency>`
    select id as "agencyId", feed_id as "feedId", gtfs_id as "gtfsId", brand, merchant_id as "merchantId",
      name, url, phone, time_zone as "timeZone", terms
    from agency order by id`.execute(db)
  return rows.map((row) => ({
    ...row,
    terms: agencyTerms.parse(row.terms),
    formerChangeTerms: (formerOf.get(row.agencyId) ?? []).map(({ nameChange, ...terms }) => ({
      ...terms,
      ...(nameChange && { nameChange }),
    })),
  }))
}

async function readLocalityRows(db: Database): Promise<Locality[]> {
  const { rows } = await sql<Locality>`
    select id as "localityId", code, name, aliases, country, latitude, longitude
    from locality order by id`.execute(db)
  return rows
}

/** A stop without a locality inherits that of its station. */
async function readStops(db: Database): Promise<Stop[]> {
  const { rows } = await sql<Stop>`
    select stop.id as "stopId", stop.feed_id as "feedId", stop.gtfs_id as "gtfsId",
      coalesce(stop.locality_id, parent.locality_id) as "localityId", stop.parent_id as "parentId",
      stop.location_type as "locationType", stop.name, stop.aliases, stop.code, stop.platform, stop.zone,
      stop.latitude, stop.longitude, stop.time_zone as "timeZone", stop.wheelchair,
      stop.from_areas as "fromAreas", stop.to_areas as "toAreas"
    from stop left join stop as parent on parent.id = stop.parent_id order by stop.id`.execute(db)
  return rows
}

async function readRoutes(db: Database): Promise<Route[]> {
  const { rows } = await sql<Route>`
    select id as "routeId", feed_id as "feedId", gtfs_id as "gtfsId", agency_id as "agencyId",
      short_name as "shortName", name, route_type as "routeType", color, network
    from route order by id`.execute(db)
  return rows
}

async function readClasses(db: Database): Promise<TravelClass[]> {
  const { rows } = await sql<TravelClass>`
    select id as "classId", agency_id as "agencyId", code, name, position
    from travel_class order by agency_id, position, id`.execute(db)
  return rows
}

async function readVehicleTypes(db: Database): Promise<VehicleType[]> {
  const { rows: types } = await sql<Omit<VehicleType, 'places'>>`
    select id as "vehicleTypeId", agency_id as "agencyId", code, name, plan,
      is_own as "isOwn", replaces_id as "replacesId"
    from vehicle_type order by id
  `.execute(db)
  const { rows: places } = await sql<VehiclePlace & { readonly vehicleTypeId: number }>`
    select vehicle_type_id as "vehicleTypeId", place_id as "placeId", coach, label, class_id as "classId",
      x, y, facing, attributes
    from vehicle_place order by vehicle_type_id, place_id`.execute(db)
  const placesOf = Map.groupBy(places, (place) => place.vehicleTypeId)
  return types.map((type) => ({
    ...type,
    plan: vehiclePlan.parse(type.plan),
    places: (placesOf.get(type.vehicleTypeId) ?? []).map(
      ({ vehicleTypeId: _type, ...place }) => place,
    ),
  }))
}

export async function readServices(db: Database): Promise<Map<number, ServiceDays>> {
  const { rows } = await sql<Omit<ServiceDays, 'exceptions'> & { readonly id: number }>`
    select id, weekdays, day_rule as "dayRule", start_date::text as "startDate", end_date::text as "endDate"
    from service`.execute(db)
  const { rows: exceptions } = await sql<{ id: number; date: string; isAdded: boolean }>`
    select service_id as id, on_date::text as date, is_added as "isAdded" from service_exception
  `.execute(db)
  const exceptionsOf = Map.groupBy(exceptions, ({ id }) => id)
  return new Map(
    rows.map(({ id, ...days }) => [
      id,
      {
        ...days,
        exceptions: new Map(
          (exceptionsOf.get(id) ?? []).map(({ date, isAdded }) => [date, isAdded]),
        ),
      },
    ]),
  )
}

async function readTripDays(db: Database): Promise<Map<number, Map<string, boolean>>> {
  const { rows } = await sql<{ tripId: number; date: string; isAdded: boolean }>`
    select trip_id as "tripId", on_date::text as date, is_added as "isAdded" from trip_day`.execute(
    db,
  )
  return new Map(
    [...Map.groupBy(rows, ({ tripId }) => tripId)].map(([tripId, days]) => [
      tripId,
      new Map(days.map(({ date, isAdded }) => [date, isAdded])),
    ]),
  )
}

const noDays = { weekdays: 0, dayRule: 0, startDate: '9999-12-31', endDate: '9999-12-31' }

/** Trips whose days differ from those of their service have one of their own here, which no row has: its id is negative. */
function withOwnDays(
  trips: Map<number, Trip>,
  services: Map<number, ServiceDays>,
  days: ReadonlyMap<number, ReadonlyMap<string, boolean>>,
): { readonly trips: Map<number, Trip>; readonly services: Map<number, ServiceDays> } {
  for (const trip of trips.values()) {
    const own = days.get(trip.tripId)
    if (!own && !trip.isKept) continue
    const base = trip.isKept ? undefined : services.get(trip.serviceId)
    services.set(-trip.tripId, {
      ...(base ?? noDays),
      exceptions: new Map([...(base?.exceptions ?? []), ...(own ?? [])]),
    })
    // The trip that is in the feed may have the same id.
    const gtfsId = trip.isKept ? `${trip.gtfsId}~${trip.tripId}` : trip.gtfsId
    trips.set(trip.tripId, { ...trip, gtfsId, serviceId: -trip.tripId })
  }
  return { trips, services }
}

async function readPatterns(db: Database): Promise<Pattern[]> {
  const { rows } = await sql<Pattern>`
    select id as "patternId", route_id as "routeId", direction, stop_ids as "stopIds", pickup,
      drop_off as "dropOff"
    from trip_pattern order by id`.execute(db)
  return rows
}

type TripRow = Omit<Trip, 'pattern' | 'arrivals' | 'departures' | 'frequencies'> & {
  readonly patternId: number
  readonly arrivals: readonly number[]
  readonly departures: readonly number[]
}

async function readCurrentTrips(
  db: Database,
  patterns: ReadonlyMap<number, Pattern>,
): Promise<Map<number, Trip>> {
  const frequencies = await readFrequencies(db)
  const trips = new Map<number, Trip>()
  for (let after = 0; ;) {
    const rows = await readTripRows(db, sql`(retired_at is null or is_kept) and id > ${after}`)
    for (const row of rows) {
      const trip = tripOf(row, patterns, frequencies)
      if (trip) trips.set(trip.tripId, trip)
    }
    if (rows.length < tripsPerRead) return trips
    after = rows.at(-1)?.tripId ?? after
  }
}

/** Trips by id, including those replaced by a later import. */
export async function readTrips(db: Database, tripIds: readonly number[]): Promise<Trip[]> {
  if (tripIds.length === 0) return []
  const rows = await readTripRows(db, sql`id = any(${[...tripIds]}::int[])`)
  const patterns = keyed(await readPatterns(db), (pattern) => pattern.patternId)
  return rows.flatMap((row) => tripOf(row, patterns, new Map()) ?? [])
}

async function readTripRows(db: Database, condition: ReturnType<typeof sql>): Promise<TripRow[]> {
  const { rows } = await sql<TripRow>`
    select id as "tripId", feed_id as "feedId", gtfs_id as "gtfsId", is_kept as "isKept", pattern_id as "patternId",
      service_id as "serviceId", vehicle_type_id as "vehicleTypeId", short_name as "shortName", headsign,
      block_id as "blockId", arrivals, departures
    from trip where ${condition} order by id limit ${tripsPerRead}`.execute(db)
  return rows
}

function tripOf(
  { patternId, ...row }: TripRow,
  patterns: ReadonlyMap<number, Pattern>,
  frequencies: ReadonlyMap<number, readonly Frequency[]>,
): Trip | null {
  const pattern = patterns.get(patternId)
  if (!pattern) return null
  return {
    ...row,
    pattern,
    arrivals: Int32Array.from(row.arrivals),
    departures: Int32Array.from(row.departures),
    frequencies: frequencies.get(row.tripId) ?? [],
  }
}

export async function readFrequencies(db: Database): Promise<Map<number, Frequency[]>> {
  const { rows } = await sql<Frequency & { readonly tripId: number }>`
    select trip_id as "tripId", start_seconds as "startSeconds", end_seconds as "endSeconds",
      headway_seconds as "headwaySeconds", exact_times as "exactTimes"
    from frequency order by trip_id, start_seconds`.execute(db)
  return Map.groupBy(rows, ({ tripId }) => tripId)
}

async function readTransfers(db: Database): Promise<StopTransfer[]> {
  const { rows } = await sql<StopTransfer>`
    select from_stop_id as "fromStopId", to_stop_id as "toStopId", kind, min_seconds as "minSeconds"
    from stop_transfer order by from_stop_id, to_stop_id`.execute(db)
  return rows
}

async function readLinks(db: Database): Promise<Map<string, TripLink>> {
  const { rows } = await sql<TripLink>`
    select origin.id as "fromTripId", target.id as "toTripId", stays_seated as "staysSeated" from trip_link as link
    join trip as origin on origin.feed_id = link.feed_id and origin.gtfs_id = link.from_trip and origin.retired_at is null
    join trip as target on target.feed_id = link.feed_id and target.gtfs_id = link.to_trip and target.retired_at is null
    order by 1, 2`.execute(db)
  return new Map(rows.map((link) => [linkKey(link.fromTripId, link.toTripId), link]))
}

async function readFares(db: Database): Promise<Fare[]> {
  const { rows } = await sql<Fare>`
    select agency_id as "agencyId", route_id as "routeId", class_id as "classId", from_stop_id as "fromStopId",
      to_stop_id as "toStopId", from_zone as "fromZone", to_zone as "toZone", price_minor as "priceMinor",
      currency, channel, valid_from::text as "validFrom", valid_until::text as "validUntil", is_own as "isOwn",
      case when rule_priority is not null then json_build_object('priority', rule_priority, 'takesRest', takes_rest,
        'network', network, 'fromArea', from_area, 'toArea', to_area, 'fromTimeframe', from_timeframe,
        'toTimeframe', to_timeframe, 'legGroup', leg_group, 'isUnsold', is_unsold) end as rule
    from fare order by id`.execute(db)
  return rows
}

async function readTimeframes(db: Database): Promise<Map<string, Timeframe[]>> {
  const { rows } = await sql<Timeframe & { readonly feedId: number; readonly name: string }>`
    select feed_id as "feedId", name, service_id as "serviceId", start_seconds as "startSeconds",
      end_seconds as "endSeconds"
    from fare_timeframe order by feed_id, name, service_id, start_seconds`.execute(db)
  return Map.groupBy(rows, ({ feedId, name }) => timeframeKey(feedId, name))
}

async function readSteps(db: Database): Promise<Map<number, PriceStep[]>> {
  const { rows } = await sql<PriceStep & { readonly agencyId: number }>`
    select agency_id as "agencyId", route_id as "routeId", kind, from_value as "fromValue",
      until_value as "untilValue", basis_points as "basisPoints"
    from price_step order by id`.execute(db)
  return Map.groupBy(rows, ({ agencyId }) => agencyId)
}

async function readBaggage(db: Database): Promise<BaggageOption[]> {
  const { rows } = await sql<BaggageOption>`
    select id as "baggageId", agency_id as "agencyId", code, name, price_minor as "priceMinor",
      per_passenger_max as "perPassengerMax", capacity,
      is_retired as "isRetired"
    from baggage_option order by agency_id, price_minor, id`.execute(db)
  return rows
}
