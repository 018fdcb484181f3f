/** Metro bus calls. */
import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { CheckoutView } from '#modules/orders/checkout-contract.ts'
import {
  findOwnOrder,
  namePassengers,
  openedSession,
  releaseOrder,
  type GivenPassenger,
  type Order,
  type OrderLine,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import { addDays } from '#modules/timetable/server/public-api.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../metro-contract.ts'
import { presentHeld, bookBuses, checkOut } from './book-buses.ts'
import { readCalendar, readSchedule, readStations, stretchOfRun } from './carriers.ts'
import { presentJourneyOrder } from './present-order.ts'
import { readSeatPlan } from './read-seats.ts'
import { releaseSeats } from './hold-journey.ts'

const brand = 'metrogeorgia'

export function metroRoutes(ports: OrderPorts): readonly Implementation[] {
  return [
    implement(calls.metroBookSeat, async (context, { body }) => {
      const { orderKey, scheduleId, seat, rider, from, to } = body
      const buses = [{ runId: scheduleId, from, to, seats: [seat], riders: [rider] }]
      return presentHeld(context, await bookBuses(context, brand, { orderKey, buses }))
    }),
    implement(calls.metroUnbookSeat, async (context, { body }) => {
      const { orderKey, scheduleId: runId, seat: placeId } = body
      const left = await releaseSeats(context, brand, { orderKey, runId, placeId })
      return left.ok ? ok(await presentJourneyOrder(context, left.value)) : left
    }),
    implement(calls.metroAddPassengers, async (context, { body }) => {
      const named = await namePassengers(context, ports.sources, body)
      return named.ok ? ok(await presentJourneyOrder(context, named.value)) : named
    }),
    implement(calls.metroBook, async (context, { body }) => {
      const booked = await book(context, ports, body)
      return booked.ok ? ok({ ...booked.value, ...openedSession(context) }) : booked
    }),
    implement(calls.metroSeats, async (context, { query }) => {
      const runId = query.scheduleId ?? (await nextRun(context, query))
      if (runId === null) return fail('NotFound')
      const stretch = await stretchOfRun(context, brand, { ...query, runId })
      return stretch.ok ? readSeatPlan(context, stretch.value) : stretch
    }),
    implement(calls.metroCalendar, async (context, { query }) => {
      const days = await readCalendar(context, brand, query)
      return days.ok ? ok({ days: days.value }) : days
    }),
    implement(calls.metroSchedule, (context, { query }) => readSchedule(context, brand, query)),
    implement(calls.metroFrom, (context) => stations(context, { direction: 'from' })),
    implement(calls.metroTo, (context, { query }) =>
      stations(context, { direction: 'to', ...query }),
    ),
  ]
}

type Booking = z.output<(typeof calls.metroBook)['body']>

/**
 * Holds the requested seats and stores buyer and passengers. If the checkout is refused, these seats are
 * released.
 */
async function book(
  context: CallContext,
  ports: OrderPorts,
  { buses, passengers, ...details }: Booking,
): Promise<Result<CheckoutView, ErrorCode>> {
  if (!details.acceptTerms) return fail('TermsNotAccepted')
  const { orderKey } = details
  const before = orderKey === undefined ? ok(null) : await findOwnOrder(context, { orderKey })
  if (!before.ok) return before
  const requested = buses.map(({ scheduleId, ...bus }, index) => ({
    ...bus,
    runId: scheduleId,
    isReturn: index > 0,
  }))
  const order =
    requested.length === 0
      ? before
      : await bookBuses(context, brand, { orderKey, buses: requested })
  if (!order.ok) return order
  if (!order.value) return fail('OrderNotFound')
  const held = newTickets(before.value, order.value)
  const checked = await checkOut(context, ports, {
    ...details,
    orderKey: order.value.orderKey,
    ...(passengers && { passengers: onSeats(passengers, held) }),
  })
  if (!checked.ok && held.length > 0)
    await releaseOrder(context, {
      orderKey: order.value.orderKey,
      lineIds: held.map(({ id }) => id),
      cancel: before.value === null,
    })
  return checked
}

function newTickets(before: Order | null, { lines }: Order): readonly OrderLine[] {
  const known = new Set(before?.lines.map(({ id }) => id))
  return lines.filter(({ id, kind }) => kind === 'Ticket' && !known.has(id))
}

/** Passengers without a line id are assigned to the held seats in order. */
function onSeats(
  passengers: NonNullable<Booking['passengers']>,
  held: readonly OrderLine[],
): GivenPassenger[] {
  const seats = held.filter(({ placeId }) => placeId !== null)
  let next = 0
  return passengers.map(({ lineId, ...passenger }) => ({
    ...passenger,
    lineId: lineId ?? seats[next++]?.id ?? 0,
  }))
}

async function stations(context: CallContext, which: Parameters<typeof readStations>[2]) {
  const found = await readStations(context, brand, which)
  return found.ok ? ok({ stations: found.value }) : found
}

/** Maximum number of days searched for the next bus. */
const daysAhead = 7

/** The next bus on sale, today or within `daysAhead` days; null if there is none. */
async function nextRun(
  context: CallContext,
  { from, to }: Parameters<typeof readSchedule>[2],
): Promise<number | null> {
  let date: string | undefined
  for (let day = 0; day < daysAhead; day += 1) {
    const schedule = await readSchedule(context, brand, { from, to, date })
    if (!schedule.ok) return null
    const next = schedule.value.departures.find(({ sale }) => sale === 'open')
    if (next) return next.runId
    date = addDays(schedule.value.date, 1)
  }
  return null
}
