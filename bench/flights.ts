import { mergeOffers } from '#modules/flights/server/search/merge.ts'
import { presentSearch } from '#modules/flights/server/search/search-flights.ts'
import type { SearchResult } from '#modules/flights/server/search/run-search.ts'
import { searchQuery, sortTypes, type SearchQuery } from '#modules/flights/search-contract.ts'
import type { FlightLeg, FlightOffer, FlightSlice } from '#modules/flights/itinerary.ts'
import { money } from '#kernel/money.ts'
import type { BenchFigure } from './figures.ts'

const tripCount = 500
const askCount = 1_500
/** Maximum CPU time of filtering, sorting and presenting, in milliseconds. */
const askMilliseconds = 100

const searchId = '01a20340-0000-7000-8000-000000000001'
const rates = {
  of: () => null,
  shownAt: null,
  toLari: (minor: number) => minor,
  shown: (minor: number) => money(minor),
}

/** 500 return trips of two suppliers, three fares each, filtered and sorted in every way that a page supports. */
export function benchFlights(): BenchFigure[] {
  const draw = drawFrom(20_261_122)
  const trips = Array.from({ length: tripCount }, () => [
    sliceOf(draw, '2026-12-05'),
    sliceOf(draw, '2026-12-12'),
  ])
  const offers = trips.flatMap((slices, index) => offersOf(slices, index, draw))
  const dearer = offers.map((offer) => ({
    ...offer,
    prices: offer.prices.map((price) => ({
      ...price,
      unitMinor: Math.round(price.unitMinor * (draw(90, 120) / 100)),
    })),
  }))
  const found: SearchResult = {
    searchId,
    isComplete: true,
    results: [
      { supplier: 'duffel', state: 'answered', offers },
      { supplier: 'iati', state: 'answered', offers: dearer },
    ],
  }
  const joining = cpuOf(() => mergeOffers(searchId, found.results, rates.toLari))
  let bytes = 0
  const ask = (): number => {
    const query = queryOf(draw)
    return cpuOf(() => {
      bytes += JSON.stringify(presentSearch({ locale: 'ka' }, found, query, rates)).length
    })
  }
  for (let count = 0; count < 100; count += 1) ask()
  bytes = 0
  const times = Array.from({ length: askCount }, ask).toSorted((left, right) => left - right)
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0
  return [
    {
      name: `a search of ${tripCount} trips narrowed, sorted and presented, CPU, p99`,
      value: at(0.99),
      unit: 'ms',
      target: `under ${askMilliseconds}`,
      met: at(0.99) < askMilliseconds,
      note: `p50 ${at(0.5).toFixed(1)} ms, longest ${(times.at(-1) ?? 0).toFixed(0)} ms; ${offers.length * 2} offers of two suppliers, joined once in ${joining.toFixed(0)} ms; ${(bytes / askCount / 1_000).toFixed(0)} kB a reply`,
    },
  ]
}

type Draw = (least: number, most: number) => number

export function drawFrom(seed: number): Draw {
  let state = seed
  return (least, most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return least + Math.floor((state / 2 ** 32) * (most - least + 1))
  }
}

const carriers = ['TK', 'LH', 'AF', 'BA', 'EK', 'LO', 'PC', 'FZ'] as const
const stops = ['IST', 'MUC', 'CDG', 'VIE', 'WAW', 'DXB'] as const

function pick<Value>(draw: Draw, values: readonly Value[]): Value {
  const value = values[draw(0, values.length - 1)]
  if (value === undefined) throw new Error('Nothing to pick from')
  return value
}

/** Return trips on these days. */
export function flightTrips(count: number, days: readonly [string, string]): FlightSlice[][] {
  const draw = drawFrom(20_261_122)
  return Array.from({ length: count }, () => days.map((day) => sliceOf(draw, day)))
}

function sliceOf(draw: Draw, day: string): FlightSlice {
  const carrier = pick(draw, carriers)
  const path = ['TBS', ...Array.from({ length: draw(0, 2) }, () => pick(draw, stops)), 'LHR']
  let at = Date.parse(`${day}T00:00:00Z`) + (draw(0, 23) * 60 + draw(0, 11) * 5) * 60_000
  const legs = path.slice(1).map((to, index): FlightLeg => {
    const minutes = draw(60, 240)
    const [departs, arrives] = [new Date(at), new Date(at + minutes * 60_000)]
    at = arrives.getTime() + draw(45, 300) * 60_000
    const local = (instant: Date) => instant.toISOString().slice(0, 16)
    return {
      carrier,
      operatedBy: carrier,
      flightNumber: `${carrier} ${draw(100, 9_999)}`,
      from: path[index] ?? '',
      to,
      departsAt: departs.toISOString(),
      departsLocal: local(departs),
      arrivesAt: arrives.toISOString(),
      arrivesLocal: local(arrives),
      minutes,
      aircraft: '32N',
    }
  })
  const [first, last] = [legs[0], legs.at(-1)]
  const minutes = (Date.parse(last?.arrivesAt ?? '') - Date.parse(first?.departsAt ?? '')) / 60_000
  return { legs, minutes }
}

function offersOf(slices: readonly FlightSlice[], index: number, draw: Draw): FlightOffer[] {
  return ['Light', 'Classic', 'Flex'].map((name, bags) => ({
    offerRef: `${index}-${name}`,
    issuedBy: slices[0]?.legs[0]?.carrier ?? '',
    slices,
    fare: {
      code: name.toLowerCase(),
      name,
      cabin: 'economy',
      cabinBagKg: 8,
      checkedBags: bags,
      checkedBagKg: bags > 0 ? 23 : null,
      refund: bags === 0 ? 'none' : bags === 1 ? 'fee' : 'free',
      refundFeeMinor: bags === 1 ? 20_000 : 0,
      change: 'fee',
      changeFeeMinor: 10_000,
    },
    prices: [{ kind: 'adult', count: 1, unitMinor: draw(20_000, 150_000) + bags * 9_000 }],
    currency: 'GEL',
    expiresAt: '2026-12-01T00:00:00.000Z',
    seatsLeft: draw(1, 9),
  }))
}

/** A random combination of filters and order. */
export function queryOf(draw: Draw): SearchQuery {
  const some = <Value>(value: Value) => (draw(0, 2) === 0 ? value : undefined)
  return searchQuery.parse({
    fromAirport: 'TBS',
    toAirport: 'LHR',
    fromDate: '2026-12-05',
    toDate: '2026-12-12',
    sortType: pick(draw, sortTypes),
    baggageFilter: some('checked'),
    legsFilter: some('0,1'),
    departureTimeFilter: some('6-12,12-18'),
    arrivalTimeFilter: some('12-24'),
    carrierFilter: some('TK,LH,AF'),
    amountTo: some(draw(400, 1_500)),
  })
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
