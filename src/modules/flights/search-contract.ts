/**
 * Calls for finding flights: search, calendars, airports, airlines. Prices are totals of all travellers, everything
 * included, in the requested currency; charges are in lari.
 */
import { z } from 'zod'
import { askedDay } from '#contract/asked-day.ts'
import { defineCall } from '#contract/call.ts'
import { flag, instant, moneyField, text, wholeNumber } from '#contract/fields.ts'
import { currencies, shopCurrencies } from '#kernel/currencies.ts'
import { cabins } from './itinerary.ts'
import {
  airlineView,
  airportView,
  fareRuleView,
  flightLegView,
  flightNames,
  tripView,
} from './shapes.ts'

export const sortTypes = ['best', 'price', 'duration', 'departure', 'arrival'] as const
export const baggageFilters = ['any', 'cabin', 'checked'] as const
export const providerNames = ['house', 'duffel', 'iati'] as const
/** Maximum number of trips in one reply. */
export const tripsPerReply = 20
export const directionsMax = 4
export const travellersMax = 9

const airportCode = '[A-Za-z]{3}'
const span = '\\d{1,2}-\\d{1,2}'
const spans = `(${span}(,${span}){0,3})?`

function pattern(source: string, longest: number) {
  return z
    .string()
    .max(longest)
    .regex(new RegExp(`^${source}$`))
}
function list(item: string, most: number) {
  return `${item}(,${item}){0,${most - 1}}`
}

/** Comma-separated days; an instant counts as its day in Tbilisi. */
const requestedDays = z
  .string()
  .max(40 * directionsMax)
  .transform((days) => days.split(','))
  .pipe(z.array(askedDay).max(directionsMax))
  .transform((days) => days.join(','))

/** The specification's parameters of a flight search. */
export const searchQuery = z.object({
  /** IATA codes of airports or cities. Several, separated by commas, are a multi-city trip with a date for each. */
  fromAirport: pattern(list(airportCode, directionsMax), 20),
  toAirport: pattern(list(airportCode, directionsMax), 20),
  /** Local days of departure. */
  fromDate: requestedDays,
  /** Day of the return flight; absent: one way. */
  toDate: askedDay.optional(),
  adult: wholeNumber(1, travellersMax).default(1),
  /** From 2 to 11 years. */
  child: wholeNumber(0, travellersMax - 1).default(0),
  /** Under 2 years, each with an adult. */
  infant: wholeNumber(0, travellersMax).default(0),
  /** All airports of the city. */
  allinFromCity: flag.default(false),
  allInToCity: flag.default(false),
  classType: z.enum(cabins).default('economy'),
  currency: z.enum(shopCurrencies).default('GEL'),
  providers: pattern(list('[a-z]{4,6}', 3), 20).optional(),
  baggageFilter: z.enum(baggageFilters).default('any'),
  /** Comma-separated numbers of changes; 2 means two or more. */
  legsFilter: pattern(list('[0-2]', 3), 5).optional(),
  /** Hours of departure (`6-12,18-24`); those of further directions follow after semicolons. */
  departureTimeFilter: pattern(`${spans}(;${spans}){0,3}`, 100).optional(),
  arrivalTimeFilter: pattern(`${spans}(;${spans}){0,3}`, 100).optional(),
  /** Comma-separated IATA codes of airlines. */
  carrierFilter: pattern(list('[A-Za-z0-9]{2}', 30), 90).optional(),
  amountFrom: wholeNumber(0, 10_000_000).optional(),
  amountTo: wholeNumber(0, 10_000_000).optional(),
  sortType: z.enum(sortTypes).default('best'),
  offset: wholeNumber(0, 5_000).default(0),
})
export type SearchQuery = z.output<typeof searchQuery>

function choice<Value extends z.ZodType>(value: Value) {
  return z.object({ value, count: z.number().int(), price: moneyField })
}
const hours = z.tuple([z.number().int(), z.number().int()])

export const searchReply = z.object({
  searchId: z.uuid(),
  /** False while replies of suppliers are pending; repeating the search returns later results. */
  isComplete: z.boolean(),
  providers: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['running', 'answered', 'failed']),
      offerCount: z.number().int(),
    }),
  ),
  currency: z.enum(currencies),
  /** Day of the exchange rate; null for prices in lari. */
  ratedOn: z.iso.date().nullable(),
  /** Number of trips that match the filters, and of all trips. */
  total: z.number().int(),
  found: z.number().int(),
  offset: z.number().int(),
  items: z.array(tripView),
  /** The first trip of each sort order, for its tab. */
  first: z.record(z.string(), z.object({ price: moneyField, minutes: z.number().int() })),
  facets: z.object({
    stops: z.array(choice(z.number().int())),
    carriers: z.array(choice(z.string())),
    baggage: z.array(choice(z.enum(baggageFilters))),
    departs: z.array(choice(hours)),
    arrives: z.array(choice(hours)),
    amount: z.object({ lowest: moneyField, highest: moneyField }).nullable(),
  }),
  names: flightNames,
  /** The same search at an external site. */
  outsideUrl: z.string(),
})
export type SearchReply = z.output<typeof searchReply>

export const flightSearch = defineCall({
  id: 'flights-search',
  cost: 'supplier',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/search',
  summary: 'Flights of all suppliers, merged, filtered and sorted, with facet counts',
  credential: 'api-key',
  query: searchQuery,
  reply: searchReply,
  errors: ['BadRequest'],
})

const calendarQuery = searchQuery.extend({
  /** Number of days before and after. */
  days: wholeNumber(1, 31).default(7),
})

/** Pairs of days are as many as the square of the days, so fewer are read than of single days. */
const pairQuery = searchQuery.extend({
  /** Number of days before and after. */
  days: wholeNumber(1, 5).default(5),
})

const calendarPrice = z.object({
  date: z.iso.date(),
  /** Lowest price of all passengers of the request (one adult by default); null when unknown. */
  price: moneyField.nullable(),
  /** When the price was found; null without a price. */
  seenAt: instant.nullable(),
  isLowest: z.boolean(),
})

export const flightCalendarDay = defineCall({
  id: 'flights-calendar-day',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/calendar-day',
  summary: 'The lowest prices of the days around a date, with their age; estimates, not offers',
  credential: 'api-key',
  query: calendarQuery,
  reply: z.object({ isIndicative: z.literal(true), items: z.array(calendarPrice) }),
  errors: ['BadRequest'],
  cost: 'search',
  cacheSeconds: 60,
})

export const flightCalendarDays = defineCall({
  id: 'flights-calendar-days',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/calendar-days',
  summary:
    'The lowest price of each pair of outbound and return days, with its age; estimates, not offers',
  credential: 'api-key',
  query: pairQuery,
  reply: z.object({
    isIndicative: z.literal(true),
    items: z.array(calendarPrice.extend({ returnDate: z.iso.date() })),
  }),
  errors: ['BadRequest'],
  cost: 'search',
  cacheSeconds: 60,
})

export const flightAirports = defineCall({
  id: 'flights-airports',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/airports',
  summary: 'Airports by code, city, country or name in Georgian, Latin or Russian letters',
  credential: 'api-key',
  query: z.object({ keyword: text(60).default('') }),
  reply: z.object({ items: z.array(airportView) }),
  cacheSeconds: 300,
})

export const flightFareRules = defineCall({
  id: 'flights-fare-rules',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/fare-rules',
  summary: 'Inclusions and fees of a fare, as text',
  credential: 'api-key',
  query: z.object({ itineraryId: text(80, 1) }),
  reply: z.object({ itineraryId: z.string(), rules: z.array(fareRuleView) }),
  errors: ['NotFound', 'FlightOfferEnded'],
})

const scheduleReply = z.object({
  airport: airportView.nullable(),
  /** For the next 24 hours. */
  departures: z.array(flightLegView),
  arrivals: z.array(flightLegView),
  names: flightNames,
})

export const flightSchedule = defineCall({
  id: 'flights-flights-schedule',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/flights-schedule',
  summary: 'Departures and arrivals of the next 24 hours at an airport, optionally of one airline',
  credential: 'api-key',
  query: z.object({
    airport: pattern(airportCode, 3).default('TBS'),
    airlineCode: pattern('[A-Za-z0-9]{2}', 2).optional(),
  }),
  reply: scheduleReply,
  errors: ['NotFound'],
  cacheSeconds: 60,
})

export const flightAirlines = defineCall({
  id: 'own-flight-airlines',
  area: 'own',
  method: 'GET',
  path: '/v2/flights/airlines',
  summary: 'Airlines that fly from Georgia, with their airports',
  credential: 'api-key',
  reply: z.object({ items: z.array(airlineView) }),
  cacheSeconds: 300,
})

/** Airports of departure and the lowest known prices, for the start page of flights. */
export const flightFrontPage = defineCall({
  id: 'own-flight-front-page',
  area: 'own',
  method: 'GET',
  path: '/v2/flights/front-page',
  summary: 'Airports of departure and the cheapest flights of the coming weeks',
  credential: 'api-key',
  reply: z.object({
    airports: z.array(airportView),
    deals: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        city: z.string(),
        country: z.string(),
        date: z.iso.date(),
        price: moneyField,
      }),
    ),
    today: z.iso.date(),
  }),
  cacheSeconds: 300,
})

export const amadeusToken = defineCall({
  id: 'amadeus-token',
  area: 'amadeus',
  method: 'POST',
  path: '/v2/amadeus/token',
  summary:
    'A short-lived bearer token for the older look-up calls; the API key alone is sufficient, too',
  credential: 'api-key',
  limit: 'flood',
  reply: z.object({
    type: z.literal('amadeusOAuth2Token'),
    tokenType: z.literal('Bearer'),
    accessToken: z.string(),
    expiresIn: z.number().int(),
    state: z.literal('approved'),
  }),
})

const olderCall = {
  area: 'amadeus',
  method: 'GET',
  credential: 'api-key',
  takesOwnToken: true,
} as const

/** Letters of any script, digits, and separators. */
const nameParam = z.object({ name: text(60, 2).regex(/^[\p{L}\p{N}][\p{L}\p{N} .'’-]*$/u) })

export const amadeusAirlines = defineCall({
  ...olderCall,
  id: 'amadeus-airlines',
  path: '/v2/amadeus/airlines/{name}',
  summary: 'Airlines by code or name in Georgian, Latin or Russian letters',
  params: nameParam,
  reply: z.object({ items: z.array(airlineView) }),
  errors: ['NotFound'],
  cacheSeconds: 300,
})

export const amadeusAirports = defineCall({
  ...olderCall,
  id: 'amadeus-airports',
  path: '/v2/amadeus/airports/{name}',
  summary: 'Airports by code or name in Georgian, Latin or Russian letters',
  params: nameParam,
  reply: z.object({ items: z.array(airportView) }),
  errors: ['NotFound'],
  cacheSeconds: 300,
})

export const amadeusSchedule = defineCall({
  ...olderCall,
  id: 'amadeus-flights-schedule',
  path: '/v2/amadeus/flightsSchedule',
  summary: 'Departures and arrivals of the next 24 hours at a place, by code or name',
  query: z.object({ location: text(60, 1).default('TBS') }),
  reply: scheduleReply,
  errors: ['NotFound'],
  cacheSeconds: 60,
})
