import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { defaultLocale, localizedPath, locales } from '#kernel/locale.ts'
import { readListedPages } from '#modules/catalogue/server/door.ts'
import { readCampaignPaths } from '#modules/presentation/server/door.ts'
import type { Context } from '#platform/context.ts'

/** Shows in one file: two addresses each, and a file may hold 50,000 of them and 50 MB. */
const showsInFile = 20_000
/** Entries written between two looks at whoever else waits. */
const entriesAtOnce = 200

const fixedPaths = ['/', '/venues', '/theatres', '/faq', '/standard-terms-and-conditions']
/** Addresses that are no page for search engines. */
const closed = ['/checkout/', '/tickets/', '/account/', '/auth/', '/operator', '/v2/', '/groot/']

/**
 * What search engines read first: `/robots.txt`, an index of sitemaps, and its files, each address with its twin in
 * the other language. Files are written while they are sent, from the catalogue in memory.
 */
export function registerSitemap(
  app: FastifyInstance,
  options: { readonly origin: string; readonly systemContext: () => Context },
): void {
  const { origin, systemContext } = options
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(robots(origin)),
  )
  app.get('/sitemap.xml', async (_request, reply) => {
    const { shows } = await readListedPages(systemContext())
    const files = Math.ceil(shows.length / showsInFile)
    const names = ['pages', ...Array.from({ length: files }, (_, index) => `shows-${index + 1}`)]
    const entries = names.map(
      (name) => `<sitemap><loc>${origin}/sitemap/${name}.xml</loc></sitemap>`,
    )
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</sitemapindex>\n`,
      )
  })
  app.get<{ Params: { name: string } }>('/sitemap/:name.xml', async (request, reply) => {
    const entries = await entriesOf(systemContext(), request.params.name)
    if (!entries) return reply.callNotFound()
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(Readable.from(writeFile(origin, entries)))
  })
}

function robots(origin: string): string {
  const lines = closed.flatMap((path) =>
    /^\/(v2|groot|auth)/.test(path)
      ? [`Disallow: ${path}`]
      : locales.map((locale) => `Disallow: ${localizedPath(locale, path)}`),
  )
  return ['User-agent: *', ...new Set(lines), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}

interface Entry {
  /** Without a language. */
  readonly path: string
  readonly changedAt?: Date
}

/** Entries of one file; null when there is no such file. */
async function entriesOf(context: Context, name: string): Promise<Iterable<Entry> | null> {
  const pages = await readListedPages(context)
  if (name === 'pages') {
    const campaigns = await readCampaignPaths(context)
    return [
      ...fixedPaths,
      ...pages.categories.map((slug) => `/category/${slug}`),
      ...pages.venues.map((slug) => `/venues/${slug}`),
      ...campaigns,
    ].map((path) => ({ path }))
  }
  const file = /^shows-([1-9]\d{0,4})$/.exec(name)?.[1]
  const from = (Number(file) - 1) * showsInFile
  if (file === undefined || from >= pages.shows.length) return null
  return pages.shows
    .slice(from, from + showsInFile)
    .values()
    .map(({ slug, publishedAt }) => ({ path: `/shows/${slug}`, changedAt: publishedAt }))
}

/** The file in pieces; between two of them the process answers others. */
async function* writeFile(origin: string, entries: Iterable<Entry>): AsyncGenerator<string, void> {
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

/** Slugs and paths of campaigns hold no character that XML minds. */
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
