import { defaultLocale, localizedPath, locales } from '#kernel/locale.ts'

/** Entries per file: each has an address in two languages, and a file may contain 50,000 addresses and 50 MB. */
const entriesInFile = 20_000
/** Entries written before yielding to other requests. */
const entriesAtOnce = 200

export interface Entry {
  /** Without the locale prefix; may have a query. */
  readonly path: string
  /** When the page last became another; left out where that is not known. */
  readonly changedAt?: Date | undefined
}

/** Names of the files that a number of entries of one kind needs: `shows-1`, `shows-2`. */
export function fileNames(kind: string, count: number): string[] {
  const files = Math.ceil(count / entriesInFile)
  return Array.from({ length: files }, (_, index) => `${kind}-${index + 1}`)
}

/** The kind of a file and its number, from 1; null when no file can have that name. */
export function readFileName(name: string): { kind: string; number: number } | null {
  const [, kind, number] = /^([a-z]+)-([1-9]\d{0,4})$/.exec(name) ?? []
  return kind === undefined ? null : { kind, number: Number(number) }
}

/** The pages of one kind; their entries are generated when a file is written. */
export interface SitemapPages {
  readonly count: number
  entries(from: number, to: number): Iterable<Entry>
}

export function sitemapPages<Item>(
  items: readonly Item[],
  entryOf: (item: Item) => Entry,
): SitemapPages {
  return {
    count: items.length,
    entries: (from, to) => items.slice(from, to).values().map(entryOf),
  }
}

/** Entries of a file; null when there are not that many. */
export function entriesOfFile(pages: SitemapPages, number: number): Iterable<Entry> | null {
  const from = (number - 1) * entriesInFile
  return from >= pages.count ? null : pages.entries(from, from + entriesInFile)
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

function entryXml(origin: string, { path, changedAt }: Entry): string {
  const escaped = path.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const twins = [
    ...locales.map((locale) => [locale, locale] as const),
    ['x-default', defaultLocale] as const,
  ]
    .map(
      ([language, locale]) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${origin}${localizedPath(locale, escaped)}"/>`,
    )
    .join('')
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return locales
    .map(
      (locale) =>
        `<url><loc>${origin}${localizedPath(locale, escaped)}</loc>${changed}${twins}</url>\n`,
    )
    .join('')
}
