/** The parameters of a search in the address of its page. */
import type { CallInput } from '#contract/call.ts'
import { travellerKinds } from '../itinerary.ts'
import type { flightSearch } from '../search-contract.ts'
import type { PriceDetailView } from '../shapes.ts'

type Query = NonNullable<CallInput<typeof flightSearch>['query']>

/** Parameters of the specification that the page passes on unchanged. */
const names = [
  'fromAirport',
  'toAirport',
  'fromDate',
  'toDate',
  'adult',
  'child',
  'infant',
  'allinFromCity',
  'allInToCity',
  'classType',
  'currency',
  'providers',
  'baggageFilter',
  'legsFilter',
  'departureTimeFilter',
  'arrivalTimeFilter',
  'carrierFilter',
  'amountFrom',
  'amountTo',
  'sortType',
] as const

export const filterNames = [
  'baggageFilter',
  'legsFilter',
  'departureTimeFilter',
  'arrivalTimeFilter',
  'carrierFilter',
  'amountTo',
] as const

export function searchInput(parameters: URLSearchParams): Query {
  const given = names.flatMap((name) => {
    const value = parameters.get(name)
    return value === null || value === '' ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given) as unknown as Query
}

const usable: Readonly<Record<string, RegExp>> = {
  fromAirport: /^[A-Za-z]{3}\*?(,[A-Za-z]{3}\*?)*$/,
  toAirport: /^[A-Za-z]{3}\*?(,[A-Za-z]{3}\*?)*$/,
  fromDate: /^\d{4}-\d\d-\d\d(,\d{4}-\d\d-\d\d)*$/,
  toDate: /^\d{4}-\d\d-\d\d$/,
  adult: /^[1-9]$/,
  child: /^[0-8]$/,
  infant: /^[0-4]$/,
  classType: /^[a-z-]+$/,
}

/** The parameters of an invalid search that its form can show. */
export function usableParameters(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    Object.entries(usable).flatMap(([name, form]) => {
      const value = parameters.get(name)
      return value !== null && form.test(value) ? [[name, value]] : []
    }),
  )
}

/** The number of passengers; one adult by default. */
export function travellersTotal(parameters: URLSearchParams): number {
  return travellerKinds.reduce((sum, kind) => {
    const given = parameters.get(kind)
    return sum + (given ? Number(given) || 0 : Number(kind === 'adult'))
  }, 0)
}

/** The address of the results with changed parameters; null removes one. */
export function resultPath(
  parameters: URLSearchParams,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const query = new URLSearchParams()
  for (const name of names) {
    const value = name in changes ? changes[name] : parameters.get(name)
    if (value) query.set(name, value)
  }
  return `/fly/result?${query}`
}

/** The address of a search for the route and days of a confirmed trip. */
export function searchPathOf({
  slices,
  prices,
}: Pick<PriceDetailView, 'slices' | 'prices'>): string {
  const ends = slices.map(({ legs }) => {
    const [first, last] = [legs[0], legs.at(-1)]
    return {
      from: first?.from ?? '',
      to: last?.to ?? '',
      date: first?.departsLocal.slice(0, 10) ?? '',
    }
  })
  const [out, back] = ends
  const isReturn = ends.length === 2 && out?.from === back?.to && out?.to === back?.from
  const directions = isReturn && out ? [out] : ends
  const query = new URLSearchParams({
    fromAirport: directions.map(({ from }) => from).join(','),
    toAirport: directions.map(({ to }) => to).join(','),
    fromDate: directions.map(({ date }) => date).join(','),
  })
  if (isReturn && back) query.set('toDate', back.date)
  for (const kind of travellerKinds) {
    const count = prices.reduce((sum, price) => (price.kind === kind ? sum + price.count : sum), 0)
    if (count > 0) query.set(kind, String(count))
  }
  return `/fly/result?${query}`
}
