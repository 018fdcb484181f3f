import { dayKey } from '#kernel/format.ts'
import type { EventOfShow } from '#modules/catalogue/shapes.ts'
import type { PlaceView } from '#modules/transport/contract.ts'

/** The assumed duration of an event without an end. */
const usualMilliseconds = 3 * 3_600_000
/** Time between the end of the event and the first suitable departure. */
const leavingMilliseconds = 30 * 60_000
/** The greatest distance of a town from the venue, in degrees of latitude: about 30 km. */
const nearDegrees = 0.27

type TripEvent = Pick<EventOfShow, 'fromDate' | 'doorsAt' | 'endsAt' | 'timeZone' | 'saleState'>

interface Position {
  readonly latitude: number
  readonly longitude: number
}

/** The search of a trip to an event, or why there is none. */
export type EventTrip =
  | { readonly kind: 'cancelled' | 'passed' | 'no-stop' }
  | {
      readonly kind: 'offered'
      readonly search: {
        readonly to: string
        readonly date: string
        readonly returnDate: string
        readonly before: string
        readonly after: string
      }
    }

/**
 * A trip that arrives before the doors open and leaves after the end. The places are found by the name of the venue's
 * town, and such a search also takes similar names: only a place near the venue counts.
 */
export function tripTo(
  event: TripEvent,
  venue: Position,
  places: readonly Pick<PlaceView, 'placeCode' | 'latitude' | 'longitude'>[],
): EventTrip {
  if (event.saleState === 'Cancelled') return { kind: 'cancelled' }
  if (event.saleState === 'Passed') return { kind: 'passed' }
  const place = places.find((one) => isNear(one, venue))
  if (!place) return { kind: 'no-stop' }
  const { fromDate, timeZone } = event
  const before = event.doorsAt ?? fromDate
  const ends = Date.parse(event.endsAt ?? fromDate) + (event.endsAt ? 0 : usualMilliseconds)
  const after = new Date(ends + leavingMilliseconds).toISOString()
  const search = {
    to: place.placeCode,
    date: dayKey(before, timeZone),
    returnDate: dayKey(after, timeZone),
    before,
    after,
  }
  return { kind: 'offered', search }
}

function isNear(place: Position, venue: Position): boolean {
  const north = place.latitude - venue.latitude
  const perDegree = Math.cos((venue.latitude * Math.PI) / 180)
  return Math.hypot(north, (place.longitude - venue.longitude) * perDegree) <= nearDegrees
}
