import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { closedPaths } from '#apps/web/listed-pages.ts'
import type { Call } from '#contract/call.ts'
import { localizedPath, locales } from '#kernel/locale.ts'
import { isPublicPicture } from '#platform/http/public-picture.ts'
import type { Context } from '#platform/context.ts'
import { entriesOfFile, fileNames, readFileName, writeSitemap } from './sitemap-files.ts'
import { sitemapKinds } from './sitemap-pages.ts'

/** Addresses of calls: nothing that is found by them is a page. */
const callPaths = ['/v2/', '/groot/']

interface SitemapOptions {
  readonly origin: string
  readonly calls: readonly Call[]
  readonly systemContext: () => Context
}

/**
 * `/robots.txt`, an index of sitemaps, and its files; each address has an alternate in the other language. Files
 * are streamed from the programme in memory.
 */
export function registerSitemap(app: FastifyInstance, options: SitemapOptions): void {
  const { origin, systemContext } = options
  const robots = robotsOf(options)
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(robots),
  )
  app.get('/sitemap.xml', async (_request, reply) => {
    const files = await Promise.all(
      [...sitemapKinds].map(async ([kind, read]) => {
        const { count } = await read(systemContext())
        return fileNames(kind, count)
      }),
    )
    const entries = files
      .flat()
      .map((name) => `<sitemap><loc>${origin}/sitemap/${name}.xml</loc></sitemap>`)
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</sitemapindex>\n`,
      )
  })
  app.get<{ Params: { name: string } }>('/sitemap/:name.xml', async (request, reply) => {
    const file = readFileName(request.params.name)
    const read = sitemapKinds.get(file?.kind ?? '')
    if (!file || !read) return reply.callNotFound()
    const entries = entriesOfFile(await read(systemContext()), file.number)
    if (!entries) return reply.callNotFound()
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(Readable.from(writeSitemap(origin, entries)))
  })
}

/** Pictures that pages and structured data name are open, although their addresses are those of calls. */
function robotsOf({ origin, calls }: SitemapOptions): string {
  const pictures = calls
    .filter(isPublicPicture)
    .map(({ path }) => `Allow: ${path.slice(0, path.indexOf('{'))}`)
  const pages = Object.keys(closedPaths).flatMap((path) =>
    locales.map((locale) => localizedPath(locale, path)),
  )
  const closed = [...callPaths, ...pages].map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...pictures, ...closed, '', `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  )
}
