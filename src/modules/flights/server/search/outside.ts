/** The same search at an outside site: flights are also sold there. */
import type { SearchQuery } from '../../search-contract.ts'

type Asked = Pick<SearchQuery, 'fromAirport' | 'toAirport' | 'fromDate' | 'toDate'>

export function outsideAddress({ fromAirport, toAirport, fromDate, toDate }: Asked): string {
  const [from, to, dates] = [fromAirport, toAirport, fromDate].map((list) =>
    list.toUpperCase().split(','),
  )
  const trips = (from ?? []).map((code, index) => `${code} to ${to?.[index]} on ${dates?.[index]}`)
  if (toDate !== undefined) trips.push(`returning ${toDate}`)
  const words = `Flights from ${trips.join(', ')}`
  return `https://www.google.com/travel/flights?q=${encodeURIComponent(words)}`
}
