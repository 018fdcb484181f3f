/** Routes for booking a flight. */
import { orderStatus } from '#contract/enumerations.ts'
import { localizedPath } from '#kernel/locale.ts'
import { fail, ok } from '#kernel/result.ts'
import { money } from '#kernel/money.ts'
import { openedSession, shownStatus } from '#modules/orders/server/public-api.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import {
  duffelEvents,
  flightInfoCheckout,
  flightOrderCreate,
  flightPassengerInfo,
  flightPassengerInfoMy,
  flightPassengerInfoMySave,
  flightPassengersGet,
  flightPassengersSet,
  flightPriceDetails,
  flightPseudoUri,
  flightSeatMaps,
  flightSeats,
} from '../contract.ts'
import {
  flightAcceptChange,
  flightOrderGet,
  flightOrderIati,
  flightTktOrder,
  flightTryReservation,
  flightUpdatePrice,
} from '../order-contract.ts'
import { travellersOf } from '../itinerary.ts'
import { acceptPrice } from './booking/accept-price.ts'
import { chooseSeats, readSeatMaps } from './booking/choose-seats.ts'
import { confirmPrice, findOwnPrice } from './booking/confirm-price.ts'
import { findOwnByNumber, findOwnByOrder, withOrder } from './booking/find-booking.ts'
import { receiveEvent } from './booking/receive-event.ts'
import { createFlightOrder } from './booking/create-order.ts'
import {
  presentBooking,
  presentPrice,
  presentSeats,
  presentTraveller,
} from './booking/present-booking.ts'
import { presentSeatMaps } from './booking/present-seats.ts'
import { setPassengers } from './booking/set-passengers.ts'
import {
  findByPseudoKey,
  findOfOwner,
  ownerOf,
  readOwnTraveller,
  readTravellers,
  writeOwnTraveller,
  type StoredTraveller,
} from './booking/store.ts'
import {
  identityCardNationalities,
  storedTraveller,
  problemsOfTraveller,
} from './booking/travellers.ts'
import { birthSpan, lastFlightDay } from './traveller-ages.ts'
import { acceptScheduleChange } from './booking/schedule-changes.ts'
import { tryReservation } from './booking/try-reservation.ts'
import { supplierOf, type FlightPorts } from './ports.ts'
import { priceChangeOf } from './present.ts'
import { externalSearchAddress } from './search/external-search.ts'
import { dayOf } from './search/read-query.ts'
import { readCriteria } from './search/store.ts'

/** Number of recent bookings whose passengers are suggested. */
const recentBookings = 10
const suggestedPassengersMax = 20

export function bookingRoutes(ports: FlightPorts): readonly Implementation[] {
  return [...priceRoutes(ports), ...orderRoutes(ports), ...passengerRoutes]
}

function priceRoutes(ports: FlightPorts): readonly Implementation[] {
  return [
    implement(flightPriceDetails, async (context, { body }) => {
      const price = await confirmPrice(context, ports, body.itineraryId)
      if (!price.ok) return price
      return ok({ ...presentPrice(context, price.value), ...openedSession(context) })
    }),
    implement(flightInfoCheckout, async (context, { query }) => {
      const price = await findOwnPrice(context, query.priceDetailId)
      if (!price.ok) return price
      const { criteria, offer } = price.value
      const [today, lastDay] = [dayOf(context.clock.now()), lastFlightDay(offer)]
      const passengers = travellersOf(criteria).flatMap(({ kind, count }) =>
        Array.from({ length: count }, () => ({ kind, ...birthSpan(kind, lastDay, today) })),
      )
      return ok({
        ...presentPrice(context, price.value),
        passengers,
        identityCardNationalities: identityCardNationalities(offer),
        documentUntil: lastDay,
      })
    }),
    implement(flightSeatMaps, async (context, { query }) => {
      const price = await findOwnPrice(context, query.priceDetailId)
      if (!price.ok) return price
      const maps = await readSeatMaps(context, ports, price.value)
      return maps.ok ? ok(presentSeatMaps(price.value, maps.value, context.locale)) : maps
    }),
  ]
}

function orderRoutes(ports: FlightPorts): readonly Implementation[] {
  return [
    implement(flightOrderCreate, async (context, { body }) => {
      const created = await createFlightOrder(context, body)
      if (!created.ok) return created
      return ok({ ...(await presentBooking(context, created.value)), ...openedSession(context) })
    }),
    implement(flightOrderGet, async (context, { query }) => {
      const found = await findOwnByOrder(context, query)
      return found.ok ? ok(await presentBooking(context, found.value)) : found
    }),
    implement(flightOrderIati, async (context, { query }) => {
      const found = await findOwnByOrder(context, query)
      if (!found.ok) return found
      const { booking } = found.value
      const { supplierKey: key, reference } = booking
      const supplier = supplierOf(ports, booking.supplier)
      const answer = await supplier?.lookUp(context, { key, reference })
      const supplierBooking = answer?.kind === 'answered' ? answer.value : null
      return ok({
        tktOrderNumber: booking.number,
        provider: booking.supplier,
        state: booking.state,
        supplierState:
          answer?.kind === 'answered'
            ? (supplierBooking?.state ?? ('none' as const))
            : ('unknown' as const),
        reference: supplierBooking?.reference ?? booking.reference,
        bookingCode: supplierBooking?.bookingCode ?? booking.bookingCode,
        ticketNumbers: [...(supplierBooking?.ticketNumbers ?? booking.ticketNumbers)],
        reservedUntil: (supplierBooking?.expiresAt ?? booking.reservedUntil)?.toISOString() ?? null,
      })
    }),
    implement(flightTktOrder, async (context, { query }) => {
      const found = await findOwnByOrder(context, query)
      if (!found.ok) return found
      const { booking, order } = found.value
      if (!order) return fail('NotFound')
      return ok({
        tktOrderNumber: booking.number,
        orderKey: order.orderKey,
        orderNumber: order.orderNumber,
        state: booking.state,
        statusName: statusNameOf(shownStatus(order, context.clock.now())),
        bookingCode: booking.bookingCode,
        ticketNumbers: [...booking.ticketNumbers],
      })
    }),
    implement(flightSeats, async (context, { body }) => {
      const chosen = await chooseSeats(context, ports, body)
      if (!chosen.ok) return chosen
      const { booking } = chosen.value
      return ok({
        tktOrderNumber: booking.number,
        total: money(booking.totalMinor),
        seats: presentSeats(booking),
      })
    }),
    implement(flightTryReservation, async (context, { body }) => {
      const tried = await tryReservation(context, ports, body.orderKey)
      if (!tried.ok) return tried
      const { outcome, totalMinor, beforeMinor, reservedUntil } = tried.value
      return ok({
        outcome,
        total: money(outcome === 'price-rose' ? beforeMinor : totalMinor),
        priceChange: priceChangeOf(beforeMinor, totalMinor),
        reservedUntil: reservedUntil?.toISOString() ?? null,
      })
    }),
    implement(flightUpdatePrice, async (context, { query }) => {
      const accepted = await acceptPrice(context, ports, query)
      if (!accepted.ok) return accepted
      const { totalMinor, beforeMinor } = accepted.value
      return ok({ total: money(totalMinor), priceChange: priceChangeOf(beforeMinor, totalMinor) })
    }),
    implement(flightAcceptChange, async (context, { body }) => {
      const accepted = await acceptScheduleChange(context, ports, body)
      return accepted.ok ? ok(await presentBooking(context, accepted.value)) : accepted
    }),
    implement(duffelEvents, (context) =>
      receiveEvent(context, ports, 'duffel', context.arrived?.signed),
    ),
    implement(flightPseudoUri, async (context, { query }) => pageOf(context, query.pseudoKey)),
  ]
}

function statusNameOf(status: number): string {
  return Object.entries(orderStatus).find(([, value]) => value === status)?.[0] ?? ''
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function pageOf(context: CallContext, pseudoKey: string) {
  const searchId = /^search-(.+)$/.exec(pseudoKey)?.[1]
  if (!uuidPattern.test(searchId ?? pseudoKey)) return fail('NotFound')
  if (searchId !== undefined) {
    const criteria = await readCriteria(context, searchId)
    if (!criteria) return fail('NotFound')
    const { slices } = criteria
    const list = (of: (slice: (typeof slices)[number]) => string | undefined) =>
      slices.map((slice) => of(slice) ?? '').join(',')
    const search = {
      fromAirport: list(({ from }) => from[0]),
      toAirport: list(({ to }) => to[0]),
      fromDate: list(({ date }) => date),
      toDate: undefined,
    }
    return ok({ uri: externalSearchAddress(search), isOutside: true })
  }
  const booking = await findByPseudoKey(context, pseudoKey)
  const found = booking ? await withOrder(context, booking) : fail('NotFound')
  if (!found.ok) return found
  const { order } = found.value
  const path =
    order === null
      ? '/fly'
      : shownStatus(order, context.clock.now()) === orderStatus.Processed
        ? `/account/orders/${order.orderNumber}`
        : `/checkout/${order.orderKey}`
  return ok({ uri: `${context.origin}${localizedPath(context.locale, path)}`, isOutside: false })
}

const passengerRoutes: readonly Implementation[] = [
  implement(flightPassengersSet, async (context, { body }) => {
    const named = await setPassengers(context, body)
    if (!named.ok) return named
    const { booking, travellers } = named.value
    const passengers = travellers.map(presentTraveller)
    return ok({ tktOrderNumber: booking.number, passengers, ...openedSession(context) })
  }),
  implement(flightPassengersGet, async (context, { query }) => {
    const found = await findOwnByNumber(context, query.tktOrderNumber)
    if (!found.ok) return found
    const { booking } = found.value
    const travellers = await readTravellers(context, [booking.id])
    return ok({ tktOrderNumber: booking.number, passengers: travellers.map(presentTraveller) })
  }),
  implement(flightPassengerInfo, async (context) => {
    const owner = ownerOf(context.actor)
    if (!owner) return ok({ items: [] })
    const bookings = await findOfOwner(context, owner, recentBookings)
    const travellers = await readTravellers(
      context,
      bookings.map(({ id }) => id),
    )
    return ok({ items: distinct(travellers).slice(0, suggestedPassengersMax).map(presentSaved) })
  }),
  implement(flightPassengerInfoMy, requireCustomer, async (context) => {
    const own = await readOwnTraveller(context, context.actor.customerId)
    return ok({ passenger: own && presentSaved(own) })
  }),
  implement(flightPassengerInfoMySave, requireCustomer, async (context, { body }) => {
    const passenger = { ...body, kind: 'adult' as const }
    const fields = problemsOfTraveller(passenger, null, dayOf(context.clock.now())).map(
      ({ field, message }) => ({ path: `body.${field}`, message }),
    )
    if (fields.length > 0) return fail('FlightPassengersWrong', { fields })
    const traveller = storedTraveller(passenger, 1)
    await writeOwnTraveller(context, context.actor.customerId, traveller)
    return ok({ passenger: presentSaved(traveller) })
  }),
]

function presentSaved(traveller: StoredTraveller) {
  const { position: _position, kind: _kind, ...saved } = presentTraveller(traveller)
  return saved
}

function distinct(travellers: readonly StoredTraveller[]): StoredTraveller[] {
  const byPerson = new Map<string, StoredTraveller>()
  for (const traveller of travellers) {
    const key =
      `${traveller.givenName} ${traveller.familyName} ${traveller.birthDate}`.toUpperCase()
    if (!byPerson.has(key)) byPerson.set(key, traveller)
  }
  return [...byPerson.values()]
}
