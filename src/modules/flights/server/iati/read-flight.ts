/** Conversion of IATI's flights to offers, one per fare. */
import {
  cabins,
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
import type { IatiFare, IatiFlight, IatiTrip } from './shapes.ts'

/** Fares that we cannot sell are left out: unsupported currency, or an airport without a time zone. */
export function readFlight({ validatingCarrier, trips, fares }: IatiFlight): FlightOffer[] {
  const slices = trips.map(readTrip)
  if (!slices.every((slice) => slice !== null)) return []
  return fares.flatMap((fare) => {
    const currency = currencyOf(fare.currency)
    const prices = pricesOf(fare)
    if (currency === null || prices === null) return []
    return {
      offerRef: fare.fareId,
      issuedBy: validatingCarrier,
      slices,
      fare: termsOf(fare),
      prices,
      currency,
      expiresAt: new Date(fare.validUntil).toISOString(),
      seatsLeft: fare.seats ?? null,
    }
  })
}

/** Null if the time zone of an airport is unknown. */
export function readTrip({ segments }: IatiTrip): FlightSlice | null {
  const legs = segments.map(legOf)
  if (!legs.every((leg) => leg !== null)) return null
  const [first, last] = [legs[0], legs.at(-1)]
  if (!first || !last) return null
  return { legs, minutes: minutesBetween(first.departsAt, last.arrivesAt) }
}

function legOf(segment: IatiTrip['segments'][number]): FlightLeg | null {
  const { carrier, from, to, departure, arrival } = segment
  const fromZone = segment.departureZone ?? airports.get(from)?.timeZone
  const toZone = segment.arrivalZone ?? airports.get(to)?.timeZone
  if (!fromZone || !toZone) return null
  const departsAt = instantOf(departure, fromZone).toISOString()
  const arrivesAt = instantOf(arrival, toZone).toISOString()
  return {
    carrier,
    operatedBy: segment.operatingCarrier ?? carrier,
    flightNumber: `${carrier} ${Number(segment.number)}`,
    from,
    to,
    departsAt,
    departsLocal: departure.slice(0, 16),
    arrivesAt,
    arrivesLocal: arrival.slice(0, 16),
    minutes: minutesBetween(departsAt, arrivesAt),
    aircraft: segment.aircraft ?? null,
  }
}

function minutesBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 60_000)
}

const kindOf: Readonly<Record<IatiFare['paxFares'][number]['type'], TravellerKind>> = {
  ADT: 'adult',
  CHD: 'child',
  INF: 'infant',
}
const kindOrder: readonly TravellerKind[] = ['adult', 'child', 'infant']

function pricesOf({ paxFares }: IatiFare): TravellerPrice[] | null {
  const prices = paxFares.map(({ type, count, total }) => ({
    kind: kindOf[type],
    count,
    unitMinor: minorOf(total) ?? -1,
  }))
  if (prices.some(({ unitMinor }) => unitMinor < 0)) return null
  return prices.toSorted(
    (left, right) => kindOrder.indexOf(left.kind) - kindOrder.indexOf(right.kind),
  )
}

function termsOf(fare: IatiFare): FareTerms {
  const refund = termOf(fare.refund)
  const change = termOf(fare.change)
  return {
    code: fare.brand.toLowerCase().replaceAll(/\s+/g, '-'),
    name: fare.brand,
    cabin: cabins.find((cabin) => cabin === fare.cabin) ?? 'economy',
    cabinBagKg: fare.cabinBagKg ?? null,
    checkedBags: fare.checkedBags,
    checkedBagKg: fare.checkedBagKg ?? null,
    refund: refund.kind,
    refundFeeMinor: refund.feeMinor,
    change: change.kind,
    changeFeeMinor: change.feeMinor,
  }
}

/** Missing conditions count as not permitted. */
function termOf({ allowed, fee }: IatiFare['refund']): {
  readonly kind: FareTerms['refund']
  readonly feeMinor: number
} {
  const feeMinor = allowed && fee ? minorOf(fee) : null
  if (feeMinor === null) return { kind: 'none', feeMinor: 0 }
  return feeMinor === 0 ? { kind: 'free', feeMinor } : { kind: 'fee', feeMinor }
}
