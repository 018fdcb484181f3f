/** Conversion of Duffel's offers. Times are local to the airports; instants are derived from the airports' time zones. */
import {
  cabins,
  type Cabin,
  type FareTerms,
  type FlightLeg,
  type FlightOffer,
  type FlightSlice,
  type TravellerKind,
  type TravellerPrice,
} from '../../itinerary.ts'
import { currencyOf, minorOf } from '../amounts.ts'
import { airports } from '../reference/airports.ts'
import { instantOf } from '../reference/local-time.ts'
import type { DuffelOffer, DuffelSegment } from './shapes.ts'

/** Reference for booking an offer: its id, whether it can be held unpaid, and Duffel's passenger ids. */
export function refOf({ id, payment_requirements, passengers }: DuffelOffer): string {
  const payment = payment_requirements.requires_instant_payment ? 'instant' : 'hold'
  return [id, payment, ...passengers.map((passenger) => passenger.id)].join(' ')
}

export function readRef(offerRef: string): {
  readonly offerId: string
  readonly isHoldable: boolean
  readonly passengerIds: readonly string[]
} {
  const [offerId = '', payment, ...passengerIds] = offerRef.split(' ')
  return { offerId, isHoldable: payment === 'hold', passengerIds }
}

/** Null for an offer that we cannot sell: unsupported currency, an airport without a time zone, or no airline code. */
export function readOffer(offer: DuffelOffer): FlightOffer | null {
  const [total, currency] = [minorOf(offer.total_amount), currencyOf(offer.total_currency)]
  const slices = offer.slices.map(({ segments }) => sliceOf(segments))
  const issuedBy = offer.owner.iata_code
  if (total === null || currency === null || issuedBy === null) return null
  if (!slices.every((slice) => slice !== null)) return null
  return {
    offerRef: refOf(offer),
    issuedBy,
    slices,
    fare: fareOf(offer),
    prices: pricesOf(offer, total),
    currency,
    expiresAt: new Date(offer.expires_at).toISOString(),
    seatsLeft: null,
  }
}

/** Null if a flight has no airline code or an airport no time zone. */
export function sliceOf(segments: readonly DuffelSegment[]): FlightSlice | null {
  const legs = segments.map(legOf)
  if (!legs.every((leg) => leg !== null)) return null
  const [first, last] = [legs[0], legs.at(-1)]
  if (!first || !last) return null
  const minutes = (Date.parse(last.arrivesAt) - Date.parse(first.departsAt)) / 60_000
  return { legs, minutes }
}

function legOf(segment: DuffelSegment): FlightLeg | null {
  const { origin, destination, marketing_carrier: sells, operating_carrier: flies } = segment
  const zones = [origin, destination].map(
    ({ iata_code, time_zone }) => time_zone ?? airports.get(iata_code)?.timeZone,
  )
  const [fromZone, toZone] = zones
  if (!fromZone || !toZone || !sells.iata_code) return null
  const departs = instantOf(segment.departing_at, fromZone)
  const arrives = instantOf(segment.arriving_at, toZone)
  return {
    carrier: sells.iata_code,
    operatedBy: flies.iata_code ?? sells.iata_code,
    flightNumber: `${sells.iata_code} ${Number(segment.marketing_carrier_flight_number)}`,
    from: origin.iata_code,
    to: destination.iata_code,
    departsAt: departs.toISOString(),
    departsLocal: segment.departing_at.slice(0, 16),
    arrivesAt: arrives.toISOString(),
    arrivesLocal: segment.arriving_at.slice(0, 16),
    minutes: Math.round((arrives.getTime() - departs.getTime()) / 60_000),
    aircraft: segment.aircraft?.iata_code ?? null,
  }
}

const cabinOfClass: Readonly<Record<string, Cabin>> = {
  economy: 'economy',
  premium_economy: 'premium',
  business: 'business',
  first: 'first',
}

function fareOf({ slices, conditions, total_currency }: DuffelOffer): FareTerms {
  const passenger = slices[0]?.segments[0]?.passengers[0]
  const bags = (type: string) =>
    passenger?.baggages.reduce((sum, bag) => (bag.type === type ? sum + bag.quantity : sum), 0) ?? 0
  const cabin = cabinOfClass[passenger?.cabin_class ?? ''] ?? cabins[0]
  const name = slices[0]?.fare_brand_name ?? cabin.replace(/^./, (letter) => letter.toUpperCase())
  const refund = termOf(conditions.refund_before_departure, total_currency)
  const change = termOf(conditions.change_before_departure, total_currency)
  return {
    code: name.toLowerCase().replaceAll(/\s+/g, '-'),
    name,
    cabin,
    // Duffel states the number of cabin bags, not their weight.
    cabinBagKg: bags('carry_on') > 0 ? 8 : null,
    checkedBags: bags('checked'),
    checkedBagKg: null,
    refund: refund.kind,
    refundFeeMinor: refund.feeMinor,
    change: change.kind,
    changeFeeMinor: change.feeMinor,
  }
}

/** Missing conditions count as not permitted, and so do penalties in another currency. */
function termOf(
  term: DuffelOffer['conditions']['refund_before_departure'],
  currency: string,
): { readonly kind: FareTerms['refund']; readonly feeMinor: number } {
  if (!term?.allowed) return { kind: 'none', feeMinor: 0 }
  const fee = term.penalty_amount ? minorOf(term.penalty_amount) : null
  if (fee === null) return { kind: 'none', feeMinor: 0 }
  if (fee > 0 && term.penalty_currency !== currency) return { kind: 'none', feeMinor: 0 }
  return fee === 0 ? { kind: 'free', feeMinor: 0 } : { kind: 'fee', feeMinor: fee }
}

const kindOfType: Readonly<Record<string, TravellerKind>> = {
  adult: 'adult',
  child: 'child',
  infant_without_seat: 'infant',
}
const weightOf: Readonly<Record<TravellerKind, number>> = { adult: 10, child: 10, infant: 1 }

/** Duffel quotes a total for all passengers, which is split so that the parts add up exactly. */
function pricesOf({ passengers }: DuffelOffer, total: number): TravellerPrice[] {
  const kinds = passengers.map(({ type }) => kindOfType[type ?? 'adult'] ?? 'adult')
  const weights = kinds.reduce((sum, kind) => sum + weightOf[kind], 0)
  const shares = kinds.map((kind) => Math.floor((total * weightOf[kind]) / weights))
  const left = total - shares.reduce((sum, share) => sum + share, 0)
  return kinds.map((kind, index) => ({
    kind,
    count: 1,
    unitMinor: (shares[index] ?? 0) + (index === 0 ? left : 0),
  }))
}
