/** The seat plan of a run by coach, for a caller. */
import { fail, ok, type Result } from '#kernel/result.ts'
import { availabilityState, readAvailability } from '#modules/inventory/server/public-api.ts'
import { findOrder, ownsOrder } from '#modules/orders/server/public-api.ts'
import {
  readNetwork,
  type Network,
  type VehiclePlace,
  type VehicleType,
  isOrdinary,
} from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { CoachView } from '../contract.ts'
import type { SegmentView } from '../shapes.ts'
import { coachOf } from './coaches.ts'
import { useOf } from './offers.ts'
import { offerSegment, presentSegment } from './present-segment.ts'
import type { RunStretch } from './stretch.ts'

type SeatState = CoachView['seats'][number]['state']

export interface SeatPlan {
  readonly segment: SegmentView
  readonly hasSeatChoice: boolean
  readonly vehicleTypeId: number
  readonly coaches: CoachView[]
}

/** Seat states for a leg range; seats held by the given order are marked `yours`. */
export async function readSeatPlan(
  context: Context,
  stretch: RunStretch,
  orderKey?: string,
): Promise<Result<SeatPlan, 'OrderNotFound'>> {
  const { run, legFrom, legTo } = stretch
  const { offeringId } = run
  const holdIds = await ownHolds(context, orderKey, offeringId)
  if (!holdIds) return fail('OrderNotFound')
  const network = await readNetwork(context)
  const use = await useOf(context, [offeringId])
  const offered = await offerSegment(context, stretch, use.get(offeringId ?? 0))
  // A run without an offering has only free places, except those kept back by the carrier. Reading creates
  // no rows.
  let stateOfPlace = ({ attributes }: VehiclePlace): SeatState =>
    (attributes & placeAttribute.keptBack) === 0 ? 'free' : 'blocked'
  if (offeringId !== null) {
    const { states } = await readAvailability(context, offeringId, { legFrom, legTo, holdIds })
    stateOfPlace = ({ placeId }) => stateOf(states[placeId - 1])
  }
  return ok({
    segment: presentSegment(network, offered, context.locale),
    hasSeatChoice: run.agency.terms.seatChoice,
    vehicleTypeId: run.vehicle.vehicleTypeId,
    coaches: presentCoaches(network, run.vehicle, context.locale, stateOfPlace),
  })
}

/** Hold ids of the caller's order for an offering; null if the order does not belong to the caller. */
async function ownHolds(
  context: Context,
  orderKey: string | undefined,
  offeringId: number | null,
): Promise<string[] | null> {
  if (orderKey === undefined) return []
  const order = await findOrder(context, { orderKey: orderKey.toLowerCase() })
  if (!order || !ownsOrder(context.actor, order)) return null
  const own = order.lines.filter((line) => line.offeringId === offeringId)
  return [...new Set(own.flatMap(({ holdId }) => holdId ?? []))]
}

function stateOf(state: number | undefined): SeatState {
  if (state === availabilityState.free || state === availabilityState.refunded) return 'free'
  if (state === availabilityState.yours) return 'yours'
  return state === availabilityState.blocked ? 'blocked' : 'taken'
}

/** The coaches of a vehicle with the states of their seats. */
export function presentCoaches(
  network: Network,
  vehicle: VehicleType,
  locale: Locale,
  stateOfPlace: (place: VehiclePlace) => SeatState,
): CoachView[] {
  const byCoach = Map.groupBy(vehicle.places, ({ coach }) => coach)
  const codeOf = (classId: number) => network.classes.get(classId)?.code ?? ''
  return vehicle.plan.coaches.map(({ number, name, deck, width, height, marks }) => {
    const places = (byCoach.get(number) ?? []).filter(
      (place) => coachOf(vehicle, place)?.deck === deck,
    )
    const seats = places.map((place) => ({
      placeId: place.placeId,
      label: place.label,
      classCode: codeOf(place.classId),
      x: place.x,
      y: place.y,
      facing: place.facing,
      attributes: attributesOf(place),
      state: stateOfPlace(place),
    }))
    return {
      number,
      name: name[locale],
      deck,
      width,
      height,
      marks,
      classCodes: [...new Set(seats.map(({ classCode }) => classCode))],
      seatsLeft: places.filter((place) => isOrdinary(place) && stateOfPlace(place) === 'free')
        .length,
      seats,
    }
  })
}

function attributesOf({ attributes }: VehiclePlace): CoachView['seats'][number]['attributes'] {
  const has = (bit: number) => (attributes & bit) !== 0
  return [
    ...(has(placeAttribute.window) ? (['window'] as const) : []),
    ...(has(placeAttribute.aisle) ? (['aisle'] as const) : []),
    ...(has(placeAttribute.table) ? (['table'] as const) : []),
    ...(has(placeAttribute.wheelchair) ? (['wheelchair'] as const) : []),
    ...(has(placeAttribute.companion) ? (['companion'] as const) : []),
    ...(has(placeAttribute.upperDeck) ? (['upper'] as const) : []),
    ...(has(placeAttribute.bicycle) ? (['bicycle'] as const) : []),
  ]
}
