/** Writes what becomes of the runs of a feed. */
import { sql } from 'kysely'
import { shiftSales } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { serviceDayStart } from '../rules.ts'
import type { Places, StaleRun, TripRow } from './former-timetable.ts'
import { departureOf, type TripSlot } from './find-slots.ts'
import type { Match } from './match-runs.ts'
import { adaptedTrip, copiedTrip, createOwnTrips, findOwnStops, type OwnTrip } from './own-trips.ts'

export interface MovedRun {
  readonly run: StaleRun
  /** Before the import. */
  readonly trip: TripRow
  readonly match: Match<TripSlot>
  /** Whether passengers have to be told of other times. */
  readonly isSold: boolean
}

/** A run that stays as it was sold, in place of the departure that may be the same train. */
export interface KeptRun {
  readonly run: StaleRun
  readonly trip: TripRow
  readonly slot: TripSlot | null
}

/** Runs that are parked have no place in the timetable until they are written again. */
const parkedStart = -2_000_000_000

/** Frees the places of runs in the timetable, so that they can be given to others of them. */
export async function parkRuns(
  { db }: Pick<Context, 'db'>,
  runs: readonly StaleRun[],
): Promise<void> {
  await sql`
    update run set start_offset = ${parkedStart}::int + id
    where id = any(${runs.map(({ runId }) => runId)}::int[])`.execute(db)
}

/** A day of a trip that differs from its service. */
interface TripDay {
  readonly tripId: number
  readonly date: string
  readonly isAdded: boolean
}

interface Position {
  readonly run: StaleRun
  readonly tripId: number
  readonly serviceDate: string
  readonly startOffset: number
  readonly departsAt: number
  readonly arrivesAt: number
  /** Planned departures before; null if nothing of them has changed. */
  readonly departuresBefore: readonly number[] | null
  readonly isSold: boolean
}

/** Binds runs to the departures of the new timetable; where the stops differ, to a trip of their own with its times. */
export async function moveRuns(context: Context, moves: readonly MovedRun[]): Promise<void> {
  const own = await createOwnTrips(
    context,
    moves.flatMap(({ trip, match }) => (match.alignment.isWhole ? [] : [adaptedTrip(trip, match)])),
  )
  const days: TripDay[] = []
  const positions = moves.map(({ run, trip, match, isSold }): Position => {
    const { slot, alignment, shift } = match
    const before = departureOf(trip, run.serviceDate, run.startOffset)
    const isChanged = shift !== 0 || !alignment.isWhole || hasOtherTimes(before, slot)
    const departuresBefore = isChanged ? before.departures : null
    const at = { run, serviceDate: slot.serviceDate, departuresBefore, isSold }
    if (alignment.isWhole)
      return {
        ...at,
        tripId: slot.tripId,
        startOffset: slot.startOffset,
        departsAt: slot.at,
        arrivesAt: slot.arrivals.at(-1) ?? slot.at,
      }
    const adapted = adaptedTrip(trip, match)
    const tripId = own(adapted)
    days.push(...replaced(slot), { tripId, date: slot.serviceDate, isAdded: true })
    return { ...at, tripId, startOffset: 0, ...endsOf(adapted, slot.serviceDate) }
  })
  await writePositions(context, positions)
  await writeDays(context, days)
  await shiftSales(
    context,
    positions.flatMap(({ run, departsAt, arrivesAt, departuresBefore }) =>
      run.offeringId === null || !departuresBefore
        ? []
        : [
            {
              offeringId: run.offeringId,
              openSeconds: Math.round((departsAt - (departuresBefore[0] ?? departsAt)) / 1000),
              closesAt: new Date(arrivesAt),
            },
          ],
    ),
  )
}

function hasOtherTimes(
  before: { readonly departures: readonly number[] },
  slot: TripSlot,
): boolean {
  return before.departures.some((at, index) => at !== slot.departures[index])
}

/** Leaves runs on sale as they were: with their former trip on that day only, or with a copy of it. */
export async function keepRuns(
  context: Context,
  runs: readonly KeptRun[],
  places: Places,
): Promise<void> {
  const changed = new Set(places.changed)
  const stops = await findOwnStops(context, runs, places)
  const isCopied = ({ run, trip, slot }: KeptRun): boolean =>
    trip.stopIds.some((stopId) => changed.has(stopId)) ||
    (trip.isRetired && run.startOffset !== 0) ||
    slot?.tripId === trip.tripId
  const copied = runs.filter(isCopied)
  const own = await createOwnTrips(
    context,
    copied.map(({ run, trip }) => copiedTrip(trip, run.startOffset, stops)),
  )
  const days: TripDay[] = []
  const positions = runs.map((kept): Position => {
    const { run, trip, slot } = kept
    const { serviceDate, startOffset } = run
    if (slot) days.push(...replaced(slot))
    const copy = isCopied(kept) ? copiedTrip(trip, startOffset, stops) : null
    const tripId = copy ? own(copy) : trip.tripId
    days.push({ tripId, date: serviceDate, isAdded: true })
    return {
      run,
      tripId,
      serviceDate,
      startOffset: copy ? 0 : startOffset,
      ...(copy ? endsOf(copy, serviceDate) : endsOf({ ...trip, startOffset }, serviceDate)),
      departuresBefore: null,
      isSold: true,
    }
  })
  await sql`
    update trip set is_kept = true where retired_at is not null
      and id = any(${positions.map(({ tripId }) => tripId)}::int[])`.execute(context.db)
  await writePositions(context, positions)
  await writeDays(context, days)
}

function endsOf(
  trip: Pick<OwnTrip, 'departures' | 'arrivals' | 'timeZone'> & { readonly startOffset?: number },
  serviceDate: string,
) {
  const start = serviceDayStart(serviceDate, trip.timeZone) + (trip.startOffset ?? 0) * 1000
  return {
    departsAt: start + (trip.departures[0] ?? 0) * 1000,
    arrivesAt: start + (trip.arrivals.at(-1) ?? 0) * 1000,
  }
}

/** The departure is not made a run; one of several on a day cannot be left out of its trip. */
function replaced({ tripId, serviceDate, startOffset }: TripSlot): TripDay[] {
  return startOffset === 0 ? [{ tripId, date: serviceDate, isAdded: false }] : []
}

async function writePositions(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  positions: readonly Position[],
): Promise<void> {
  const iso = (at: number): string => new Date(at).toISOString()
  const rows = positions.map(({ run, departsAt, arrivesAt, departuresBefore, isSold, ...at }) => ({
    id: run.runId,
    trip_id: at.tripId,
    service_date: at.serviceDate,
    start_offset: at.startOffset,
    departs_at: iso(departsAt),
    arrives_at: iso(arrivesAt),
    before: isSold ? (departuresBefore?.map(iso) ?? null) : null,
  }))
  await sql`
    update run set trip_id = moved.trip_id, service_date = moved.service_date, start_offset = moved.start_offset,
      departs_at = moved.departs_at, arrives_at = moved.arrives_at,
      has_other_vehicle = run.vehicle_type_id is distinct from trip.vehicle_type_id,
      first_departures = case when moved.before is null then run.first_departures else coalesce(run.first_departures,
        array(select jsonb_array_elements_text(moved.before)::timestamptz)) end,
      retimed_at = case when moved.before is null then run.retimed_at else ${clock.now()}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as moved (id int, trip_id int, service_date date,
      start_offset int, departs_at timestamptz, arrives_at timestamptz, before jsonb)
    join trip on trip.id = moved.trip_id
    where run.id = moved.id`.execute(db)
}

async function writeDays({ db }: Pick<Context, 'db'>, days: readonly TripDay[]): Promise<void> {
  await sql`
    insert into trip_day (trip_id, on_date, is_added)
    select distinct on (1, 2) * from unnest(${days.map(({ tripId }) => tripId)}::int[],
      ${days.map(({ date }) => date)}::date[], ${days.map(({ isAdded }) => isAdded)}::boolean[])
    on conflict (trip_id, on_date) do update set is_added = excluded.is_added`.execute(db)
}

/** Realtime messages may still name a run by the id that its trip had. */
export async function recordFormerIds(
  { db }: Pick<Context, 'db'>,
  feedId: number,
  moves: readonly MovedRun[],
): Promise<void> {
  const renamed = moves.filter(({ trip, match }) => trip.gtfsId !== match.slot.gtfsId)
  await sql`
    insert into former_trip_id (feed_id, trip_gtfs_id, run_id)
    select ${feedId}::int, * from unnest(${renamed.map(({ trip }) => trip.gtfsId)}::text[],
      ${renamed.map(({ run }) => run.runId)}::int[])
    on conflict do nothing`.execute(db)
}
