/** Pages of the widget, which are in frames on organisers' own sites. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { splitLocale } from '#kernel/locale.ts'
import { readWidgetShow } from '#modules/merchant/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { frameCookie, isInFrame } from '#platform/http/cookies.ts'
import type { PageAnswer } from './page-cache.ts'

/** The show whose widget a page is of; null of every other page. */
export function widgetSlugOf(path: string): string | null {
  const slug = /^\/widget\/([^/]+)/.exec(splitLocale(path).path)?.[1]
  if (slug === undefined) return null
  try {
    return decodeURIComponent(slug.replace(/\.data$/, ''))
  } catch {
    return null
  }
}

/**
 * The page with headers that let the sites of the show's organiser, and no others, show it in a frame; and where
 * another site does so, the partitioned cookie by which its session is told from the shop's own.
 */
export async function inFrame(
  context: Pick<Context, 'db'>,
  slug: string,
  { request, reply, page }: FramedPage,
): Promise<PageAnswer> {
  const show = await readWidgetShow(context, slug)
  const sites = ["'self'", ...(show?.origins ?? [])].join(' ')
  // The policy decides; the older header knows one site at most.
  reply.removeHeader('x-frame-options')
  reply.header('cross-origin-resource-policy', 'cross-origin')
  const headers: [string, string][] = page.headers.map(([name, value]) =>
    name === 'content-security-policy'
      ? [name, value.replace("frame-ancestors 'none'", `frame-ancestors ${sites}`)]
      : [name, value],
  )
  headers.push(['x-robots-tag', 'noindex'], ['cache-control', 'no-store'])
  const isElsewhere = request.headers['sec-fetch-site'] === 'cross-site'
  if (isElsewhere && request.headers['sec-fetch-dest'] === 'iframe' && !isInFrame(request))
    headers.push([
      'set-cookie',
      `${frameCookie}=1; Path=/; Secure; SameSite=None; Partitioned; Max-Age=86400`,
    ])
  return { ...page, headers }
}

interface FramedPage {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly page: PageAnswer
}
