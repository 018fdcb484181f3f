import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { localizedPath, locales } from '#kernel/locale.ts'
import { readListedPages } from '#modules/catalogue/server/public-api.ts'
import { readCampaignPaths } from '#modules/presentation/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { showEntries, showFileNames, writeSitemap, type Entry } from './sitemap-files.ts'

const fixedPaths = ['/', '/venues', '/theatres', '/faq', '/standard-terms-and-conditions']
/** Addresses that search engines must not crawl. */
const closed = ['/checkout/', '/tickets/', '/account/', '/auth/', '/operator', '/v2/', '/groot/']

/**
 * `/robots.txt`, an index of sitemaps, and its files; each address has an alternate in the other language. Files
 * are streamed from the catalogue in memory.
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
    const names = ['pages', ...showFileNames(shows.length)]
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
      .send(Readable.from(writeSitemap(origin, entries)))
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

/** Entries of one file; null if it does not exist. */
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
  return showEntries(pages.shows, name)
}
