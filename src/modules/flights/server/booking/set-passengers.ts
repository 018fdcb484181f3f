/** Names the passengers of a confirmed price: a draft of a booking begins, or an open one is named again. */
import type { ErrorCode } from '#contract/errors.ts'
import { readableCode } from '#kernel/ids.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  namePassengers,
  type GivenPassenger,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { GivenTraveller } from '../../contract.ts'
import { flightSource, flightSourceName } from '../offer-source.ts'
import { dayOf } from '../search/read-query.ts'
import { findOwnPrice } from './confirm-price.ts'
import { findOwnByNumber } from './find-booking.ts'
import {
  changeBooking,
  insertBooking,
  ownerOf,
  writeTravellers,
  type Booking,
  type KeptTraveller,
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
  readonly travellers: readonly KeptTraveller[]
}

export async function setPassengers(
  context: Context,
  given: PassengersToSet,
): Promise<Result<NamedBooking, ErrorCode>> {
  const { priceDetailId, tktOrderNumber } = given
  if (tktOrderNumber !== undefined) return renamePassengers(context, tktOrderNumber, given)
  if (priceDetailId === undefined) return fail('BadRequest')
  const owner = ownerOf(context.actor)
  if (!owner) return fail('Unauthenticated')
  const price = await findOwnPrice(context, priceDetailId)
  if (!price.ok) return price
  const { criteria, offer, supplier, rate, totalMinor } = price.value
  const today = dayOf(context.clock.now())
  const fields = problemsOfTravellers(given.passengers, criteria, offer, today)
  if (fields.length > 0) return fail('FlightPassengersWrong', { fields })
  const travellers = travellersFrom(given.passengers)
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
      contactEmail: given.contact.email,
      contactPhone: given.contact.phone,
      departsAt: new Date(offer.slices[0]?.legs[0]?.departsAt ?? now),
      arrivesAt: new Date(offer.slices.at(-1)?.legs.at(-1)?.arrivesAt ?? now),
      createdAt: now,
    })
    await writeTravellers(inside, booking.id, travellers)
    return ok({ booking, travellers })
  })
}

async function renamePassengers(
  context: Context,
  number: string,
  given: PassengersToSet,
): Promise<Result<NamedBooking, ErrorCode>> {
  const found = await findOwnByNumber(context, number)
  if (!found.ok) return found
  const { booking, order } = found.value
  const today = dayOf(context.clock.now())
  const fields = problemsOfTravellers(given.passengers, booking.criteria, booking.offer, today)
  if (fields.length > 0) return fail('FlightPassengersWrong', { fields })
  const travellers = travellersFrom(given.passengers)
  return inTransaction(context, async (inside): Promise<Result<NamedBooking, ErrorCode>> => {
    const changed = await changeBooking(
      inside,
      booking.id,
      ['draft', 'held', 'reserving', 'reserved'],
      { contactEmail: given.contact.email, contactPhone: given.contact.phone },
      'passengers-named',
    )
    if (!changed) return fail('OrderStatusNotAllowed')
    await writeTravellers(inside, booking.id, travellers)
    if (order) {
      const named = await nameOnOrder(inside, order, travellers)
      if (!named.ok) return named
    }
    return ok({ booking: changed, travellers })
  })
}

/** The tickets of an order bear the names of its travellers. */
export function nameOnOrder(
  context: Context,
  order: Order,
  travellers: readonly KeptTraveller[],
): Promise<Result<Order, ErrorCode>> {
  const passengers = order.lines.flatMap((line): GivenPassenger[] => {
    const isTicket = line.source === flightSourceName && line.kind === 'Ticket'
    const one = travellers.find(({ position }) => position === line.placeId)
    if (!isTicket || !one) return []
    return [
      {
        lineId: line.id,
        unit: 0,
        givenName: one.givenName,
        familyName: one.familyName,
        nameKa: '',
        kind: one.kind === 'adult' ? 0 : 1,
        documentKind: one.documentKind,
        documentNumber: one.documentNumber,
        nationality: one.nationality,
        birthDate: one.birthDate,
      },
    ]
  })
  return namePassengers(context, [flightSource], { orderKey: order.orderKey, passengers })
}
