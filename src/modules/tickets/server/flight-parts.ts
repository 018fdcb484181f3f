import type { FlightSegment } from '#modules/orders/server/public-api.ts'

/** A longer stay between two flights is not a change of planes. */
const changeMillisecondsMax = 24 * 3_600_000

/** Flights that follow each other, in parts between which the passenger stays somewhere: there, and back. */
export function flightParts(segments: readonly FlightSegment[]): FlightSegment[][] {
  const parts: FlightSegment[][] = []
  for (const segment of segments) {
    const part = parts.at(-1)
    const before = part?.at(-1)
    const stay = before ? segment.from.at.getTime() - before.to.at.getTime() : Infinity
    if (part && stay <= changeMillisecondsMax) part.push(segment)
    else parts.push([segment])
  }
  return parts
}
