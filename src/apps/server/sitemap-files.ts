import { defaultLocale, localizedPath, locales } from '#kernel/locale.ts'

/** Shows per file: each has two addresses, and a file may contain 50,000 addresses and 50 MB. */
const showsInFile = 20_000
/** Entries written before yielding to other requests. */
const entriesAtOnce = 200

export interface Entry {
  /** Without the locale prefix. */
  readonly path: string
  readonly changedAt?: Date
}

interface ListedShow {
  readonly slug: string
  readonly publishedAt: Date
}

/** Names of the files needed for this number of shows. */
export function showFileNames(showCount: number): string[] {
  const count = Math.ceil(showCount / showsInFile)
  return Array.from({ length: count }, (_, index) => `shows-${index + 1}`)
}

/** Entries of a file of shows; null when there is no file with that name. */
export function showEntries(shows: readonly ListedShow[], name: string): Iterable<Entry> | null {
  const file = /^shows-([1-9]\d{0,4})$/.exec(name)?.[1]
  const from = (Number(file) - 1) * showsInFile
  if (file === undefined || from >= shows.length) return null
  return shows
    .slice(from, from + showsInFile)
    .values()
    .map(({ slug, publishedAt }) => ({ path: `/shows/${slug}`, changedAt: publishedAt }))
}

/** Yields the file in pieces, so that the process can serve other requests in between. */
export async function* writeSitemap(
  origin: string,
  entries: Iterable<Entry>,
): AsyncGenerator<string, void> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
  let piece = ''
  let count = 0
  for (const entry of entries) {
    piece += entryXml(origin, entry)
    count += 1
    if (count % entriesAtOnce > 0) continue
    yield piece
    piece = ''
    await new Promise((resolve) => setImmediate(resolve))
  }
  yield `${piece}</urlset>\n`
}

/** Slugs and paths of campaigns contain no characters that XML requires to be escaped. */
function entryXml(origin: string, { path, changedAt }: Entry): string {
  const twins = [
    ...locales.map((locale) => [locale, locale] as const),
    ['x-default', defaultLocale] as const,
  ]
    .map(
      ([language, locale]) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${origin}${localizedPath(locale, path)}"/>`,
    )
    .join('')
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return locales
    .map(
      (locale) =>
        `<url><loc>${origin}${localizedPath(locale, path)}</loc>${changed}${twins}</url>\n`,
    )
    .join('')
}
