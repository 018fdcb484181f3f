/** Presenters of flights in the language of the request. */
import { money, type Currency, type Money } from '#kernel/money.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Rate } from '#modules/rates/server/public-api.ts'
import {
  totalMinor,
  type FareTerms,
  type FlightLeg,
  type FlightOffer,
  type FlightSlice,
} from '../itinerary.ts'
import { seatsMinor } from '../seats.ts'
import type {
  AirlineView,
  AirportView,
  FareView,
  FlightLegView,
  FlightNames,
  FlightSliceView,
  PriceChangeView,
} from '../shapes.ts'
import { fareRules } from './fare-rules.ts'
import { flightsFrom } from './house/network.ts'
import { bookingTotal, refundInLari, totalInLari, unitInLari } from './lari.ts'
import { aircraftName } from './reference/aircraft.ts'
import { airlineName, type Airline } from './reference/airlines.ts'
import { airports, type Airport } from './reference/airports.ts'
import { countryNames } from '#modules/passengers/server/public-api.ts'
import type { SupplierName } from './supplier.ts'

export const georgianAirports = ['TBS', 'BUS', 'KUT'] as const

export function presentAirport(airport: Airport, locale: Locale): AirportView {
  const { code, cityCode, timeZone, latitude, longitude } = airport
  return {
    code,
    cityCode,
    city: airport.city[locale],
    name: airport.name[locale],
    countryCode: airport.country,
    country: countryNames(airport.country)[locale],
    timeZone,
    latitude,
    longitude,
  }
}

export function presentAirline(airline: Airline, locale: Locale, today: string): AirlineView {
  const flights = georgianAirports.map((code) => ({
    code,
    destinations: new Set(
      weekOf(today)
        .flatMap((date) => flightsFrom(code, date))
        .filter(({ carrier }) => carrier === airline.code)
        .map(({ to }) => to),
    ),
  }))
  const fliesFrom = flights
    .filter(({ destinations }) => destinations.size > 0)
    .map(({ code }) => code)
  return {
    code: airline.code,
    name: airline.name[locale],
    countryCode: airline.country,
    country: countryNames(airline.country)[locale],
    isLowCost: airline.isLowCost,
    fliesFrom,
    fliesFromCities: fliesFrom.map((code) => airports.get(code)?.city[locale] ?? code),
    destinationCount: new Set(flights.flatMap(({ destinations }) => [...destinations])).size,
  }
}

function weekOf(today: string): string[] {
  const first = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: 7 }, (_, day) =>
    new Date(first + day * 86_400_000).toISOString().slice(0, 10),
  )
}

export function presentLeg(leg: FlightLeg): FlightLegView {
  const { carrier, operatedBy, flightNumber, from, to, minutes } = leg
  const { departsAt, departsLocal, arrivesAt, arrivesLocal } = leg
  return {
    carrier,
    operatedBy,
    flightNumber,
    from,
    to,
    departsAt,
    departsLocal,
    arrivesAt,
    arrivesLocal,
    minutes,
    aircraft: aircraftName(leg.aircraft),
  }
}

export function presentSlice({ minutes, legs }: FlightSlice): FlightSliceView {
  return { minutes, legs: legs.map(presentLeg) }
}

/** Names of all airports and airlines of these flights, without duplicates. */
export function namesOf(slices: readonly FlightSlice[], locale: Locale): FlightNames {
  const legs = slices.flatMap((slice) => slice.legs)
  return {
    airports: airportNames(
      legs.flatMap(({ from, to }) => [from, to]),
      locale,
    ),
    airlines: airlineNames(
      legs.flatMap(({ carrier, operatedBy }) => [carrier, operatedBy]),
      locale,
    ),
  }
}

/** Names of airports by code, without duplicates. */
export function airportNames(codes: readonly string[], locale: Locale): FlightNames['airports'] {
  return [...new Set(codes)].map((code) => ({
    code,
    city: airports.get(code)?.city[locale] ?? code,
    name: airports.get(code)?.name[locale] ?? code,
    country: countryNames(airports.get(code)?.country ?? 'ZZ')[locale],
  }))
}

export function airlineNames(codes: readonly string[], locale: Locale): FlightNames['airlines'] {
  return [...new Set(codes)].map((code) => ({ code, name: airlineName(code, locale) }))
}

/** @param toMoney converts an amount of the offer's currency for display; null if that is not possible */
export function presentFare(fare: FareTerms, toMoney: (minor: number) => Money | null): FareView {
  const { code, name, cabin, cabinBagKg, checkedBags, checkedBagKg, refund, change } = fare
  return {
    code,
    name,
    cabin,
    cabinBagKg,
    checkedBags,
    checkedBagKg,
    refund,
    refundFee: refund === 'fee' ? toMoney(fare.refundFeeMinor) : null,
    isFeeWithinFare: fare.isFeeWithinFare ?? false,
    change,
    changeFee: change === 'fee' ? toMoney(fare.changeFeeMinor) : null,
  }
}

export interface ConfirmedTrip {
  readonly supplier: SupplierName
  readonly offer: FlightOffer
  readonly rate: Rate | null
  /** Chosen seats, whose price does not come back. */
  readonly seats?: readonly { readonly priceMinor: number }[]
}

/** A trip at the charged price. */
export function presentTrip(trip: ConfirmedTrip, locale: Locale) {
  const { supplier, offer, rate } = trip
  const { currency, prices, fare, slices, issuedBy } = offer
  const inLari = (minor: number) =>
    money(unitInLari({ kind: 'adult', count: 1, unitMinor: minor }, currency, rate))
  return {
    provider: supplier,
    issuedBy,
    slices: slices.map(presentSlice),
    fare: presentFare(fare, inLari),
    prices: prices.map((price) => ({
      kind: price.kind,
      count: price.count,
      price: money(unitInLari(price, currency, rate)),
    })),
    total: money(totalInLari(prices, currency, rate)),
    refundEstimate: estimateRefund(trip),
    rules: fareRules(fare, inLari, locale),
    names: namesOf(slices, locale),
  }
}

/** By the fare's conditions, rounded like the supplier's quote, so that both show the same sums. */
function estimateRefund({ offer, rate, seats = [] }: ConfirmedTrip) {
  const { fare, prices, currency } = offer
  const fares = totalMinor(prices)
  const kept = prices.reduce((sum, { count, unitMinor }) => {
    if (fare.refund === 'none') return sum + count * unitMinor
    const fee = fare.refund === 'fee' ? fare.refundFeeMinor : 0
    return sum + count * (fare.isFeeWithinFare ? Math.min(unitMinor, fee) : fee)
  }, 0)
  const back = refundInLari(bookingTotal({ seats, rate }, offer), {
    paidMinor: fares + seatsMinor(seats),
    refundMinor: Math.max(0, fares - kept),
  })
  return { kept: money(totalInLari(prices, currency, rate) - back), back: money(back) }
}

export function priceChangeOf(
  before: number,
  now: number,
  currency: Currency = 'GEL',
): PriceChangeView | null {
  if (before === now) return null
  return {
    before: money(before, currency),
    now: money(now, currency),
    difference: money(now - before, currency),
  }
}
