/**
 * What search engines may list. Every page of the table is either listed, and then the sitemap has all its addresses
 * (`apps/server/sitemap.ts`), or says `noindex` (`rendering/head.ts`); some are closed to crawlers as well.
 */

/** Paths of listed pages, as the page table has them. */
export const listedPages = [
  '/',
  '/standard-terms-and-conditions',
  '/shows/:slug',
  '/events/:eventId',
  '/faq',
  '/stories/:slug',
  '/venues',
  '/theatres',
  '/venues/:slug',
  '/*',
  '/events',
  '/category/:slug',
  '/calendar',
  '/events/passed',
  '/movies',
  '/movies/showtimes',
  '/movies/cinemas/:slug',
  '/movies/:slug',
  '/transport',
  '/transport/search',
  '/railway',
  '/ortachala',
  '/omnibus',
  '/georgianbus',
  '/citybus',
  '/metrogeorgia',
  '/multipass',
  '/fly',
  '/fly/airlines',
  '/fly/explanatory-dictionary',
  '/fly/eurobasket',
] as const

export type ListedPage = (typeof listedPages)[number]

const listed: ReadonlySet<string> = new Set(listedPages)

/**
 * Pages that are listed at exactly this query: the connection of two places, without a day. At any other query they show
 * what a visitor asked for.
 */
export const listedQueries: ReadonlyMap<string, readonly string[]> = new Map([
  ['/transport/search', ['from', 'to']],
])

/** Whether the page of this path and query may be listed. */
export function isListedPage(path: string, query: URLSearchParams): boolean {
  if (!listed.has(path)) return false
  const names = listedQueries.get(path)
  if (!names) return true
  return query.size === names.length && names.every((name) => Boolean(query.get(name)))
}

/** Starts of paths, without a language, that crawlers are asked not to read, and why. */
export const closedPaths: Readonly<Record<string, string>> = {
  '/checkout/': 'the order of one buyer',
  '/movies/checkout': 'the order of one buyer',
  '/tickets/': 'the address is a credential',
  '/invite/': 'the address is a credential',
  '/letters/': 'the address is a credential',
  '/follows/': 'the address is a credential',
  '/account/': 'personal',
  '/auth/': 'signing in',
  '/operator': 'an office',
  '/merchant/': 'an office',
}
