/** Path, without a language, of the page of a connection: today's departures, in all ways of travelling. */
export function connectionPath(from: string, to: string): string {
  return `/transport/search?${new URLSearchParams({ from, to })}`
}
