/** Decodes a `TripDescriptor` of GTFS-Realtime. */
import { integerOf, textOf, type Fields } from './protobuf.ts'

/** Names one run. */
export interface TripRef {
  readonly tripId: string | null
  readonly routeId: string | null
  readonly direction: number | null
  /** ISO date of the service day. */
  readonly startDate: string | null
  /** Start time of the run, in seconds of the service day. */
  readonly startSeconds: number | null
}

export function tripRefOf(trip: Fields): TripRef {
  const date = /^([12]\d{3})(\d\d)(\d\d)$/.exec(textOf(trip, 3) ?? '')
  const time = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(textOf(trip, 2) ?? '')
  return {
    tripId: textOf(trip, 1) || null,
    routeId: textOf(trip, 5) || null,
    direction: directionOf(integerOf(trip, 6)),
    startDate: date ? isoDate(`${date[1]}-${date[2]}-${date[3]}`) : null,
    startSeconds: time ? Number(time[1]) * 3_600 + Number(time[2]) * 60 + Number(time[3]) : null,
  }
}

/** Null for a date that no calendar has, which the database would refuse. */
function isoDate(text: string): string | null {
  const time = Date.parse(text)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text
}

function directionOf(value: number | null): number | null {
  return value === 0 || value === 1 ? value : null
}
