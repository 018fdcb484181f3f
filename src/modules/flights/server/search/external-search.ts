/** Address of the same search at an external site. */
import type { SearchQuery } from '../../search-contract.ts'

type SearchedRoute = Pick<SearchQuery, 'fromAirport' | 'toAirport' | 'fromDate' | 'toDate'>

export function externalSearchAddress({
  fromAirport,
  toAirport,
  fromDate,
  toDate,
}: SearchedRoute): string {
  const [from, to, dates] = [fromAirport, toAirport, fromDate].map((list) =>
    list.toUpperCase().split(','),
  )
  const trips = (from ?? []).map((code, index) => `${code} to ${to?.[index]} on ${dates?.[index]}`)
  if (toDate !== undefined) trips.push(`returning ${toDate}`)
  const query = `Flights from ${trips.join(', ')}`
  return `https://www.google.com/travel/flights?q=${encodeURIComponent(query)}`
}
