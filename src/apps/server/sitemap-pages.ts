/** Addresses of the pages that search engines may list, by the file of the sitemap that has them. */
import type { ListedPage } from '#apps/web/listed-pages.ts'
import { eventPath } from '#modules/catalogue/event-path.ts'
import { readListedPages } from '#modules/catalogue/server/public-api.ts'
import { readCinemaPaths } from '#modules/cinema/server/public-api.ts'
import { readCampaigns, readStoryPaths } from '#modules/presentation/server/public-api.ts'
import { findPlaces } from '#modules/transport/server/public-api.ts'
import { connectionPath } from '#modules/transport/connection-path.ts'
import type { Context } from '#platform/context.ts'
import { sitemapPages, type Entry, type SitemapPages } from './sitemap-files.ts'

type ReadPages = (context: Context) => Promise<SitemapPages>

/** Listed pages with one address each. */
type FixedPage = Exclude<ListedPage, `${string}:${string}` | '/*' | '/transport/search'>

const fixedPages: Readonly<Record<FixedPage, true>> = {
  '/': true,
  '/standard-terms-and-conditions': true,
  '/faq': true,
  '/venues': true,
  '/theatres': true,
  '/events': true,
  '/calendar': true,
  '/events/passed': true,
  '/movies': true,
  '/movies/showtimes': true,
  '/transport': true,
  '/railway': true,
  '/ortachala': true,
  '/omnibus': true,
  '/georgianbus': true,
  '/citybus': true,
  '/metrogeorgia': true,
  '/multipass': true,
  '/fly': true,
  '/fly/airlines': true,
  '/fly/explanatory-dictionary': true,
  '/fly/eurobasket': true,
}

/** Places whose connections with the busiest one are listed; the start page shows as many. */
const placesMax = 12

function pathsOnly(paths: readonly string[]): SitemapPages {
  return sitemapPages(paths, (path) => ({ path }))
}

async function readPages(context: Context): Promise<SitemapPages> {
  const [{ categories, venues }, campaigns, stories] = await Promise.all([
    readListedPages(context),
    readCampaigns(context),
    readStoryPaths(context),
  ])
  const paths = [
    ...Object.keys(fixedPages),
    ...categories.map((slug) => `/category/${slug}`),
    ...venues.map((slug) => `/venues/${slug}`),
    ...stories,
  ]
  const entries: Entry[] = [
    ...paths.map((path) => ({ path })),
    ...campaigns.map(({ path, changedAt }) => ({ path, changedAt })),
  ]
  return sitemapPages(entries, (entry) => entry)
}

async function readShows(context: Context): Promise<SitemapPages> {
  const { shows, changeOf } = await readListedPages(context)
  return sitemapPages(shows, (show) => ({ path: `/shows/${show.slug}`, changedAt: changeOf(show) }))
}

async function readDates(context: Context): Promise<SitemapPages> {
  const { events, changeOf } = await readListedPages(context)
  return sitemapPages(events, (event) => ({
    path: eventPath(event.id),
    changedAt: changeOf(event),
  }))
}

/** Connections of the busiest place with the next ones, both ways. */
async function readConnections(context: Context): Promise<SitemapPages> {
  const { places } = await findPlaces(context, { most: placesMax })
  const [hub, ...others] = places.map(({ placeCode }) => placeCode)
  return pathsOnly(
    others.flatMap((other) =>
      hub === undefined ? [] : [connectionPath(hub, other), connectionPath(other, hub)],
    ),
  )
}

/** By kind, which is the beginning of the names of its files. */
export const sitemapKinds: ReadonlyMap<string, ReadPages> = new Map<string, ReadPages>([
  ['pages', readPages],
  ['shows', readShows],
  ['dates', readDates],
  ['films', async (context) => pathsOnly(await readCinemaPaths(context))],
  ['connections', readConnections],
])
