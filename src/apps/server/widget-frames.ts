/** Pages of the widget, which are framed on organisers' own sites. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { splitLocale } from '#kernel/locale.ts'
import { readWidgetShow } from '#modules/merchant/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { frameCookie, isInFrame } from '#platform/http/cookies.ts'
import type { PageAnswer } from './page-cache.ts'

/** The show of a widget page; null for every other page. */
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
 * Adds headers that let only the sites of the show's organiser frame the page; on another site also sets the
 * partitioned cookie that distinguishes its session from the shop's own.
 */
export async function inFrame(
  context: Pick<Context, 'db'>,
  slug: string,
  { request, reply, page }: FramedPage,
): Promise<PageAnswer> {
  const show = await readWidgetShow(context, slug)
  const sites = ["'self'", ...(show?.origins ?? [])].join(' ')
  // The policy decides; the older header can name one site at most.
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
