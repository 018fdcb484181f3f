/** A search in the address of its page: shared, bookmarked and filtered by it. */
import type { CallInput } from '#contract/call.ts'
import type { flightSearch } from '../search-contract.ts'

type Query = NonNullable<CallInput<typeof flightSearch>['query']>

/** Parameters of the specification that the page passes on as they are. */
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

/** The address of the results with some parameters changed; null takes one away. */
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
