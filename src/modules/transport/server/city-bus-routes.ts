/** City bus calls. */
import { fail, ok } from '#kernel/result.ts'
import {
  findOwnOrder,
  namePassengers,
  presentCheckout,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import {
  isOrdinary,
  readNetwork,
  ridersOnSale,
  type Network,
} from '#modules/timetable/server/public-api.ts'
import type { TimetableText } from '#modules/timetable/shapes.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../city-bus-contract.ts'
import { presentHeld, bookBuses, checkOut, type RequestedBus } from './book-buses.ts'
import { readCalendar, readLines, readSchedule, readStations, stretchOfRun } from './carriers.ts'
import { isTaken, useOf } from './offers.ts'
import { maskOf } from './legs.ts'
import { placeOf, stopsOfBrand } from './places.ts'
import { presentJourneyOrder } from './present-order.ts'
import { releaseSeats } from './hold-journey.ts'
import { presentBaggage } from './ticket-types.ts'

const brand = 'citybus'

interface TripBody extends Omit<RequestedBus, 'runId'> {
  readonly orderKey?: string | undefined
  readonly tripId: number
}

export function cityBusRoutes(ports: OrderPorts): readonly Implementation[] {
  const book = async (context: CallContext, { orderKey, tripId, ...bus }: TripBody) =>
    presentHeld(
      context,
      await bookBuses(context, brand, { orderKey, buses: [{ ...bus, runId: tripId }] }),
    )
  return [
    implement(calls.cityBusBookManual, (context, { body }) => book(context, body)),
    implement(calls.cityBusBookDefault, (context, { body }) => book(context, body)),
    implement(calls.cityBusChooseSeat, (context, { body: { seat, rider, ...body } }) =>
      book(context, { ...body, seats: [seat], riders: [rider] }),
    ),
    implement(calls.cityBusUnchooseSeat, async (context, { body }) => {
      const { orderKey, tripId: runId, seat: placeId } = body
      const left = await releaseSeats(context, brand, { orderKey, runId, placeId })
      return left.ok ? ok(await presentJourneyOrder(context, left.value)) : left
    }),
    implement(calls.cityBusCheckout, (context, { body }) => checkOut(context, ports, body)),
    implement(calls.cityBusPassengers, async (context, { body: { orderKey, passengers } }) => {
      const order = passengers
        ? await namePassengers(context, ports.sources, { orderKey, passengers })
        : await findOwnOrder(context, { orderKey })
      if (!order.ok) return order
      const checkout = await presentCheckout(context, ports, order.value)
      return ok({
        order: await presentJourneyOrder(context, order.value),
        passengers: checkout.passengers,
      })
    }),
    ...lookUpRoutes,
  ]
}

const lookUpRoutes: readonly Implementation[] = [
  implement(calls.cityBusFreeSeats, async (context, { params, query }) => {
    const stretch = await stretchOfRun(context, brand, { runId: params.id, ...query })
    if (!stretch.ok) return stretch
    const { run, legFrom, legTo } = stretch.value
    const use = (await useOf(context, [run.offeringId])).get(run.offeringId ?? 0)
    const { classes } = await readNetwork(context)
    const legs = maskOf(legFrom, legTo)
    const free = run.vehicle.places.filter(
      (place) => isOrdinary(place) && !isTaken(use, place.placeId, legs),
    )
    return ok({
      tripId: run.runId,
      legFrom,
      legTo,
      seatsLeft: free.length,
      seats: free.map(({ placeId, label, classId }) => ({
        placeId,
        label,
        classCode: classes.get(classId)?.code ?? '',
      })),
    })
  }),
  implement(calls.cityBusCalendar, async (context, { query }) => {
    const days = await readCalendar(context, brand, query)
    return days.ok ? ok({ days: days.value }) : days
  }),
  implement(calls.cityBusTimeTable, (context, { query }) => readSchedule(context, brand, query)),
  implement(calls.cityBusBaggage, async (context, { params }) => {
    const stretch = await stretchOfRun(context, brand, { runId: params.id })
    if (!stretch.ok) return stretch
    const { run } = stretch.value
    const use = (await useOf(context, [run.offeringId])).get(run.offeringId ?? 0)
    const baggage = await presentBaggage(context, stretch.value, use)
    return ok({ tripId: run.runId, baggage })
  }),
  implement(calls.cityBusDiscount, async (context, { params }) => {
    const stretch = await stretchOfRun(context, brand, { runId: params.id })
    if (!stretch.ok) return stretch
    const { run } = stretch.value
    const discounts = ridersOnSale(run.agency.terms)
      .filter(({ discountBasisPoints }) => discountBasisPoints > 0)
      .map(({ code, name, discountBasisPoints, proof }) => ({
        rider: code,
        name: name[context.locale],
        discountBasisPoints,
        proof,
      }))
    return ok({ tripId: run.runId, discounts })
  }),
  implement(calls.cityBusLocations, async (context) => {
    const network = await readNetwork(context)
    const from = await readStations(context, brand, { direction: 'from' })
    const to = await readStations(context, brand, { direction: 'to' })
    const known = new Map(
      [...(to.ok ? to.value : []), ...(from.ok ? from.value : [])].map((one) => [
        one.stationId,
        one,
      ]),
    )
    const stations = stopsOfBrand(network, brand).flatMap(({ stopId }) => known.get(stopId) ?? [])
    return ok({ stations })
  }),
  implement(calls.cityBusRoutes, async (context) =>
    ok({ routes: await readLines(context, brand) }),
  ),
  implement(calls.cityBusRouteStations, async (context, { query }) => {
    const lines = await readLines(context, brand)
    const routes =
      query.routeId === undefined ? lines : lines.filter((line) => line.routeId === query.routeId)
    return routes.length === 0 ? fail('NotFound') : ok({ routes })
  }),
  implement(calls.cityBusTranslation, async (context, { body: { language, names } }) => {
    const texts = textsOf(await readNetwork(context))
    const known = new Map(
      texts.flatMap((text) =>
        Object.values(text).flatMap((one) => (one ? [[one.toLowerCase(), text] as const] : [])),
      ),
    )
    const requested = names.length > 0 ? [...new Set(names)] : texts.map(({ ka }) => ka)
    const translations = requested.flatMap((name) => {
      const text = known.get(name.toLowerCase())
      return text ? [{ name, translation: text[language] ?? text.en }] : []
    })
    return ok({ language, translations })
  }),
]

/** Distinct names of the carrier's stations, towns and lines. */
function textsOf(network: Network): TimetableText[] {
  const stops = stopsOfBrand(network, brand)
  const towns = stops.flatMap(({ stopId }) => {
    const place = placeOf(network, stopId, 'ka')
    const locality = place && network.localities.get(place.localityId)
    return locality ? [locality.name] : []
  })
  const lines = [...network.routes.values()].filter(
    ({ agencyId }) => network.agencies.get(agencyId)?.brand === brand,
  )
  const all = [...stops.map(({ name }) => name), ...towns, ...lines.map(({ name }) => name)]
  return [...new Map(all.map((text) => [text.ka, text])).values()]
}
