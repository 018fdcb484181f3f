/** The reply of a search: the results of all suppliers so far, merged, filtered, sorted and paged. */
import { ok, type Result } from '#kernel/result.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import { tripsPerReply, type SearchQuery, type SearchReply } from '../../search-contract.ts'
import type { TripView } from '../../shapes.ts'
import { ratesFor, type Rates } from '../lari.ts'
import { airlineNames, airportNames, presentFare, presentSlice } from '../present.ts'
import type { FlightPorts } from '../ports.ts'
import { mergeOffers, type Trip } from './merge.ts'
import {
  carriersOf,
  firstOf,
  filterAndSort,
  sortTypes,
  type Choice,
  type Filters,
} from './filter-and-sort.ts'
import { externalSearchAddress } from './external-search.ts'
import { criteriaOf, filtersOf, providersOf } from './read-query.ts'
import { runSearch, type SearchResult } from './run-search.ts'

/** How long the first request waits. The platform's own results arrive within it; those of slow suppliers with a later request. */
const waitMilliseconds = 350

export async function searchFlights(
  context: Context,
  { suppliers }: Pick<FlightPorts, 'suppliers'>,
  query: SearchQuery,
): Promise<Result<SearchReply, 'BadRequest'>> {
  const criteria = criteriaOf(query, context.clock.now())
  if (!criteria.ok) return criteria
  const providers = providersOf(query.providers)
  const found = await runSearch(context, suppliers, criteria.value, {
    waitMilliseconds,
    ...(providers && { providers }),
  })
  const rates = await ratesFor(context, query.currency)
  return ok(presentSearch(context, found, query, rates))
}

/** Merged trips, cached by results and rates. */
const merged = new LRUCache<string, readonly Trip[]>({ max: 60 })

function tripsOf(found: SearchResult, rates: Rates): readonly Trip[] {
  const answers = found.results.filter(({ state }) => state === 'answered')
  const day = rates.of('EUR')?.ratedOn ?? ''
  const key = `${found.searchId} ${answers.map(({ supplier }) => supplier).join(',')} ${day}`
  const known = merged.get(key)
  if (known) return known
  const trips = mergeOffers(found.searchId, answers, rates.toLari)
  merged.set(key, trips)
  return trips
}

/** Presents a result; exported for the benchmark of large results. */
export function presentSearch(
  { locale }: Pick<Context, 'locale'>,
  found: SearchResult,
  query: SearchQuery,
  rates: Rates,
): SearchReply {
  const all = tripsOf(found, rates)
  const filters = filtersAt(query, rates)
  const { trips, facets } = filterAndSort(all, filters, query.sortType)
  const shown = trips.slice(query.offset, query.offset + tripsPerReply)
  const price = <Value>({ value, count, lowestMinor }: Choice<Value>) => ({
    value,
    count,
    price: rates.shown(lowestMinor),
  })
  const first: SearchReply['first'] = {}
  for (const sort of sortTypes) {
    const trip = firstOf(trips, sort)
    const fare = trip?.fares[0]
    if (trip && fare) first[sort] = { price: rates.shown(fare.totalMinor), minutes: trip.minutes }
  }
  const names = namesOfReply(query, all, shown, locale)
  return {
    searchId: found.searchId,
    isComplete: found.isComplete,
    providers: found.results.map(({ supplier, state, offers }) => ({
      name: supplier,
      state,
      offerCount: offers.length,
    })),
    currency: rates.shownAt?.currency ?? 'GEL',
    ratedOn: rates.shownAt?.ratedOn ?? null,
    total: trips.length,
    found: all.length,
    offset: query.offset,
    items: shown.map((trip) => presentItem(trip, rates)),
    first,
    facets: {
      stops: facets.stops.map(price),
      carriers: facets.carriers.map(price),
      baggage: facets.baggage.map(price),
      departs: facets.departs.map((choice) =>
        price({ ...choice, value: [...choice.value] as [number, number] }),
      ),
      arrives: facets.arrives.map((choice) =>
        price({ ...choice, value: [...choice.value] as [number, number] }),
      ),
      amount: facets.amount && {
        lowest: rates.shown(facets.amount.lowestMinor),
        highest: rates.shown(facets.amount.highestMinor),
      },
    },
    names,
    outsideUrl: externalSearchAddress(query),
  }
}

/** Filters with amounts converted from the displayed currency. */
export function filtersAt(query: SearchQuery, { shownAt }: Pick<Rates, 'shownAt'>): Filters {
  const unit = shownAt ? shownAt.lariMillionths / 10_000 : 100
  return filtersOf(query, (major) => Math.round(major * unit))
}

/** Names of the displayed flights, the requested places and the airlines in the filters. */
function namesOfReply(
  { fromAirport, toAirport }: SearchQuery,
  all: readonly Trip[],
  shown: readonly Trip[],
  locale: Context['locale'],
): SearchReply['names'] {
  const flown = shown.flatMap(({ slices }) => slices.flatMap(({ legs }) => legs))
  const requestedCodes = `${fromAirport},${toAirport}`.toUpperCase().split(',')
  return {
    airports: airportNames(
      [...requestedCodes, ...flown.flatMap(({ from, to }) => [from, to])],
      locale,
    ),
    airlines: airlineNames(
      [
        ...flown.flatMap(({ carrier, operatedBy }) => [carrier, operatedBy]),
        ...all.flatMap(carriersOf),
      ],
      locale,
    ),
  }
}

function presentItem(
  { key, issuedBy, slices, fares, minutes, stops }: Trip,
  rates: Rates,
): TripView {
  return {
    tripKey: key,
    issuedBy,
    slices: slices.map(presentSlice),
    minutes,
    stops,
    fares: fares.map(({ itineraryId, supplier, offer, totalMinor }) => ({
      ...presentFare(offer.fare, (minor) => {
        const lari = rates.toLari(minor, offer.currency)
        return lari === null ? null : rates.shown(lari)
      }),
      itineraryId,
      provider: supplier,
      price: rates.shown(totalMinor),
      seatsLeft: offer.seatsLeft,
    })),
  }
}
