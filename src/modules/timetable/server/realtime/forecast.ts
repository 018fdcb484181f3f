/** What a trip update says about the times and stops of a run; pure. */
import { callChange } from '../call-changes.ts'
import type { StopEvent, StopUpdate, TripUpdate } from './read-message.ts'

/** Planned times in Unix seconds. */
export interface PlannedStop {
  readonly arrivesAt: number
  readonly departsAt: number
}

export interface Forecast {
  /** Whether the message says anything about times. */
  readonly isTimed: boolean
  /** Seconds by stop. Where nothing is known they are 0: the planned time is shown. */
  readonly arrivals: readonly number[]
  readonly departures: readonly number[]
  /** Bits of `callChange` by stop. */
  readonly calls: readonly number[]
}

/** An event further before its planned time is an error of the feed, for example a wrong time zone. */
const earlySecondsMax = 3_600
const lateSecondsMax = 86_400

/**
 * As defined by GTFS-Realtime, a delay applies to all following stops until the next stop with an update; a skipped stop
 * does not end it, a stop without data does. Arrival and departure have delays of their own.
 */
export function forecastOf(
  stops: readonly PlannedStop[],
  update: Pick<TripUpdate, 'relationship' | 'delaySeconds'>,
  updates: readonly (StopUpdate | undefined)[],
): Forecast {
  const isReplaced = update.relationship === 'replacement'
  const ofTrip = isReplaced || isTooEarly(update.delaySeconds) ? null : update.delaySeconds
  let delay = ofTrip ?? 0
  let isTimed = ofTrip !== null
  const arrivals: number[] = []
  const departures: number[] = []
  for (const [index, stop] of stops.entries()) {
    const own = updates[index]
    // A replacement without predictions states its own timetable, which is known.
    if (own?.relationship === 'no-data' && !isReplaced) delay = 0
    const times = own && isPredicted(own, isReplaced) ? timesOf(stop, own, isReplaced) : nothing
    if (times.arrival !== null || times.departure !== null) isTimed = true
    const both = bothOf(stop, times, delay)
    // The first stop is only left, the last one only reached.
    const arrival = index === 0 ? both.departure : both.arrival
    const last = times.arrival ?? times.departure ?? delay
    const isLast = index === stops.length - 1
    arrivals.push(Math.min(isLast ? last : arrival, lateSecondsMax))
    departures.push(Math.min(isLast ? last : both.departure, lateSecondsMax))
    delay = both.departure
  }
  const calls = updates.map((own) => callsOf(own, isReplaced))
  return { isTimed, arrivals, departures, calls }
}

interface Times {
  readonly arrival: number | null
  readonly departure: number | null
}

const nothing: Times = { arrival: null, departure: null }

function isPredicted({ relationship }: StopUpdate, isReplaced: boolean): boolean {
  if (relationship === 'no-data') return isReplaced
  return relationship !== 'skipped'
}

function timesOf(stop: PlannedStop, own: StopUpdate, isReplaced: boolean): Times {
  return {
    arrival: delayOf(own.arrival, stop.arrivesAt, isReplaced),
    departure: delayOf(own.departure, stop.departsAt, isReplaced),
  }
}

/** The time takes precedence over the delay. The delay of a replacement refers to times that are not planned here. */
function delayOf(event: StopEvent | null, planned: number, isReplaced: boolean): number | null {
  if (!event) return null
  const own = isReplaced ? replacedTime(event) : event.time
  const delay = own === null ? (isReplaced ? null : event.delaySeconds) : own - planned
  return isTooEarly(delay) ? null : delay
}

function isTooEarly(delay: number | null): boolean {
  return delay !== null && delay < -earlySecondsMax
}

function replacedTime({ time, scheduledTime, delaySeconds }: StopEvent): number | null {
  return time ?? (scheduledTime === null ? null : scheduledTime + (delaySeconds ?? 0))
}

/** The delays at a stop, from its update and from the delay of the stops before. */
function bothOf(
  stop: PlannedStop,
  { arrival, departure }: Times,
  delay: number,
): { readonly arrival: number; readonly departure: number } {
  if (departure !== null)
    // Nothing leaves before it has arrived.
    return {
      arrival: arrival ?? Math.min(delay, stop.departsAt + departure - stop.arrivesAt),
      departure,
    }
  if (arrival === null) return { arrival: delay, departure: delay }
  // A vehicle that arrives early waits for its departure.
  return { arrival, departure: arrival >= 0 ? arrival : Math.max(arrival, Math.min(0, delay)) }
}

function callsOf(own: StopUpdate | undefined, isReplaced: boolean): number {
  const { noBoarding, noAlighting, skipped } = callChange
  const isSkipped = own ? own.relationship === 'skipped' : isReplaced
  if (isSkipped) return noBoarding | noAlighting | skipped
  return (own?.isWithoutPickup ? noBoarding : 0) | (own?.isWithoutDropOff ? noAlighting : 0)
}
