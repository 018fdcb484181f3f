import type { Context } from '#platform/context.ts'
import { readCatalogue } from '../snapshot.ts'
import { scopeKey } from '../scopes.ts'
import { scopeOf } from './listing.ts'

/** Pages for the sitemap: pages by slug, shows by announcement, newest first. */
export interface ListedPages {
  readonly categories: readonly string[]
  readonly venues: readonly string[]
  readonly shows: readonly { readonly slug: string; readonly publishedAt: Date }[]
}

/** Pages of the catalogue that are listed; generated lazily without a copy. */
export async function readListedPages(context: Pick<Context, 'db'>): Promise<ListedPages> {
  const catalogue = await readCatalogue(context.db)
  return {
    categories: catalogue.categories
      .filter((category) => category.status === 'Active')
      .map((category) => category.slug),
    venues: catalogue.venues.map((venue) => venue.slug),
    shows: scopeOf(catalogue, scopeKey.all).showsByNewest,
  }
}
