/** Inserts carriers, towns, stops, trips and fares of the demo, and the runs of the coming days. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { distanceKilometres, makeRuns } from '#modules/timetable/server/public-api.ts'
import type { TimetableText } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import { insertRows, type Row } from '../rows.ts'
import { carriers, type CarrierSeed } from './carriers.ts'
import { lines, stopNames, type LineSeed } from './lines.ts'
import { armenianStations, localities, localityOfStation } from './localities.ts'
import { kindOf, railway, secondsOf, serviceOf, type TrainSeed } from './railway.ts'
import { classNames, type VehicleSeed } from './vehicles.ts'

const tables = [
  'feed',
  'agency',
  'locality',
  'stop',
  'route',
  'service',
  'travel_class',
  'vehicle_type',
  'vehicle_place',
  'trip_pattern',
  'trip',
  'fare',
  'price_step',
  'baggage_option',
] as const
type Table = (typeof tables)[number]

/** Services are valid for this number of days from the seeding day. */
export const serviceDays = 400
const daySeconds = 86_400
const tbilisi = 'Asia/Tbilisi'

/** Collects rows, so that each table is inserted by one statement; rows with the same key are inserted once. */
class Rows {
  readonly #rows = new Map<Table, Row[]>(tables.map((table) => [table, []]))
  readonly #ids = new Map<string, number>()

  /** The id of the row with this key, which is added if it is new. */
  once(table: Table, key: string, row: () => Row): number {
    const known = this.#ids.get(`${table} ${key}`)
    if (known !== undefined) return known
    const id = this.list(table).length + 1
    this.#ids.set(`${table} ${key}`, id)
    this.list(table).push({ id, ...row() })
    return id
  }

  list(table: Table): Row[] {
    return this.#rows.get(table) ?? []
  }
}

interface Place {
  readonly stopId: number
  readonly latitude: number
  readonly longitude: number
}

/** Inserts everything; `context.db` must be a transaction. */
export async function writeTimetable(context: Context): Promise<void> {
  const { db } = context
  await insertRows(
    db,
    'merchant',
    carriers.map(({ merchant }) => merchant),
  )
  const rows = new Rows()
  const startDate = new Date(context.clock.now().getTime() - 7 * daySeconds * 1000)
  const writer = new Writer(rows, startDate)
  for (const carrier of carriers) writer.addCarrier(carrier)
  for (const table of tables) {
    await insertRows(db, table, rows.list(table))
    if (table !== 'vehicle_place')
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 1) from ${sql.table(table)}))`.execute(
        db,
      )
  }
  await makeRuns(context)
}

class Writer {
  readonly #rows: Rows
  readonly #startDate: Date

  constructor(rows: Rows, startDate: Date) {
    this.#rows = rows
    this.#startDate = startDate
  }

  addCarrier(carrier: CarrierSeed): void {
    const { brand, merchant, phone, terms, steps = [], baggage } = carrier
    const feedId = this.#rows.once('feed', brand, () => ({ name: `demo ${brand}` }))
    const agencyId = this.#rows.once('agency', brand, () => ({
      feed_id: feedId,
      gtfs_id: brand,
      brand,
      merchant_id: merchant.id,
      name: merchant.name,
      phone,
      time_zone: tbilisi,
      terms,
    }))
    for (const { kind, from, until, basisPoints } of steps)
      this.#rows.once('price_step', `${brand} ${kind} ${from}`, () => ({
        agency_id: agencyId,
        kind,
        from_value: from,
        until_value: until,
        basis_points: basisPoints,
      }))
    for (const option of baggage)
      this.#rows.once('baggage_option', `${brand} ${option.code}`, () => ({
        agency_id: agencyId,
        code: option.code,
        name: option.name,
        price_minor: option.priceMinor,
        per_passenger_max: option.perPassengerMax,
      }))
    const ids = { feedId, agencyId }
    if (brand === 'railway') for (const train of railway.trains) this.#addTrain(ids, train)
    for (const line of lines) if (line.brand === brand) this.#addLine(ids, line)
  }

  #addTrain(ids: Ids, train: TrainSeed): void {
    const kind = kindOf(train)
    const places = train.stops.map(({ station }) => this.#station(ids, station))
    const { arrivals, departures } = secondsOf(train.stops)
    const [first, last] = [train.stops[0]?.station ?? '', train.stops.at(-1)?.station ?? '']
    const key = `${[first, last].toSorted().join(' ')} ${kind.vehicle.code}`
    const routeId = this.#rows.once('route', `railway ${key}`, () => ({
      feed_id: ids.feedId,
      gtfs_id: key.replaceAll(' ', '-'),
      agency_id: ids.agencyId,
      short_name: kind.vehicle.code === 'suburban' ? 'S' : 'IC',
      name: withDash(train.name),
      route_type: 2,
    }))
    this.#addTrip(ids, {
      gtfsId: String(train.number),
      shortName: String(train.number),
      routeId,
      direction: train.number % 2,
      places,
      arrivals,
      departures,
      ...serviceOf[train.runs],
      vehicleTypeId: this.#vehicle(ids, kind.vehicle),
    })
    this.#addFares(ids, { routeId, places, rates: kind.rates, priceMinorMin: kind.priceMinorMin })
  }

  #addLine(ids: Ids, line: LineSeed): void {
    const minutes = line.calls.map(([, minute]) => minute)
    const length = minutes.at(-1) ?? 0
    const places = line.calls.map(([town]) => this.#busStop(ids, line.brand, town))
    const [from, to] = [townName(line.calls[0]?.[0]), townName(line.calls.at(-1)?.[0])]
    const routeId = this.#rows.once('route', `${line.brand} ${line.number}`, () => ({
      feed_id: ids.feedId,
      gtfs_id: line.number,
      agency_id: ids.agencyId,
      short_name: line.number,
      name: joined(from, to),
      route_type: 3,
    }))
    const vehicleTypeId = this.#vehicle(ids, line.vehicle)
    const directions = [
      { direction: 0, times: line.out, offsets: minutes, places },
      {
        direction: 1,
        times: line.back,
        offsets: minutes.map((minute) => length - minute).toReversed(),
        places: places.toReversed(),
      },
    ]
    for (const { direction, times, offsets, places: stops } of directions) {
      for (const time of times) {
        const start = secondsOf([{ arrives: null, departs: time }]).departures[0] ?? 0
        const seconds = offsets.map((minute) => start + minute * 60)
        this.#addTrip(ids, {
          gtfsId: `${line.number}-${direction}-${time.replace(':', '')}`,
          shortName: line.number,
          routeId,
          direction,
          places: stops,
          // Five minutes at each intermediate stop, for luggage.
          arrivals: seconds.map((second, index) => (index === 0 ? second : second - 300)),
          departures: seconds.map((second, index) =>
            index === seconds.length - 1 ? second - 300 : second,
          ),
          weekdays: line.weekdays ?? 127,
          dayRule: 0,
          vehicleTypeId: line.isOfficeOnly ? null : vehicleTypeId,
        })
      }
      const classes = [...new Set(line.vehicle.seats.map(({ classCode }) => classCode))]
      const rates = Object.fromEntries(
        classes.map((code) => [code, line.perKilometreMinor * (code === 'comfort' ? 1.3 : 1)]),
      )
      this.#addFares(ids, { routeId, places: stops, rates, priceMinorMin: 300 })
    }
  }

  #addTrip(ids: Ids, trip: TripPlan): void {
    const stopIds = trip.places.map(({ stopId }) => stopId)
    const digest = digestOf([trip.direction, ...stopIds])
    const patternId = this.#rows.once('trip_pattern', `${trip.routeId} ${digest}`, () => ({
      route_id: trip.routeId,
      direction: trip.direction,
      stop_ids: stopIds,
      pickup: stopIds.map(() => 0),
      drop_off: stopIds.map(() => 0),
      digest,
    }))
    const serviceKey = `${ids.feedId} ${trip.weekdays} ${trip.dayRule}`
    const serviceId = this.#rows.once('service', serviceKey, () => ({
      feed_id: ids.feedId,
      gtfs_id: `days-${trip.weekdays}-${trip.dayRule}`,
      weekdays: trip.weekdays,
      day_rule: trip.dayRule,
      start_date: this.#startDate.toISOString().slice(0, 10),
      end_date: new Date(this.#startDate.getTime() + serviceDays * daySeconds * 1000)
        .toISOString()
        .slice(0, 10),
    }))
    const last = this.#towns.get(stopIds.at(-1) ?? 0)
    this.#rows.once('trip', `${ids.feedId} ${trip.gtfsId}`, () => ({
      feed_id: ids.feedId,
      gtfs_id: trip.gtfsId,
      pattern_id: patternId,
      service_id: serviceId,
      vehicle_type_id: trip.vehicleTypeId,
      short_name: trip.shortName,
      headsign: last,
      arrivals: trip.arrivals,
      departures: trip.departures,
    }))
  }

  /** Adds a fare for each pair of stops and class, rounded up to half a lari. */
  #addFares(
    ids: Ids,
    {
      routeId,
      places,
      rates,
      priceMinorMin,
    }: {
      routeId: number
      places: readonly Place[]
      rates: Record<string, number>
      priceMinorMin: number
    },
  ): void {
    places.forEach((from, index) => {
      for (const to of places.slice(index + 1)) {
        const kilometres = distanceKilometres(from, to)
        for (const [code, rate] of Object.entries(rates)) {
          const classId = this.#classOf(ids, code)
          this.#rows.once('fare', `${routeId} ${classId} ${from.stopId} ${to.stopId}`, () => ({
            agency_id: ids.agencyId,
            route_id: routeId,
            class_id: classId,
            from_stop_id: from.stopId,
            to_stop_id: to.stopId,
            price_minor: Math.max(priceMinorMin, Math.ceil((kilometres * rate) / 50) * 50),
            currency: 'GEL',
          }))
        }
      }
    })
  }

  #classOf(ids: Ids, code: string): number {
    return this.#rows.once('travel_class', `${ids.agencyId} ${code}`, () => ({
      agency_id: ids.agencyId,
      code,
      name: classNames[code],
      position: Object.keys(classNames).indexOf(code),
    }))
  }

  #vehicle(ids: Ids, vehicle: VehicleSeed): number {
    return this.#rows.once('vehicle_type', `${ids.agencyId} ${vehicle.code}`, () => {
      const id = this.#rows.list('vehicle_type').length + 1
      const seats = vehicle.seats.map(({ classCode, ...seat }, index) => ({
        vehicle_type_id: id,
        place_id: index + 1,
        ...seat,
        class_id: this.#classOf(ids, classCode),
      }))
      this.#rows.list('vehicle_place').push(...seats)
      return {
        agency_id: ids.agencyId,
        code: vehicle.code,
        name: vehicle.name,
        digest: digestOf([vehicle]),
        plan: vehicle.plan,
        place_count: seats.length,
      }
    })
  }

  readonly #towns = new Map<number, TimetableText>()

  #station(ids: Ids, code: string): Place {
    const station = railway.stations.find((one) => one.code === code)
    if (!station) throw new Error(`No station ${code}`)
    const town = localityOfStation[code] ?? code
    const timeZone = armenianStations.includes(code) ? 'Asia/Yerevan' : tbilisi
    const localityId = this.#locality(town, {
      name: station.name,
      country: armenianStations.includes(code) ? 'AM' : 'GE',
      latitude: station.lat,
      longitude: station.lon,
    })
    return this.#stop(ids, {
      gtfsId: code,
      localityId,
      name: station.name,
      latitude: station.lat,
      longitude: station.lon,
      timeZone,
    })
  }

  #busStop(ids: Ids, brand: string, code: string): Place {
    const town = localities.find((one) => one.code === code)
    if (!town) throw new Error(`No town ${code}`)
    return this.#stop(ids, {
      gtfsId: code,
      localityId: this.#locality(code, { ...town, country: 'GE' }),
      name: stopNames[`${brand} ${code}`] ?? stationName(town.name),
      latitude: town.latitude,
      longitude: town.longitude,
      timeZone: town.timeZone ?? tbilisi,
    })
  }

  #locality(
    code: string,
    station: { name: TimetableText; country: string; latitude: number; longitude: number },
  ): number {
    const town = localities.find((one) => one.code === code)
    return this.#rows.once('locality', code, () => ({
      code,
      name: town?.name ?? station.name,
      aliases: town?.aliases ?? [],
      country: town?.country ?? station.country,
      latitude: town?.latitude ?? station.latitude,
      longitude: town?.longitude ?? station.longitude,
    }))
  }

  #stop(
    ids: Ids,
    stop: {
      gtfsId: string
      localityId: number
      name: TimetableText
      latitude: number
      longitude: number
      timeZone: string
    },
  ): Place {
    const { latitude, longitude } = stop
    const stopId = this.#rows.once('stop', `${ids.feedId} ${stop.gtfsId}`, () => ({
      feed_id: ids.feedId,
      gtfs_id: stop.gtfsId,
      locality_id: stop.localityId,
      name: stop.name,
      aliases: [],
      latitude,
      longitude,
      time_zone: stop.timeZone,
      location_type: 0,
      wheelchair: 1,
      is_current: true,
    }))
    this.#towns.set(stopId, stop.name)
    return { stopId, latitude, longitude }
  }
}

interface Ids {
  readonly feedId: number
  readonly agencyId: number
}

interface TripPlan {
  readonly gtfsId: string
  readonly shortName: string
  readonly routeId: number
  readonly direction: number
  readonly places: readonly Place[]
  readonly arrivals: readonly number[]
  readonly departures: readonly number[]
  readonly weekdays: number
  readonly dayRule: number
  readonly vehicleTypeId: number | null
}

function townName(code: string | undefined): TimetableText {
  const town = localities.find((one) => one.code === code)
  if (!town) throw new Error(`No town ${code}`)
  return town.name
}

function joined(from: TimetableText, to: TimetableText): TimetableText {
  return {
    ka: `${from.ka} – ${to.ka}`,
    en: `${from.en} – ${to.en}`,
    ru: `${from.ru ?? from.en} – ${to.ru ?? to.en}`,
    az: `${from.az ?? from.en} – ${to.az ?? to.en}`,
  }
}

function withDash(name: TimetableText): TimetableText {
  return {
    ka: name.ka.replace('→', '–'),
    en: name.en.replace('→', '–'),
    ru: (name.ru ?? name.en).replace('→', '–'),
  }
}

function stationName(town: TimetableText): TimetableText {
  return {
    ka: `${town.ka}, ავტოსადგური`,
    en: `${town.en} bus station`,
    ru: `${town.ru}, автовокзал`,
    az: `${town.az} avtovağzalı`,
  }
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
