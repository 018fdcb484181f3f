/** General journey calls: finding journeys and holding seats. */
import { fail, ok, type Result } from '#kernel/result.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { findOwnOrder, namePassengers, type OrderPorts } from '#modules/orders/server/public-api.ts'
import {
  addDays,
  readNetwork,
  readRunPosition,
  readRuns,
} from '#modules/timetable/server/public-api.ts'
import type { TicketPorts } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import * as sale from '../sale-contract.ts'
import * as vehicles from '../vehicle-contract.ts'
import { passengersMax } from '../shapes.ts'
import { cityBusRoutes } from './city-bus-routes.ts'
import { georgianBusRoutes } from './georgian-bus-routes.ts'
import { metroRoutes } from './metro-routes.ts'
import { omnibusRoutes } from './omnibus-routes.ts'
import { readBoard } from './read-board.ts'
import { daysWithChanges } from './days-with-changes.ts'
import {
  hasDepartures,
  journeysNear,
  presentItineraries,
  readDays,
  todayAt,
  itinerariesOf,
} from './find-journeys.ts'
import { partyOf, type RiderCounts, sizeOf } from './party-prices.ts'
import { findPlaces } from './find-places.ts'
import { transportSource } from './offer-source.ts'
import { placeOf, type Place } from './places.ts'
import { presentJourneyOrder, presentHeldOrder } from './present-order.ts'
import { presentRun } from './present-run.ts'
import { readSeatPlan } from './read-seats.ts'
import { stretchOf, type RunStretch } from './stretch.ts'
import { holdJourney } from './hold-journey.ts'
import { changeVehicle } from './swap/change-vehicle.ts'
import { readRunVehicles } from './swap/read-run-vehicles.ts'
import { readTicketTypes } from './ticket-types.ts'

export function transportRoutes(
  ports: OrderPorts,
  tickets: TicketPorts,
): readonly Implementation[] {
  return [
    ...omnibusRoutes(ports),
    ...georgianBusRoutes(ports, tickets),
    ...cityBusRoutes(ports),
    ...metroRoutes(ports),
    implement(vehicles.runVehicles, requireStaff, (context, { query }) =>
      readRunVehicles(context, context.actor, query.runId),
    ),
    implement(vehicles.changeRunVehicle, requireStaff, (context, { body }) =>
      changeVehicle(context, context.actor, body),
    ),
    implement(calls.findPlaces, async (context, { query }) => ok(await findPlaces(context, query))),
    implement(calls.findJourneys, async (context, { query }) => {
      const ends = await endsOf(context, query)
      if (!ends.ok) return ends
      const party = partyOf(query)
      if (sizeOf(party) > passengersMax) return fail('BadRequest')
      const { date, brand } = query
      const question = { ...ends.value, date, brand }
      const journeys = await presentItineraries(
        context,
        await itinerariesOf(context, question),
        party,
      )
      return ok({
        from: ends.value.from.view,
        to: ends.value.to.view,
        date,
        journeys,
        previousDate: await nearestDay(context, question, -1),
        nextDate: await nearestDay(context, question, 1),
      })
    }),
    implement(calls.nearJourneys, async (context, { query }) => {
      const ends = await endsOf(context, query)
      if (!ends.ok) return ends
      const party = partyOf(query)
      if (sizeOf(party) > passengersMax) return fail('BadRequest')
      const { direction, most, brand } = query
      const at = new Date(query.at)
      const question = { ...ends.value, at, direction, most, brand }
      const journeys = await journeysNear(context, question, party)
      return ok({ from: ends.value.from.view, to: ends.value.to.view, journeys })
    }),
    implement(calls.journeyCalendar, async (context, { query }) => {
      const ends = await endsOf(context, query)
      if (!ends.ok) return ends
      const { brand } = query
      return ok({ days: await calendarDays(context, { ...ends.value, brand }, query) })
    }),
    implement(calls.stationBoard, async (context, { query }) => {
      const place = placeOf(await readNetwork(context), query.place, context.locale)
      return place ? ok(await readBoard(context, place, query)) : fail('NotFound')
    }),
    implement(calls.readRun, async (context, { params }) => {
      const [run] = await readRuns(context, [params.runId])
      if (!run) return fail('NotFound')
      const position = await readRunPosition(context, run.runId)
      return ok(presentRun(await readNetwork(context), run, position, context.locale))
    }),
    implement(calls.ticketTypes, async (context, { query }) => {
      const stretch = await findStretch(context, query)
      return stretch ? ok(await readTicketTypes(context, stretch)) : fail('NotFound')
    }),
    implement(calls.seatPlan, async (context, { query }) => {
      const stretch = await findStretch(context, query)
      return stretch ? readSeatPlan(context, stretch, query.orderKey) : fail('NotFound')
    }),
    implement(sale.chooseJourney, async (context, { body }) => {
      const held = await holdJourney(context, transportSource, body)
      return held.ok ? ok(await presentHeldOrder(context, held.value)) : held
    }),
    implement(sale.journeyOrder, async (context, { query }) => {
      const order = await findOwnOrder(context, { orderKey: query.orderKey })
      return order.ok ? ok(await presentJourneyOrder(context, order.value)) : order
    }),
    implement(sale.nameJourneyPassengers, async (context, { body }) => {
      const named = await namePassengers(context, ports.sources, body)
      return named.ok ? ok(await presentJourneyOrder(context, named.value)) : named
    }),
  ]
}

/** Part of a run; null if boarding or alighting is not possible there. */
export async function findStretch(
  context: Context,
  requested: { readonly runId: number; readonly legFrom: number; readonly legTo: number },
): Promise<RunStretch | null> {
  const [run] = await readRuns(context, [requested.runId])
  return run ? stretchOf(run, requested.legFrom, requested.legTo) : null
}

async function endsOf(
  context: Context,
  query: { readonly from: string; readonly to: string },
): Promise<Result<{ from: Place; to: Place }, ErrorCode>> {
  const network = await readNetwork(context)
  const from = placeOf(network, query.from, context.locale)
  const to = placeOf(network, query.to, context.locale)
  if (!from || !to) return fail('NotFound')
  return from.localityId === to.localityId ? fail('BadRequest') : ok({ from, to })
}

/** Maximum number of days searched for another departure. */
const searchDaysMax = 7

async function nearestDay(
  context: Context,
  question: Parameters<typeof hasDepartures>[1],
  step: 1 | -1,
): Promise<string | null> {
  const today = await todayAt(context, question.from)
  for (let days = 1; days <= searchDaysMax; days += 1) {
    const date = addDays(question.date, days * step)
    if (date < today) return null
    if (await hasDepartures(context, { ...question, date })) return date
  }
  return null
}

/**
 * Days of a calendar with prices for a party; with `changes` also of journeys with changes, on days without a direct
 * journey for it.
 */
async function calendarDays(
  context: Context,
  question: Parameters<typeof daysWithChanges>[1],
  asked: RiderCounts & {
    readonly date?: string | undefined
    readonly days: number
    readonly changes: boolean
  },
) {
  const date = asked.date ?? (await todayAt(context, question.from))
  const party = partyOf(asked)
  const offers = await readDays(context, { ...question, date, days: asked.days }, party)
  if (!asked.changes) return offers
  const dates = offers.flatMap((day) => (day.lowestPrice === null ? day.date : []))
  const withChanges = await daysWithChanges(context, question, dates, party)
  return offers.map((day) => {
    const lowest = withChanges.get(day.date) ?? null
    // What cannot be bought either tells less than why the direct journeys cannot.
    const changes = day.departures === 0 ? withChanges.has(day.date) : lowest !== null
    return { ...day, changes, lowestPrice: lowest ?? day.lowestPrice }
  })
}
