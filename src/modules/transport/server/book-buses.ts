/** Shared by the carriers' own calls: holding seats of buses, and checkout. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { CheckoutView } from '#modules/orders/checkout-contract.ts'
import {
  checkoutOrder,
  presentCheckout,
  type CheckoutOptions,
  type Order,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import type { Brand } from '#modules/timetable/shapes.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { passengersMax, type ChosenSegment, type JourneyOrderView } from '../shapes.ts'
import { stretchOfRun, type Station } from './carriers.ts'
import { transportSource } from './offer-source.ts'
import { presentHeldOrder } from './present-order.ts'
import { holdJourney } from './hold-journey.ts'

export interface RequestedBus {
  readonly runId: number
  readonly isReturn?: boolean
  readonly from: Station
  readonly to: Station
  readonly seats?: readonly number[]
  readonly quantity?: number | undefined
  readonly riders?: readonly string[]
  readonly baggage?: ChosenSegment['baggage']
}

/** Holds seats of all given buses of a carrier family or none. */
export async function bookBuses(
  context: CallContext,
  brand: Brand,
  {
    orderKey,
    buses,
  }: { readonly orderKey?: string | undefined; readonly buses: readonly RequestedBus[] },
): Promise<Result<Order, ErrorCode>> {
  const segments: ChosenSegment[] = []
  for (const bus of buses) {
    const stretch = await stretchOfRun(context, brand, bus)
    if (!stretch.ok) return stretch
    const { seats = [], riders = [], quantity = 0, baggage = [], isReturn = false } = bus
    const count = Math.max(1, seats.length, riders.length, quantity)
    if (count > passengersMax) return fail('TotalCountIsInvalid', { max: passengersMax })
    segments.push({
      runId: bus.runId,
      legFrom: stretch.value.legFrom,
      legTo: stretch.value.legTo,
      direction: isReturn ? 1 : 0,
      passengers: Array.from({ length: count }, (_, index) => ({
        rider: riders[index] ?? 'adult',
        placeId: seats[index],
      })),
      preferences: [],
      mayChangeSeats: false,
      baggage,
    })
  }
  return holdJourney(context, transportSource, { orderKey, segments })
}

export async function presentHeld(
  context: CallContext,
  held: Result<Order, ErrorCode>,
): Promise<Result<JourneyOrderView, ErrorCode>> {
  return held.ok ? ok(await presentHeldOrder(context, held.value)) : held
}

/** Stores buyer and passengers, after which the order can be paid. */
export async function checkOut(
  context: CallContext,
  ports: OrderPorts,
  details: CheckoutOptions,
): Promise<Result<CheckoutView, ErrorCode>> {
  await ports.beforeCheckout?.(context, details.orderKey)
  const order = await checkoutOrder(context, ports.sources, details)
  return order.ok ? ok(await presentCheckout(context, ports, order.value)) : order
}
