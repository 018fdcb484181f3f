import type { Context } from '#platform/context.ts'
import type { EventRecord, ShowRecord } from '../records.ts'
import { scopeKey } from '../scopes.ts'
import { viewOf } from '../view.ts'
import { scopeOf, upcomingEvents } from './listing.ts'

/** Pages for the sitemap: pages by slug, shows by announcement, newest first, dates that are still to come. */
export interface ListedPages {
  readonly categories: readonly string[]
  readonly venues: readonly string[]
  readonly shows: readonly ShowRecord[]
  readonly events: readonly EventRecord[]
  /** The last known moment at which the page of a show, or of one date, became another. */
  changeOf(page: ShowRecord | EventRecord): Date | undefined
}

/** Pages of the catalogue that are listed, from its lists in memory. */
export async function readListedPages(context: Context): Promise<ListedPages> {
  const view = await viewOf(context)
  const { catalogue, now } = view
  return {
    categories: catalogue.categories
      .filter((category) => category.status === 'Active')
      .map((category) => category.slug),
    venues: catalogue.venues.map((venue) => venue.slug),
    shows: scopeOf(catalogue, scopeKey.all).showsByNewest,
    events: upcomingEvents(view, Infinity),
    changeOf(page) {
      if ('publishedAt' in page)
        return lastOf([page.publishedAt, ...page.events.flatMap(turns)], now)
      const show = catalogue.shows.get(page.showId)
      return lastOf([show?.publishedAt ?? null, ...turns(page)], now)
    },
  }
}

/** Moments at which what is said about a date changes: its sale opens and ends, it is cancelled, it begins. */
function turns({ salesOpenAt, salesCloseAt, cancelledAt, startsAt }: EventRecord): (Date | null)[] {
  return [salesOpenAt, salesCloseAt, cancelledAt, startsAt]
}

function lastOf(moments: readonly (Date | null)[], now: Date): Date | undefined {
  let last: Date | undefined
  for (const moment of moments)
    if (moment && moment <= now && (!last || moment > last)) last = moment
  return last
}
