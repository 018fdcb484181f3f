/** Omnibus and central bus station calls. */
import { fail, ok } from '#kernel/result.ts'
import {
  findNewestDraft,
  findOwnOrder,
  type Order,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import { addDays, localDate, readNetwork, readRuns } from '#modules/timetable/server/public-api.ts'
import type { Brand } from '#modules/timetable/shapes.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import type { ReplyOf } from '#contract/call.ts'
import * as calls from '../omnibus-contract.ts'
import type { SegmentView } from '../shapes.ts'
import { presentHeld, bookBuses, checkOut, type RequestedBus } from './book-buses.ts'
import { readLines, readSchedule, stretchOfRun, type Station } from './carriers.ts'
import { transportName } from './names.ts'
import { presentJourneyOrder } from './present-order.ts'
import { presentCoaches, readSeatPlan } from './read-seats.ts'

type BusesView = ReplyOf<typeof calls.omnibusBuses>['there']

interface OmnibusBus extends Omit<RequestedBus, 'runId' | 'from' | 'to'> {
  readonly busId: number
  readonly fromStation: Station
  readonly toStation: Station
}

export function omnibusRoutes(ports: OrderPorts): readonly Implementation[] {
  const book = async (
    context: CallContext,
    brand: Brand,
    body: { readonly orderKey?: string | undefined; readonly buses: readonly OmnibusBus[] },
  ) => {
    const buses = body.buses.map(({ busId, fromStation, toStation, ...bus }) => ({
      ...bus,
      runId: busId,
      from: fromStation,
      to: toStation,
    }))
    return presentHeld(context, await bookBuses(context, brand, { orderKey: body.orderKey, buses }))
  }
  return [
    implement(calls.omnibusCheckout, (context, { body }) => book(context, 'omnibus', body)),
    implement(calls.centralBusStationBook, (context, { body }) => book(context, 'ortachala', body)),
    implement(calls.omnibusCheckoutGet, async (context, { query: { orderKey } }) => {
      const order =
        orderKey === undefined
          ? await findNewestDraft(context, hasJourney)
          : await findOwnOrder(context, { orderKey })
      return order.ok ? ok(await presentJourneyOrder(context, order.value)) : order
    }),
    implement(calls.omnibusConfirm, (context, { body }) => checkOut(context, ports, body)),
    implement(calls.omnibusMap, (context, { query }) => readMap(context, query)),
    implement(calls.omnibusBuses, async (context, { query }) => {
      const { departureLocation: from, arrivalLocation: to, quantity } = query
      if (query.returnDate !== undefined && query.returnDate < (query.departureDate ?? '')) {
        const message = 'Not before the way there'
        return fail('BadRequest', { fields: [{ path: 'query.returnDate', message }] })
      }
      const there = await busesThere(context, query)
      if (!there.ok) return there
      const back =
        query.returnDate === undefined
          ? ok([])
          : await busesOf(context, { from: to, to: from, date: query.returnDate })
      if (!back.ok) return back
      const types = await typesOf(context, [...there.value, ...back.value])
      const view = (bus: SegmentView, isReturn: boolean) =>
        busView(bus, types.get(bus.runId ?? 0) ?? null, { quantity, isReturn })
      return ok({
        there: there.value.map((bus) => view(bus, false)),
        back: back.value.map((bus) => view(bus, true)),
      })
    }),
    implement(calls.omnibusRoutes, async (context) =>
      ok({ routes: await readLines(context, 'omnibus') }),
    ),
    implement(calls.omnibusTimetable, (context, { query }) =>
      readSchedule(context, 'omnibus', query),
    ),
  ]
}

function hasJourney({ lines }: Order): boolean {
  return lines.some(({ source }) => source === transportName)
}

/**
 * Buses of the departure date. If only the arrival date is given, buses that depart on that day or the day
 * before.
 */
async function busesThere(
  context: CallContext,
  asked: {
    readonly departureLocation?: Station | undefined
    readonly arrivalLocation?: Station | undefined
    readonly departureDate?: string | undefined
    readonly arrivalDate?: string | undefined
  },
) {
  const { departureLocation: from, arrivalLocation: to, departureDate, arrivalDate } = asked
  if (arrivalDate === undefined) return busesOf(context, { from, to, date: departureDate })
  const days =
    departureDate === undefined ? [addDays(arrivalDate, -1), arrivalDate] : [departureDate]
  const found: SegmentView[] = []
  for (const date of days) {
    const buses = await busesOf(context, { from, to, date })
    if (!buses.ok) return buses
    found.push(...buses.value)
  }
  return ok(
    found.filter(({ to: end }) => localDate(new Date(end.at), end.timeZone) === arrivalDate),
  )
}

async function busesOf(
  context: CallContext,
  between: { from: Station | undefined; to: Station | undefined; date: string | undefined },
) {
  const schedule = await readSchedule(context, 'omnibus', between)
  return schedule.ok ? ok(schedule.value.departures) : schedule
}

/** Vehicle type ids by run id. */
async function typesOf(
  context: CallContext,
  buses: readonly SegmentView[],
): Promise<ReadonlyMap<number, number>> {
  const runs = await readRuns(context, [...new Set(buses.flatMap(({ runId }) => runId ?? []))])
  return new Map(runs.map(({ runId, vehicle }) => [runId, vehicle.vehicleTypeId]))
}

function busView(
  bus: SegmentView,
  busTypeId: number | null,
  { quantity, isReturn }: { readonly quantity: number; readonly isReturn: boolean },
): BusesView[number] {
  const sufficient = bus.classes.filter(({ seatsLeft }) => seatsLeft >= quantity)
  const prices = sufficient.flatMap(({ price }) => price ?? [])
  const [cheapest] = prices.toSorted((one, other) => one.amount - other.amount)
  return {
    ...bus,
    busId: bus.runId,
    busTypeId,
    isReturn,
    hasSeats: bus.sale === 'open' && sufficient.length > 0,
    minPrice: cheapest ?? null,
  }
}

/**
 * Where the passenger rides. The stations of a search are those of the way out, so a bus back (`isReturn`) is also found
 * by them in the other order.
 */
async function stretchOfBus(
  context: CallContext,
  runId: number,
  query: {
    readonly isReturn?: boolean | undefined
    readonly fromStation?: Station | undefined
    readonly toStation?: Station | undefined
  },
) {
  const { fromStation: from, toStation: to, isReturn = false } = query
  const stretch = await stretchOfRun(context, 'omnibus', { runId, from, to })
  if (stretch.ok || !isReturn) return stretch
  return stretchOfRun(context, 'omnibus', { runId, from: to, to: from })
}

async function readMap(
  context: CallContext,
  query: {
    readonly busId?: number | undefined
    readonly busTypeId?: number | undefined
    readonly isReturn?: boolean | undefined
    readonly fromStation?: Station | undefined
    readonly toStation?: Station | undefined
  },
) {
  const { busId, busTypeId, isReturn = false } = query
  if (busId !== undefined) {
    const stretch = await stretchOfBus(context, busId, query)
    if (!stretch.ok) return stretch
    const plan = await readSeatPlan(context, stretch.value)
    if (!plan.ok) return plan
    const { vehicleTypeId } = stretch.value.run.vehicle
    if (busTypeId !== undefined && busTypeId !== vehicleTypeId) return fail('NotFound')
    return ok({ ...plan.value, busTypeId: vehicleTypeId, isReturn })
  }
  const network = await readNetwork(context)
  const vehicle = network.vehicleTypes.get(busTypeId ?? 0)
  const brand = vehicle && network.agencies.get(vehicle.agencyId)?.brand
  if (!vehicle || brand !== 'omnibus') return fail('NotFound')
  return ok({
    segment: null,
    hasSeatChoice: true,
    vehicleTypeId: vehicle.vehicleTypeId,
    coaches: presentCoaches(network, vehicle, context.locale, () => 'free'),
    busTypeId: vehicle.vehicleTypeId,
    isReturn,
  })
}
