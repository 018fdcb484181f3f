import type { Context } from '#platform/context.ts'
import type { Banner, ListItem } from '../../contract.ts'
import { showTextsOf } from '../details.ts'
import { presentBanner, presentShowItem } from '../present.ts'
import { readRules } from '#modules/sale-rules/server/public-api.ts'
import { isListed } from '../rules.ts'
import type { ShowRecord } from '../records.ts'
import { readCatalogue } from '../snapshot.ts'
import { upcomingOf } from './listing.ts'
import { bannerShows } from './pages.ts'

/** Link targets for other modules. Null for shows that are not listed (private, stopped, deleted). */
export interface ShowLinks {
  byId(showId: number): ListItem | null
  bySlug(slug: string): ListItem | null
  /** Slug of an active category. */
  categorySlug(categoryId: number): string | null
  /** The shows chosen for the top of the home page, as banners. */
  mainBanners(): Promise<Banner[]>
}

/** Cards of shows by id or slug, in the language of the context, as the lists show them now. */
export async function readShowLinks(context: Context): Promise<ShowLinks> {
  const catalogue = await readCatalogue(context.db)
  const now = context.clock.now()
  const rules = await readRules(context)
  const view = { db: context.db, catalogue, now, locale: context.locale, rules }
  const card = (show: ShowRecord | undefined): ListItem | null =>
    show && isListed(show) ? presentShowItem(show, upcomingOf(show, view), context.locale) : null
  return {
    byId: (showId) => card(catalogue.shows.get(showId)),
    bySlug: (slug) => card(catalogue.showsBySlug.get(slug)),
    categorySlug: (categoryId) =>
      catalogue.categories.find(({ id, status }) => id === categoryId && status === 'Active')
        ?.slug ?? null,
    mainBanners: () => {
      const shows = bannerShows(view)
      return Promise.all(
        shows.map(async (show, index) => {
          const texts = await showTextsOf(context.db, show)
          return presentBanner(show, texts, index + 1, context.locale)
        }),
      )
    },
  }
}
