import type { Run, VehicleType } from '#modules/timetable/server/public-api.ts'
import type { ClassRefund } from './lower-class.ts'
import type { SeatPlan } from './plan-seats.ts'
import type { Situation } from './read-situation.ts'

/** A run with its present and its other vehicle, and who gets which seat. */
export interface VehicleChange {
  readonly run: Run
  readonly to: VehicleType
  readonly situation: Situation
  readonly plan: SeatPlan
  readonly refunds: readonly ClassRefund[]
  /** Seats of unpaid orders that are released. */
  readonly heldReleased: number
  /** Withheld places and legs that the other vehicle has too, by their new places. */
  readonly withheld: readonly { readonly placeId: number; readonly leg: number }[]
}
