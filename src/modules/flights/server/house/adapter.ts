/** The platform's own supplier, with schedule, seats and bookings in our database. */
import { readableCode } from '#kernel/ids.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { totalMinor, type FlightOffer, type SearchCriteria } from '../../itinerary.ts'
import {
  answered,
  refused,
  type CancelQuote,
  type FlightSupplier,
  type ReservationRequest,
  type SupplierAnswer,
  type SupplierBooking,
} from '../supplier.ts'
import { legsOf, seatsMinor } from '../../seats.ts'
import { flightKeyOf, seatMapOf } from './cabin.ts'
import { allotmentOf, familiesOf, pricesOf } from './fares.ts'
import { offersFor, seatsLeftOf, stockKey, stockKeysOf, tripsFor } from './search.ts'
import {
  asSupplierBooking,
  findBooking,
  releaseNamedSeats,
  releaseSeats,
  insertBooking,
  listExpired,
  readSold,
  readTakenSeats,
  takeNamedSeats,
  takeSeats,
  updateBooking,
  type HouseBooking,
} from './store.ts'

const reservedMinutes = 60
const offerMinutes = 25
/** Carrier-neutral stock number of e-tickets of the demo. */
const ticketStock = '270'

export const houseSupplier: FlightSupplier = {
  name: 'house',
  searchMilliseconds: 2_000,

  async search(context, criteria: SearchCriteria) {
    const now = context.clock.now()
    const trips = tripsFor(criteria, now)
    const sold = await readSold(context, stockKeysOf(trips, criteria))
    return answered(offersFor(trips, criteria, sold, now))
  },

  async price(context, offer) {
    const now = context.clock.now()
    const keys = keysOf(offer).map(({ key }) => key)
    const left = seatsLeftOf(offer.slices, offer.fare, await readSold(context, keys))
    if (left < seatsOf(offer)) return refused('sold-out')
    const family = familiesOf(offer.issuedBy, offer.fare.cabin).find(
      ({ code }) => code === offer.fare.code,
    )
    const departsAt = Date.parse(offer.slices[0]?.legs[0]?.departsAt ?? '')
    if (!family || !(departsAt > now.getTime())) return refused('offer-gone')
    const prices = pricesOf(offer.slices, family, offer.prices, now)
    const expiresAt = new Date(now.getTime() + offerMinutes * 60_000).toISOString()
    return answered({ ...offer, prices, seatsLeft: left, expiresAt })
  },

  async seatMaps(context, offer) {
    const legs = legsOf(offer.slices)
    const taken = await readTakenSeats(context, legs.map(flightKeyOf))
    return answered(legs.map((leg, index) => seatMapOf(leg, index, offer, taken)))
  },

  reserve: (context, request) => reserveSeats(context, request),

  async ticket(context, request) {
    const reserved = await reserveSeats(context, request)
    if (reserved.kind !== 'answered') return reserved
    const result = await inTransaction(context, async (inside) => {
      const booking = await findBooking(inside, { key: request.key }, { isLocked: true })
      if (!booking || booking.state === 'cancelled') return ok(refused('offer-gone'))
      if (booking.state === 'ticketed') return ok(answered(asSupplierBooking(booking)))
      const ticketNumbers = request.travellers.map(() => ticketNumber(inside))
      const change = { state: 'ticketed' as const, ticketNumbers, expiresAt: null }
      await updateBooking(inside, booking.key, change)
      return ok(answered(asSupplierBooking({ ...booking, ...change })))
    })
    return result.value
  },

  async lookUp(context, { key }) {
    const booking = await findBooking(context, { key })
    return answered(booking && asSupplierBooking(booking))
  },

  async quoteCancel(context, reference) {
    const booking = await findBooking(context, { reference })
    return booking ? answered(refundOf(booking)) : refused('not-found')
  },

  async cancel(context, { reference }) {
    const booking = await findBooking(context, { reference })
    return booking ? cancelBooking(context, booking.key) : refused('not-found')
  },
}

function keysOf(offer: FlightOffer): { readonly key: string; readonly allotment: number }[] {
  return offer.slices.flatMap(({ legs }) =>
    legs.map((leg) => ({
      key: stockKey(leg, offer.fare.code),
      allotment: allotmentOf(leg, offer.fare),
    })),
  )
}

/** Number of required seats; infants have none. */
function seatsOf({ prices }: Pick<FlightOffer, 'prices'>): number {
  return prices.reduce((sum, { kind, count }) => (kind === 'infant' ? sum : sum + count), 0)
}

async function reserveSeats(
  context: Context,
  { key, offer, seats }: Pick<ReservationRequest, 'key' | 'offer' | 'seats'>,
): Promise<SupplierAnswer<SupplierBooking>> {
  const result = await inTransaction(context, async (inside) => {
    const known = await findBooking(inside, { key }, { isLocked: true })
    if (known)
      return ok(
        known.state === 'cancelled' ? refused('offer-gone') : answered(asSupplierBooking(known)),
      )
    const now = inside.clock.now()
    const booking: HouseBooking = {
      key,
      reference: `H${readableCode(inside.random, 9)}`,
      state: 'reserved',
      bookingCode: readableCode(inside.random, 6),
      ticketNumbers: [],
      offer,
      seats: seatsOf(offer),
      totalMinor: totalMinor(offer.prices) + seatsMinor(seats),
      expiresAt: new Date(now.getTime() + reservedMinutes * 60_000),
    }
    // Inserted first, so that a concurrent request with the same key waits here and then finds it.
    if (!(await insertBooking(inside, booking, now))) {
      const first = await findBooking(inside, { key })
      return ok(first ? answered(asSupplierBooking(first)) : refused('offer-gone'))
    }
    if (!(await takeSeats(inside, keysOf(offer), booking.seats)))
      return { ok: false as const, code: 'sold-out' as const, detail: {} }
    const legs = legsOf(offer.slices).map(flightKeyOf)
    const named = seats.map(({ leg, seat }) => ({ flightKey: legs[leg] ?? '', seat }))
    if (!(await takeNamedSeats(inside, key, named)))
      return { ok: false as const, code: 'seat-taken' as const, detail: {} }
    return ok(answered(asSupplierBooking(booking)))
  })
  return result.ok ? result.value : refused(result.code)
}

function ticketNumber(context: Context): string {
  const digits = [...context.random.bytes(10)].map((byte) => byte % 10).join('')
  return `${ticketStock}-${digits}`
}

/** The refund of the fare, without seats. An unpaid reservation has none. */
function refundOf(booking: HouseBooking): CancelQuote {
  const { fare, prices, currency } = booking.offer
  const retained = prices.reduce(
    (sum, { count, unitMinor }) =>
      sum + count * (fare.refund === 'none' ? unitMinor : Math.min(unitMinor, fare.refundFeeMinor)),
    0,
  )
  const refundMinor = booking.state === 'ticketed' ? totalMinor(prices) - retained : 0
  return { refundMinor: Math.max(0, refundMinor), currency, quoteRef: booking.reference }
}

async function cancelBooking(context: Context, key: string): Promise<SupplierAnswer<CancelQuote>> {
  const result = await inTransaction(context, async (inside) => {
    const booking = await findBooking(inside, { key }, { isLocked: true })
    if (!booking) return ok(refused('not-found'))
    const quote = refundOf(booking)
    if (booking.state === 'cancelled') return ok(answered(quote))
    const keys = keysOf(booking.offer).map((stock) => stock.key)
    await updateBooking(inside, key, { ...booking, state: 'cancelled', expiresAt: null })
    await releaseSeats(inside, keys, booking.seats)
    await releaseNamedSeats(inside, key)
    return ok(answered(quote))
  })
  return result.value
}

/** Releases the seats of expired unpaid bookings. Returns the number of ended bookings. */
export async function releaseExpiredSeats(context: Context): Promise<number> {
  const keys = await listExpired(context, context.clock.now())
  for (const key of keys) await cancelBooking(context, key)
  return keys.length
}
