/** Assigns a seat to each passenger of a segment: the requested one, or a suitable one. Pure. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { LegUse } from '#modules/inventory/server/public-api.ts'
import { isOrdinary, type VehiclePlace } from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'
import type { ChosenSegment } from '../shapes.ts'
import {
  allocate,
  allocateWithChanges,
  type Seat,
  type SeatRequest,
  type SeatSequence,
} from './allocate.ts'
import { coachOf } from './coaches.ts'
import type { SeatedPassenger } from './quote.ts'
import type { RunStretch } from './stretch.ts'

export interface SeatChoice {
  readonly stretch: RunStretch
  readonly segment: Pick<ChosenSegment, 'passengers' | 'preferences' | 'mayChangeSeats'>
  /** Null for any class. */
  readonly classId: number | null
  readonly use: LegUse | undefined
  /** Places that were taken concurrently in an earlier attempt; they are not assigned again. */
  readonly unavailable: ReadonlySet<number>
}

/**
 * Returns `NoSeatsLeft` if a passenger cannot be seated. The availability of requested places is not
 * checked here, but when they are held.
 */
export function chooseSeats(choice: SeatChoice): Result<SeatedPassenger[], ErrorCode> {
  const { stretch, segment } = choice
  const { passengers } = segment
  const named = passengers.flatMap(({ placeId }) => placeId ?? [])
  if (new Set(named).size < named.length) return fail('BadRequest')
  const seats = seatsOf(choice, new Set(named))
  const byId = new Map(seats.map((seat) => [seat.placeId, seat]))
  const assigned = new Map<number, SeatSequence>()
  const placesOf = new Map(stretch.run.vehicle.places.map((place) => [place.placeId, place]))
  const inClass = (place: VehiclePlace) =>
    choice.classId === null || place.classId === choice.classId
  passengers.forEach(({ placeId }, index) => {
    if (placeId !== undefined) assigned.set(index, wholeRange(stretch, placeId))
  })
  const taken = new Set(named)
  const near = named.flatMap((placeId) => byId.get(placeId) ?? [])
  const assign = (
    indexes: readonly number[],
    fits: (place: VehiclePlace) => boolean,
    mayChange: boolean,
  ): boolean => {
    if (indexes.length === 0) return true
    const free = seats.filter(({ placeId }) => {
      const place = placesOf.get(placeId)
      return place !== undefined && !taken.has(placeId) && fits(place)
    })
    const request: SeatRequest = {
      legFrom: stretch.legFrom,
      legTo: stretch.legTo,
      legCount: stretch.run.stops.length - 1,
      count: indexes.length,
      preferences: segment.preferences,
      near,
    }
    const group = allocate(free, request)
    if (group) {
      indexes.forEach((passenger, position) => {
        const placeId = group[position] ?? 0
        assigned.set(passenger, wholeRange(stretch, placeId))
        taken.add(placeId)
        const seat = byId.get(placeId)
        if (seat) near.push(seat)
      })
      return true
    }
    // If the party does not fit as a whole, its members are seated individually, changing seats on the way
    // if necessary.
    if (!mayChange) return false
    for (const passenger of indexes) {
      const left = free.filter(({ placeId }) => !taken.has(placeId))
      const [single] = allocate(left, { ...request, count: 1, near: [] }) ?? []
      const sequence =
        single === undefined ? allocateWithChanges(left, request) : wholeRange(stretch, single)
      if (!sequence) return false
      assigned.set(passenger, sequence)
      for (const { placeId } of sequence) taken.add(placeId)
    }
    return true
  }
  const unseated = (rider: (code: string) => boolean) =>
    passengers.flatMap((one, index) =>
      one.placeId === undefined && rider(one.rider) ? [index] : [],
    )
  const { wheelchair, companion } = placeAttribute
  const isWheelchairSpace = ({ attributes }: VehiclePlace) => (attributes & wheelchair) !== 0
  const isCompanionSeat = ({ attributes }: VehiclePlace) => (attributes & companion) !== 0
  const fitsAnybody = (place: VehiclePlace) => isOrdinary(place) && inClass(place)
  if (
    !assign(
      unseated((code) => code === 'wheelchair'),
      isWheelchairSpace,
      false,
    )
  )
    return fail('NoSeatsLeft')
  const companions = unseated((code) => code === 'companion')
  if (!assign(companions, isCompanionSeat, false) && !assign(companions, fitsAnybody, false))
    return fail('NoSeatsLeft')
  const others = unseated((code) => code !== 'wheelchair' && code !== 'companion')
  if (!assign(others, fitsAnybody, segment.mayChangeSeats)) return fail('NoSeatsLeft')
  return ok(passengers.map(({ rider }, index) => ({ rider, seats: assigned.get(index) ?? [] })))
}

function wholeRange({ legFrom, legTo }: RunStretch, placeId: number): SeatSequence {
  return [{ placeId, legFrom, legTo }]
}

const decksMax = 3

/** Requested places are included even if they were taken in an earlier attempt. */
function seatsOf({ stretch, use, unavailable }: SeatChoice, named: ReadonlySet<number>): Seat[] {
  return stretch.run.vehicle.places.flatMap((place) => {
    const { placeId } = place
    if (unavailable.has(placeId) && !named.has(placeId)) return []
    const taken = (use?.taken[placeId - 1] ?? 0n) | (use?.blocked[placeId - 1] ?? 0n)
    const deck = coachOf(stretch.run.vehicle, place)?.deck ?? 0
    return [seatOf(place, deck, taken)]
  })
}

/** Decks of a coach are numbered as separate coaches, so that distances between decks count as such. */
export function seatOf(place: VehiclePlace, deck: number, taken: bigint): Seat {
  const { attributes, placeId, coach, x, y, facing } = place
  const has = (bit: number) => (attributes & bit) !== 0
  return {
    placeId,
    coach: coach * decksMax + deck,
    x,
    y,
    facing,
    isWindow: has(placeAttribute.window),
    isAisle: has(placeAttribute.aisle),
    isAtTable: has(placeAttribute.table),
    isUpper: has(placeAttribute.upperDeck),
    taken,
  }
}
