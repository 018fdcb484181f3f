/**
 * The offer source of flights. A booking is an item whose offering has one named place per traveller, including infants,
 * since each has a ticket. Its price is the last confirmed one; a new price is a new revision with its own ticket types,
 * for which the same places are chosen again.
 */
import { fail, ok } from '#kernel/result.ts'
import { formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import type { PlaceNaming } from '#kernel/place-naming.ts'
import { formatText } from '#kernel/texts.ts'
import type { Locale, LocalizedText } from '#kernel/locale.ts'
import {
  itemKey,
  type CompanionTerms,
  type FlightSegment,
  type ItemDetails,
  type ItemHead,
  type OfferSource,
  type PassengerTerms,
  type QuotedTicket,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import { isForeign } from '#modules/rates/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import en from '../messages/rules-en.json' with { type: 'json' }
import ka from '../messages/rules-ka.json' with { type: 'json' }
import {
  travellerKinds,
  type FlightLeg,
  type FlightOffer,
  type TravellerKind,
} from '../itinerary.ts'
import { kindsOf, seatsByFlight, seatsMinor } from '../seats.ts'
import { findById, findByIds, type Booking } from './booking/store.ts'
import { agesOf, lastFlightDay } from './traveller-ages.ts'
import { seatsInLari, unitInLari } from './lari.ts'
import { airlineName } from './reference/airlines.ts'
import { airportName, airports, cityName } from './reference/airports.ts'

export const flightSourceName = 'flight'
/** The platform as the organiser of flights, created by migration 0270. */
export const flightMerchantId = 270_001
/** Number of the specification's category kind. */
const flightCategory = 4
export const holdSeconds = 20 * 60
const revisionsMax = 60
const typesPerRevision = 10

export interface FlightRequest {
  readonly bookingId: number
}

export function ticketTypeOf(revision: number, kind: TravellerKind): number {
  return revision * typesPerRevision + travellerKinds.indexOf(kind) + 1
}

function kindOfType(typeId: number): TravellerKind {
  return travellerKinds[(typeId % typesPerRevision) - 1] ?? 'adult'
}

const kindNames: Readonly<Record<TravellerKind, LocalizedText>> = {
  adult: { ka: ka.adult, en: en.adult },
  child: { ka: ka.child, en: en.child },
  infant: { ka: ka.infant, en: en.infant },
}

const onALap = { ka: ka.placeInfant, en: en.placeInfant }
const atCheckIn = { ka: ka.placeAtCheckIn, en: en.placeAtCheckIn }

const everyType = Array.from({ length: revisionsMax }, (_, index) => index + 1).flatMap(
  (revision) => travellerKinds.map((kind) => [ticketTypeOf(revision, kind), kind] as const),
)

const typesOfChildren = new Set(
  everyType.flatMap(([type, kind]) => (kind === 'adult' ? [] : [type])),
)
/** A child or an infant flies with somebody who is 16 on the day of the last flight. */
export const flightCompanions: CompanionTerms = {
  childTypes: typesOfChildren,
  minorTypes: typesOfChildren,
  aloneFromAge: 12,
  companionFromAge: 16,
}

/** The specification's passenger types; infants count as children. */
const terms: PassengerTerms = {
  companions: flightCompanions,
  asksNameKa: false,
  documentKinds: ['passport', 'identity-card'],
  asksBirthDate: true,
  kindOfType: new Map(everyType.map(([type, kind]) => [type, kind === 'adult' ? 0 : 1])),
}
const agesOfType = new Map(everyType.map(([type, kind]) => [type, agesOf[kind]]))

const lastDays = createTtlCache<number, string | null>({
  milliseconds: 10_000,
  most: 2_000,
  read: async (context, bookingId) => {
    const booking = await findById(context, bookingId)
    return booking ? lastFlightDay(booking.offer) : null
  },
})

export const flightSource: OfferSource<FlightRequest> = {
  name: flightSourceName,

  async quote(context, { bookingId }) {
    const booking = await findById(context, bookingId)
    if (!booking?.offeringId) return fail('NotFound')
    if (booking.departsAt <= context.clock.now()) return fail('EventNotActive')
    if (booking.revision > revisionsMax) return fail('FlightOfferEnded')
    return ok({
      source: flightSourceName,
      offeringId: booking.offeringId,
      itemId: booking.id,
      currency: 'GEL',
      tickets: ticketsOf(booking),
      fees: new Map(),
      holdSeconds,
      placesPerOrderMax: placeCountOf(booking.offer),
      perTypeMax: new Map(),
    })
  },

  async describeItems(context, items) {
    return describe(context, items, (_booking, description) => description)
  },

  async passengerTerms(context, { itemId }) {
    const on = await lastDays(context, itemId)
    return on === null ? terms : { ...terms, ages: { on, ofType: agesOfType } }
  },
}

export function placeCountOf({ prices }: Pick<FlightOffer, 'prices'>): number {
  return prices.reduce((sum, { count }) => sum + count, 0)
}

/** Name of a traveller's place: the chosen seats, or that the airline assigns one at check-in. */
export function namingOf(
  { offer, seats }: Pick<Booking, 'offer' | 'seats'>,
  position: number,
): PlaceNaming {
  const own = seats.filter((seat) => seat.position === position)
  const isInfant = kindsOf(offer.prices)[position - 1] === 'infant'
  if (own.length === 0) return { place: isInfant ? onALap : atCheckIn }
  const onFlights = seatsByFlight(offer.slices, own)
  const textOf = (locale: Locale) => {
    const { placeOnFlight, placeOnFlightLater } = locale === 'ka' ? ka : en
    return onFlights
      .map(({ vehicle: flight, seat }) =>
        seat === null
          ? formatText(locale, placeOnFlightLater, { flight })
          : formatText(locale, placeOnFlight, { flight, seat }),
      )
      .join(', ')
  }
  return { place: { ka: textOf('ka'), en: textOf('en') }, seats: onFlights }
}

function ticketsOf(booking: Booking): QuotedTicket[] {
  const { offer, rate, revision } = booking
  let place = 0
  return offer.prices.flatMap((price) =>
    Array.from({ length: price.count }, (): QuotedTicket => {
      place += 1
      const { currency } = offer
      const isConverted = rate !== null && isForeign(currency)
      const seats = booking.seats.filter(({ position }) => position === place)
      const seatMinor = seatsInLari(seats, currency, rate)
      return {
        ticketTypeId: ticketTypeOf(revision, price.kind),
        merchantId: flightMerchantId,
        placeId: place,
        poolId: null,
        legFrom: 0,
        legTo: 1,
        quantity: 1,
        unitPriceMinor: unitInLari(price, currency, rate) + seatMinor,
        description: {
          ka: typeText('ka', { kind: price.kind, fare: offer.fare.name, seatMinor }),
          en: typeText('en', { kind: price.kind, fare: offer.fare.name, seatMinor }),
        },
        detail: {
          naming: namingOf(booking, place),
          ...(isConverted && {
            foreign: {
              unitPriceMinor: price.unitMinor + seatsMinor(seats),
              currency,
              lariMillionths: rate.lariMillionths,
              ratedOn: rate.ratedOn,
            },
          }),
        },
      }
    }),
  )
}

/** Name of a ticket type, such as `Adult, Light`, with the included price of chosen seats. */
function typeText(
  locale: Locale,
  {
    kind,
    fare,
    seatMinor,
  }: { readonly kind: TravellerKind; readonly fare: string; readonly seatMinor: number },
): string {
  const plain = `${kindNames[kind][locale]}, ${fare}`
  if (seatMinor === 0) return plain
  const texts = locale === 'ka' ? ka : en
  const seats = formatMoney(locale, money(seatMinor))
  return formatText(locale, texts.typeWithSeats, { plain, seats })
}

type Flight = ItemHead & Extract<ItemDetails, { kind: 'flight' }>

/** Descriptions of items, extended by `add`; unknown bookings are left out. */
export async function describe<Description>(
  context: Pick<Context, 'db'>,
  items: readonly SoldItem[],
  add: (booking: Booking, description: Flight) => Description,
): Promise<Map<string, Description>> {
  const ids = [...new Set(items.map(({ itemId }) => itemId))]
  const bookings = new Map((await findByIds(context, ids)).map((booking) => [booking.id, booking]))
  return new Map(
    items.flatMap((item) => {
      const booking = bookings.get(item.itemId)
      return booking ? [[itemKey(item), add(booking, descriptionOf(booking))]] : []
    }),
  )
}

function descriptionOf(booking: Booking): Flight {
  const { offer } = booking
  const [first, last] = [offer.slices[0]?.legs[0], offer.slices.at(-1)?.legs.at(-1)]
  if (!first || !last) throw new Error(`Booking ${booking.id} has flights`)
  return {
    kind: 'flight',
    itemId: booking.id,
    name: tripName(offer),
    venue: airportName(first.from),
    startsAt: new Date(first.departsAt),
    timeZone: zoneOf(first.from),
    endsAt: new Date(last.arrivesAt),
    endTimeZone: zoneOf(last.to),
    imageUrl: null,
    category: flightCategory,
    pagePath: isBought(booking) ? `/fly/booking?orderKey=${booking.orderKey}` : '/fly',
    segments: offer.slices.flatMap(({ legs }) => legs.map((leg) => segmentOf(leg, offer))),
  }
}

function isBought({ state, orderKey }: Booking): boolean {
  return orderKey !== null && (state === 'ticketing' || state === 'ticketed')
}

/** Name of a trip, such as `Tbilisi – Vienna and back`. */
export function tripName({ slices }: Pick<FlightOffer, 'slices'>): LocalizedText {
  const [out] = slices
  const from = out?.legs[0]?.from ?? ''
  const to = out?.legs.at(-1)?.to ?? ''
  const isReturn =
    slices.length === 2 &&
    cityName(slices[1]?.legs[0]?.from ?? '').en === cityName(to).en &&
    cityName(slices[1]?.legs.at(-1)?.to ?? '').en === cityName(from).en
  const of = (locale: Locale) => {
    const texts = locale === 'ka' ? ka : en
    const message =
      slices.length === 1 ? texts.tripOneWay : isReturn ? texts.tripReturn : texts.tripSeveral
    const values = { from: cityName(from)[locale], to: cityName(to)[locale] }
    return formatText(locale, message, values)
  }
  return { ka: of('ka'), en: of('en') }
}

function zoneOf(code: string): string {
  return airports.get(code)?.timeZone ?? 'UTC'
}

function segmentOf(leg: FlightLeg, { fare }: FlightOffer): FlightSegment {
  const stop = (code: string, at: string) => ({
    name: airportName(code),
    at: new Date(at),
    timeZone: zoneOf(code),
    code,
  })
  return {
    from: stop(leg.from, leg.departsAt),
    to: stop(leg.to, leg.arrivesAt),
    carrier: { ka: airlineName(leg.carrier, 'ka'), en: airlineName(leg.carrier, 'en') },
    flightNumber: leg.flightNumber,
    cabin: { ka: fare.name, en: fare.name },
  }
}

export function typeNamesOf(revision: number): ReadonlyMap<number, LocalizedText> {
  return new Map(
    Array.from({ length: revision }, (_, index) => index + 1).flatMap((each) =>
      travellerKinds.map(
        (kind) =>
          [ticketTypeOf(each, kind), kindNames[kindOfType(ticketTypeOf(each, kind))]] as const,
      ),
    ),
  )
}
