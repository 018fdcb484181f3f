/** Departures of the new timetable that have no run yet, near the runs that an import concerns. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { addDays, startOffsets } from '../calendar.ts'
import { readFrequencies, readServices } from '../load-network.ts'
import { runsOn, serviceDayStart } from '../rules.ts'
import type { FormerRun, Slot } from './match-runs.ts'
import {
  readTripRows,
  type PatternRow,
  type Places,
  type StaleRun,
  type TripRow,
} from './former-timetable.ts'
import { alignStops, isSamePlace, type Alignment, type Place } from './same-stops.ts'

/** A departure with what is needed to bind a run to it. */
export interface TripSlot extends Slot {
  readonly trip: TripRow
}

export function departureOf(trip: TripRow, serviceDate: string, startOffset: number) {
  const start = serviceDayStart(serviceDate, trip.timeZone) + startOffset * 1000
  const instant = (seconds: number): number => start + seconds * 1000
  const departures = trip.departures.map(instant)
  return {
    gtfsId: trip.gtfsId,
    patternId: trip.patternId,
    agencyId: trip.agencyId,
    line: trip.line,
    direction: trip.direction,
    number: trip.number,
    at: departures[0] ?? start,
    arrivals: trip.arrivals.map(instant),
    departures,
  }
}

/** Aligns patterns once; the former one by its stops before the import. */
export class Alignments {
  readonly #places: Places
  readonly #patterns: ReadonlyMap<number, readonly number[]>
  readonly #known = new Map<string, Alignment | null>()

  constructor(places: Places, patterns: ReadonlyMap<number, readonly number[]>) {
    this.#places = places
    this.#patterns = patterns
  }

  of = (formerPatternId: number, patternId: number): Alignment | null => {
    const key = `${formerPatternId} ${patternId}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const former = placesOf(this.#places.former, this.#patterns.get(formerPatternId))
    const current = placesOf(this.#places.current, this.#patterns.get(patternId))
    const found = former && current ? alignStops(former, current) : null
    this.#known.set(key, found)
    return found
  }
}

function placesOf(
  places: ReadonlyMap<number, Place>,
  stopIds: readonly number[] | undefined,
): Place[] | null {
  const found = stopIds?.flatMap((stopId) => places.get(stopId) ?? [])
  return found && found.length === stopIds?.length ? found : null
}

/** Patterns that may be of the same trains: of the same line, or with as many stops from the same place. */
function candidates(
  former: readonly PatternRow[],
  current: readonly PatternRow[],
  { former: before, current: now }: Places,
): Map<number, Set<string>> {
  const byLine = Map.groupBy(current, ({ agencyId, line }) => `${agencyId} ${line}`)
  const byFirst = Map.groupBy(current, ({ stopIds }) => stopIds[0] ?? 0)
  const formersOf = new Map<number, Set<string>>()
  const note = (pattern: PatternRow, own: PatternRow): void => {
    const known = formersOf.get(pattern.patternId) ?? new Set()
    formersOf.set(pattern.patternId, known.add(String(own.patternId)))
  }
  const firsts = [...byFirst.keys()].flatMap((stopId) => now.get(stopId) ?? [])
  for (const own of former) {
    for (const pattern of byLine.get(`${own.agencyId} ${own.line}`) ?? []) note(pattern, own)
    const start = before.get(own.stopIds[0] ?? 0)
    if (!start) continue
    for (const place of firsts)
      if (isSamePlace(start, place))
        for (const pattern of byFirst.get(place.stopId) ?? [])
          if (pattern.agencyId === own.agencyId && pattern.stopIds.length === own.stopIds.length)
            note(pattern, own)
  }
  return formersOf
}

/** Dates of the former runs by pattern, a day more on each side: a train after midnight may have another service day. */
function datesAround(
  runs: readonly StaleRun[],
  patternOf: (run: StaleRun) => number,
): Map<string, Set<string>> {
  const dates = new Map<string, Set<string>>()
  for (const run of runs) {
    const key = String(patternOf(run))
    const known = dates.get(key) ?? new Set<string>()
    for (const days of [-1, 0, 1]) known.add(addDays(run.serviceDate, days))
    dates.set(key, known)
  }
  return dates
}

export async function findSlots(
  db: Database,
  options: {
    readonly feedId: number
    readonly runs: readonly StaleRun[]
    readonly trips: ReadonlyMap<number, TripRow>
    readonly current: readonly PatternRow[]
    readonly places: Places
  },
): Promise<TripSlot[]> {
  const { feedId, runs, trips, current, places } = options
  const former = [...new Map([...trips.values()].map((trip) => [trip.patternId, trip])).values()]
  const formersOf = candidates(former, current, places)
  const dates = datesAround(runs, ({ tripId }) => trips.get(tripId)?.patternId ?? 0)
  const services = await readServices(db)
  const frequencies = await readFrequencies(db)
  const rows = await readTripRows(
    db,
    sql`trip.feed_id = ${feedId} and trip.retired_at is null and trip.vehicle_type_id is not null
      and trip.pattern_id = any(${[...formersOf.keys()]}::int[])`,
  )
  const slots = rows.flatMap((trip) => {
    const service = services.get(trip.serviceId)
    if (!service) return []
    const wanted = new Set(
      [...(formersOf.get(trip.patternId) ?? [])].flatMap((key) => [...(dates.get(key) ?? [])]),
    )
    return [...wanted]
      .filter((date) => runsOn(service, date))
      .flatMap((serviceDate) =>
        startOffsets({ ...trip, frequencies: frequencies.get(trip.tripId) ?? [] }).map(
          (startOffset) => slotOf(trip, serviceDate, startOffset),
        ),
      )
  })
  const taken = await takenSlots(db, slots)
  return slots.filter((slot) => !taken.has(keyOf(slot)))
}

function slotOf(trip: TripRow, serviceDate: string, startOffset: number): TripSlot {
  const { tripId, pickup, dropOff } = trip
  return {
    ...departureOf(trip, serviceDate, startOffset),
    tripId,
    serviceDate,
    startOffset,
    pickup,
    dropOff,
    trip,
  }
}

function keyOf({
  tripId,
  serviceDate,
  startOffset,
}: Pick<Slot, 'tripId' | 'serviceDate' | 'startOffset'>): string {
  return `${tripId} ${serviceDate} ${startOffset}`
}

/** Those that have a run which the import does not concern. */
async function takenSlots(db: Database, slots: readonly TripSlot[]): Promise<ReadonlySet<string>> {
  const tripIds = [...new Set(slots.map(({ tripId }) => tripId))]
  const dates = [...new Set(slots.map(({ serviceDate }) => serviceDate))]
  const { rows } = await sql<Pick<Slot, 'tripId' | 'serviceDate' | 'startOffset'>>`
    select trip_id as "tripId", service_date::text as "serviceDate", start_offset as "startOffset" from run
    where trip_id = any(${tripIds}::int[]) and service_date = any(${dates}::date[])
      and not exists (select from stale_run where stale_run.id = run.id)`.execute(db)
  return new Set(rows.map(keyOf))
}

export function formerRunOf(run: StaleRun, trip: TripRow, rides: FormerRun['rides']): FormerRun {
  return { ...departureOf(trip, run.serviceDate, run.startOffset), runId: run.runId, rides }
}
