/** Sets the passengers of a confirmed price, creating a draft booking, or changes those of an open booking. */
import type { ErrorCode } from '#contract/errors.ts'
import { readableCode } from '#kernel/ids.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  companionProblemOf,
  namePassengers,
  type CompanionProblem,
  type GivenPassenger,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { GivenTraveller } from '../../contract.ts'
import { flightCompanions, flightSource, flightSourceName, ticketTypeOf } from '../offer-source.ts'
import { dayOf } from '../search/read-query.ts'
import { lastFlightDay } from '../traveller-ages.ts'
import { findOwnPrice } from './confirm-price.ts'
import { findOwnByNumber } from './find-booking.ts'
import {
  changeBooking,
  insertBooking,
  ownerOf,
  writeTravellers,
  type Booking,
  type StoredTraveller,
} from './store.ts'
import { problemsOfTravellers, travellersFrom } from './travellers.ts'

const numberLength = 8

export interface PassengersToSet {
  readonly priceDetailId?: string | undefined
  readonly tktOrderNumber?: string | undefined
  readonly passengers: readonly GivenTraveller[]
  readonly contact: { readonly email: string; readonly phone: string }
}

export interface NamedBooking {
  readonly booking: Booking
  readonly travellers: readonly StoredTraveller[]
}

export async function setPassengers(
  context: Context,
  request: PassengersToSet,
): Promise<Result<NamedBooking, ErrorCode>> {
  const { priceDetailId, tktOrderNumber } = request
  if (tktOrderNumber !== undefined) return changePassengers(context, tktOrderNumber, request)
  if (priceDetailId === undefined) return fail('BadRequest')
  const owner = ownerOf(context.actor)
  if (!owner) return fail('Unauthenticated')
  const price = await findOwnPrice(context, priceDetailId)
  if (!price.ok) return price
  const { criteria, offer, supplier, rate, totalMinor } = price.value
  const today = dayOf(context.clock.now())
  const fields = problemsOfTravellers(request.passengers, criteria, offer, today)
  if (fields.length > 0) return fail('FlightPassengersWrong', { fields })
  const travellers = travellersFrom(request.passengers)
  const alone = companionProblem(travellers, offer)
  if (alone) return fail(alone)
  return inTransaction(context, async (inside) => {
    const now = inside.clock.now()
    const booking = await insertBooking(inside, {
      ...owner,
      number: readableCode(inside.random, numberLength),
      pseudoKey: inside.random.uuid(),
      supplier,
      supplierKey: inside.random.uuid(),
      criteria,
      offer,
      rate,
      totalMinor,
      contactEmail: request.contact.email,
      contactPhone: request.contact.phone,
      departsAt: new Date(offer.slices[0]?.legs[0]?.departsAt ?? now),
      arrivesAt: new Date(offer.slices.at(-1)?.legs.at(-1)?.arrivesAt ?? now),
      createdAt: now,
    })
    await writeTravellers(inside, booking.id, travellers)
    return ok({ booking, travellers })
  })
}

async function changePassengers(
  context: Context,
  number: string,
  request: PassengersToSet,
): Promise<Result<NamedBooking, ErrorCode>> {
  const found = await findOwnByNumber(context, number)
  if (!found.ok) return found
  const { booking, order } = found.value
  const today = dayOf(context.clock.now())
  const fields = problemsOfTravellers(request.passengers, booking.criteria, booking.offer, today)
  if (fields.length > 0) return fail('FlightPassengersWrong', { fields })
  const travellers = travellersFrom(request.passengers)
  const alone = companionProblem(travellers, booking.offer)
  if (alone) return fail(alone)
  return inTransaction(context, async (inside): Promise<Result<NamedBooking, ErrorCode>> => {
    const changed = await changeBooking(
      inside,
      booking.id,
      ['draft', 'held', 'reserving', 'reserved'],
      { contactEmail: request.contact.email, contactPhone: request.contact.phone },
      'passengers-named',
    )
    if (!changed) return fail('OrderStatusNotAllowed')
    await writeTravellers(inside, booking.id, travellers)
    if (order) {
      const named = await setOrderPassengers(inside, order, travellers)
      if (!named.ok) return named
    }
    return ok({ booking: changed, travellers })
  })
}

/** Children and infants fly with somebody of age, whatever the ticket of that person. */
function companionProblem(
  travellers: readonly StoredTraveller[],
  offer: Booking['offer'],
): CompanionProblem | null {
  const party = travellers.map(({ kind, birthDate }) => ({
    ticketTypeId: ticketTypeOf(1, kind),
    legFrom: 0,
    legTo: 1,
    birthDate,
  }))
  return companionProblemOf(flightCompanions, party, lastFlightDay(offer))
}

/** Writes the travellers to the ticket lines of the order. */
export function setOrderPassengers(
  context: Context,
  order: Order,
  travellers: readonly StoredTraveller[],
): Promise<Result<Order, ErrorCode>> {
  const passengers = order.lines.flatMap((line): GivenPassenger[] => {
    const isTicket = line.source === flightSourceName && line.kind === 'Ticket'
    const traveller = travellers.find(({ position }) => position === line.placeId)
    if (!isTicket || !traveller) return []
    return [
      {
        lineId: line.id,
        unit: 0,
        givenName: traveller.givenName,
        familyName: traveller.familyName,
        nameKa: '',
        kind: traveller.kind === 'adult' ? 0 : 1,
        documentKind: traveller.documentKind,
        documentNumber: traveller.documentNumber,
        nationality: traveller.nationality,
        birthDate: traveller.birthDate,
      },
    ]
  })
  return namePassengers(context, [flightSource], { orderKey: order.orderKey, passengers })
}
