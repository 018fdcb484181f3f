/** The reply of a search: what all suppliers have answered by now, joined, narrowed, sorted and cut. */
import { ok, type Result } from '#kernel/result.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import { tripsPerReply, type SearchQuery, type SearchReply } from '../../search-contract.ts'
import type { TripView } from '../../shapes.ts'
import { ratesFor, type Rates } from '../lari.ts'
import { airlineNames, airportNames, presentFare, presentSlice } from '../present.ts'
import type { FlightPorts } from '../ports.ts'
import { mergeOffers, type Trip } from './merge.ts'
import { carriersOf, firstOf, narrow, sortTypes, type Choice, type Filters } from './narrow.ts'
import { outsideAddress } from './outside.ts'
import { criteriaOf, filtersOf, providersOf } from './read-query.ts'
import { runSearch, type SearchResult } from './run-search.ts'

/** The first asker waits so long: the platform answers within it, a slow supplier comes with the next asking. */
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

/** Trips of the same answers at the same rates are joined once. */
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

/** Also what the benchmark of large answers measures. */
export function presentSearch(
  { locale }: Pick<Context, 'locale'>,
  found: SearchResult,
  query: SearchQuery,
  rates: Rates,
): SearchReply {
  const all = tripsOf(found, rates)
  const filters = filtersAt(query, rates)
  const { trips, facets } = narrow(all, filters, query.sortType)
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
      departs: facets.departs.map((one) =>
        price({ ...one, value: [...one.value] as [number, number] }),
      ),
      arrives: facets.arrives.map((one) =>
        price({ ...one, value: [...one.value] as [number, number] }),
      ),
      amount: facets.amount && {
        lowest: rates.shown(facets.amount.lowestMinor),
        highest: rates.shown(facets.amount.highestMinor),
      },
    },
    names,
    outsideUrl: outsideAddress(query),
  }
}

/** Filters whose amounts are in the currency that is shown. */
export function filtersAt(query: SearchQuery, { shownAt }: Pick<Rates, 'shownAt'>): Filters {
  const unit = shownAt ? shownAt.lariMillionths / 10_000 : 100
  return filtersOf(query, (major) => Math.round(major * unit))
}

/** Of what is shown, of the places that were asked for, and of the airlines of all filters. */
function namesOfReply(
  { fromAirport, toAirport }: SearchQuery,
  all: readonly Trip[],
  shown: readonly Trip[],
  locale: Context['locale'],
): SearchReply['names'] {
  const flown = shown.flatMap(({ slices }) => slices.flatMap(({ legs }) => legs))
  const asked = `${fromAirport},${toAirport}`.toUpperCase().split(',')
  return {
    airports: airportNames([...asked, ...flown.flatMap(({ from, to }) => [from, to])], locale),
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
