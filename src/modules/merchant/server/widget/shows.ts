import { isVisible, readCatalogue } from '#modules/catalogue/server/public-api.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { readWidgetOrigins } from './origins.ts'

export interface WidgetShow {
  readonly slug: string
  readonly name: LocalizedText
  readonly merchantName: LocalizedText
  readonly origins: readonly string[]
}

/** A public show with the sites that may embed its widget; null for any other show. */
export async function readWidgetShow(
  context: Pick<Context, 'db'>,
  slug: string,
): Promise<WidgetShow | null> {
  const { showsBySlug } = await readCatalogue(context.db)
  const show = showsBySlug.get(slug)
  if (!show || !isVisible(show, undefined)) return null
  const origins = await readWidgetOrigins(context, show.merchant.id)
  return {
    slug,
    name: show.name,
    merchantName: show.merchant.name,
    origins: origins.map(({ origin }) => origin),
  }
}

/** An organiser's public shows. */
export async function listWidgetShows(
  { db, locale }: Pick<Context, 'db' | 'locale'>,
  merchantId: number,
): Promise<{ slug: string; name: string }[]> {
  const { shows } = await readCatalogue(db)
  return [...shows.values()]
    .filter((show) => show.merchant.id === merchantId && isVisible(show, undefined))
    .map(({ slug, name }) => ({ slug, name: name[locale] }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
