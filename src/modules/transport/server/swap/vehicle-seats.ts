/** The seats of a vehicle by name, and how near they are to each other; pure. */
import type { VehiclePlace } from '#modules/timetable/server/public-api.ts'
import { placeAttribute, type VehiclePlan } from '#modules/timetable/shapes.ts'
import { distance, type Seat } from '../allocate.ts'
import { seatOf } from '../choose-seats.ts'
import { coachOf } from '../coaches.ts'

export interface SeatedVehicle {
  readonly plan: VehiclePlan
  readonly places: readonly VehiclePlace[]
}

export interface NamedSeat {
  readonly seat: Seat
  readonly place: VehiclePlace
  /** Coach and number, as on tickets. */
  readonly name: string
}

/** Neighbours: beside each other, behind each other, or across an aisle. */
const neighbourDistance = 2

export function seatsOf(vehicle: SeatedVehicle): NamedSeat[] {
  return vehicle.places.map((place) => ({
    place,
    seat: seatOf(place, coachOf(vehicle, place)?.deck ?? 0, 0n),
    name: `${place.coach} ${place.label}`,
  }))
}

export function isWheelchairSpace({ attributes }: VehiclePlace): boolean {
  return (attributes & placeAttribute.wheelchair) !== 0
}

/** Distance to the nearest of these seats; nothing if there are none. */
export function nearness(seat: Seat, others: readonly Seat[]): number {
  return others.length === 0 ? 0 : Math.min(...others.map((other) => distance(seat, other)))
}

/** Sum of the distances of all seats to the first. */
export function spread(seats: readonly Seat[]): number {
  const [first, ...others] = seats
  return first ? others.reduce((sum, other) => sum + distance(first, other), 0) : 0
}

/** Whether these seats are one group of neighbours. */
export function areConnected(seats: readonly Seat[]): boolean {
  const [first, ...others] = seats
  if (!first) return true
  const reached = [first]
  let left = others
  for (let index = 0; index < reached.length; index += 1) {
    const from = reached[index]
    if (!from) break
    const next = left.filter((seat) => isNeighbour(from, seat))
    reached.push(...next)
    left = left.filter((seat) => !next.includes(seat))
  }
  return left.length === 0
}

function isNeighbour(one: Seat, other: Seat): boolean {
  if (one.coach !== other.coach) return false
  return Math.abs(one.x - other.x) + Math.abs(one.y - other.y) <= neighbourDistance
}
