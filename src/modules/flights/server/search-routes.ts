/** Routes for finding flights. */
import { money } from '#kernel/money.ts'
import { fail, ok } from '#kernel/result.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import {
  amadeusAirlines,
  amadeusAirports,
  amadeusSchedule,
  amadeusToken,
  flightAirlines,
  flightAirports,
  flightCalendarDay,
  flightCalendarDays,
  flightFareRules,
  flightFrontPage,
  flightSchedule,
  flightSearch,
} from '../search-contract.ts'
import { findItinerary } from './booking/confirm-price.ts'
import { makeToken, refusalOfToken, tokenSeconds } from './lookup-token.ts'
import { fareRules } from './fare-rules.ts'
import { ratesFor, unitInLari } from './lari.ts'
import type { FlightPorts } from './ports.ts'
import { georgianAirports, namesOf, presentAirline, presentAirport, presentLeg } from './present.ts'
import { airlines } from './reference/airlines.ts'
import { airports, type Airport } from './reference/airports.ts'
import { findAirlines, findAirports } from './reference/find-places.ts'
import { calendarOfDay, calendarOfDays } from './search/calendars.ts'
import { dayOf } from './search/read-query.ts'
import { searchFlights } from './search/search-flights.ts'
import { dayAt, dealsFrom } from './search/timetable-of.ts'

const suggestionsMax = 12

export function searchRoutes(ports: Pick<FlightPorts, 'suppliers'>): readonly Implementation[] {
  return [
    implement(flightSearch, (context, { query }) => searchFlights(context, ports, query)),
    implement(flightCalendarDay, async (context, { query }) => {
      const items = await calendarOfDay(context, query)
      return items.ok ? ok({ isIndicative: true as const, items: items.value }) : items
    }),
    implement(flightCalendarDays, async (context, { query }) => {
      const items = await calendarOfDays(context, query)
      return items.ok ? ok({ isIndicative: true as const, items: items.value }) : items
    }),
    implement(flightFareRules, async (context, { query }) => {
      const found = await findItinerary(context, query.itineraryId)
      if (!found.ok) return found
      const { fare, currency } = found.value.offer
      const rate = (await ratesFor(context)).of(currency)
      const toMoney = (unitMinor: number) =>
        money(unitInLari({ kind: 'adult', count: 1, unitMinor }, currency, rate))
      return ok({
        itineraryId: query.itineraryId,
        rules: fareRules(fare, toMoney, context.locale),
      })
    }),
    ...lookUpRoutes,
  ]
}

const lookUpRoutes: readonly Implementation[] = [
  implement(flightAirports, async ({ locale }, { query }) => {
    const found =
      query.keyword === '' ? homeAirports() : findAirports(query.keyword, suggestionsMax)
    return ok({ items: found.map((airport) => presentAirport(airport, locale)) })
  }),
  implement(flightSchedule, async (context, { query }) => {
    const airport = airports.get(query.airport.toUpperCase())
    return airport
      ? ok(schedule(context, airport, query.airlineCode?.toUpperCase()))
      : fail('NotFound')
  }),
  implement(flightAirlines, async ({ locale, clock }) => {
    const today = dayOf(clock.now())
    const items = [...airlines.values()]
      .map((airline) => presentAirline(airline, locale, today))
      .filter(({ fliesFrom }) => fliesFrom.length > 0)
    return ok({ items })
  }),
  implement(flightFrontPage, async (context) => {
    const { locale } = context
    const today = dayOf(context.clock.now())
    const deals = (await dealsFrom(context, today)).map((deal) => {
      const { city, country } = presentAirport(deal.to, locale)
      const { from, date } = deal
      return { from, to: deal.to.code, city, country, date, price: money(deal.priceMinor) }
    })
    const items = homeAirports().map((airport) => presentAirport(airport, locale))
    return ok({ airports: items, deals, today })
  }),
  implement(amadeusToken, async (context) =>
    ok({
      type: 'amadeusOAuth2Token' as const,
      tokenType: 'Bearer' as const,
      accessToken: await makeToken(context),
      expiresIn: tokenSeconds,
      state: 'approved' as const,
    }),
  ),
  implement(amadeusAirlines, async (context, { params }) => {
    const refusal = await refusalOfToken(context)
    if (refusal) return refusal
    const { locale, clock } = context
    const today = dayOf(clock.now())
    const found = findAirlines(params.name, suggestionsMax)
    if (found.length === 0) return fail('NotFound')
    return ok({ items: found.map((airline) => presentAirline(airline, locale, today)) })
  }),
  implement(amadeusAirports, async (context, { params }) => {
    const refusal = await refusalOfToken(context)
    if (refusal) return refusal
    const { locale } = context
    const found = findAirports(params.name, suggestionsMax)
    if (found.length === 0) return fail('NotFound')
    return ok({ items: found.map((airport) => presentAirport(airport, locale)) })
  }),
  implement(amadeusSchedule, async (context, { query }) => {
    const refusal = await refusalOfToken(context)
    if (refusal) return refusal
    const [airport] = findAirports(query.location, 1)
    return airport ? ok(schedule(context, airport)) : fail('NotFound')
  }),
]

function homeAirports(): Airport[] {
  return georgianAirports.flatMap((code) => airports.get(code) ?? [])
}

function schedule(context: CallContext, airport: Airport, airlineCode?: string) {
  const { departures, arrivals } = dayAt(context, airport, airlineCode)
  return {
    airport: presentAirport(airport, context.locale),
    departures: departures.map(presentLeg),
    arrivals: arrivals.map(presentLeg),
    names: namesOf([{ legs: [...departures, ...arrivals], minutes: 0 }], context.locale),
  }
}
