import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localeRedirect } from '#apps/web/locale-cookie.ts'
import { formPages, oneClickPages } from '#apps/web/page-table.ts'
import { locales, localizedPath, splitLocale } from '#kernel/locale.ts'
import { fail } from '#kernel/result.ts'
import { isSameOrigin } from '#platform/http/caller.ts'
import { errorReply } from '#platform/http/reply.ts'
import { sendFailure } from '#platform/http/send.ts'
import type { SisterHosts } from '#platform/http/sister-hosts.ts'
import { isUnanswerable } from './encodings.ts'
import { isCallPath } from './host-duties.ts'
import { pageCacheHits } from './metrics.ts'
import {
  encodedOnce,
  encodingOf,
  type Encoding,
  type CachedPage,
  type PageAnswer,
  type PageCache,
} from './page-cache.ts'
import { createRenderer, targetOf, type RendererOptions } from './page-renderer.ts'
import { inFrame, widgetSlugOf } from './widget-frames.ts'
import {
  commonSecurityHeaders,
  isPrivatePage,
  plainPath,
  privatePageHeaders,
} from './security-headers.ts'

export interface PagesOptions extends RendererOptions {
  readonly cache: PageCache
}

export interface Pages {
  /** Answers a page of the shop; register it as the fallback handler. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Sends the cached copy if it can be sent unchanged; false when there is none. */
  sendCached(request: FastifyRequest, reply: FastifyReply): boolean
}

/**
 * Serves every address that is not a call with pages rendered in this process.
 *
 * @param options.formsMax forms that one address may submit per minute
 */
export function registerPages(
  app: FastifyInstance,
  pages: Pages,
  options: {
    readonly origin: string
    readonly formsMax: number
    readonly sisterHosts?: SisterHosts | null | undefined
  },
): void {
  registerForms(app, pages, options)
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (isCallPath(path) || options.sisterHosts?.dutiesOf(request)) {
      const { status, body } = errorReply({ ok: false, code: 'NotFound' }, 'en', {
        requestId: request.id,
      })
      return reply.code(status).header('cache-control', 'no-store').send(body)
    }
    // Forms have routes of their own; for the router any other method would be an error of the page.
    if (!readMethods.has(request.method))
      return sendFailure(
        reply.header('allow', [...readMethods].join(', ')),
        fail('MethodNotAllowed'),
        splitLocale(path).locale,
      )
    return pages.answer(request, reply)
  })
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Registers forms of our own pages, which work without scripts, and those that mail programs send. */
function registerForms(
  app: FastifyInstance,
  pages: Pages,
  { origin, formsMax }: { readonly origin: string; readonly formsMax: number },
): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    const rateLimit = { max: formsMax, timeWindow: 60_000, groupId: 'flood' }
    for (const locale of locales) {
      // One mail service sends for very many readers.
      for (const page of oneClickPages)
        scope.post(
          localizedPath(locale, page),
          { preHandler: app.rateLimit() },
          (request, reply) => {
            // The router refuses forms of other origins; here the address is the permission, wherever it is sent from.
            delete request.raw.headers.origin
            return pages.answer(request, reply)
          },
        )
      for (const page of formPages)
        scope.post(localizedPath(locale, page), { config: { rateLimit } }, (request, reply) => {
          if (isSameOrigin(request, origin)) return pages.answer(request, reply)
          const { status, body } = errorReply({ ok: false, code: 'CrossSiteRequest' }, locale, {
            requestId: request.id,
          })
          return reply.code(status).header('cache-control', 'no-store').send(body)
        })
    }
  })
}

/**
 * Answers cached pages before any other work: no rate limit, no session, no encoding. Register it before every
 * other hook. Of the cookies only the language is read. Sister hosts answer no pages.
 */
export function registerCachedPages(
  app: FastifyInstance,
  pages: Pages,
  sisterHosts?: SisterHosts | null,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (sisterHosts?.dutiesOf(request) || !pages.sendCached(request, reply)) done()
  })
}

const outcomes = {
  hit: { outcome: 'hit' },
  stale: { outcome: 'stale' },
  miss: { outcome: 'miss' },
  fallback: { outcome: 'fallback' },
} as const

/** A complete response as it is sent. */
interface ReadyAnswer {
  /** Alternating names and values, as `writeHead` takes them. */
  readonly head: readonly string[]
  readonly body: Buffer
}

export function createPages(options: PagesOptions): Pages {
  const { cache } = options
  const renderer = createRenderer(options)
  const ready = createReadyAnswers(commonSecurityHeaders({ secure: options.cookieSecure }))
  return {
    sendCached(request, reply) {
      const { method, url = '', headers } = request.raw
      if (isUnanswerable(headers['accept-encoding'])) return false
      if (!renderer.built || !cache.isOn || (method !== 'GET' && method !== 'HEAD')) return false
      const address = renderer.built.addresses.read(url)
      if (!address?.isReservedForCode || hasLocaleCookie(headers.cookie)) return false
      const page = cache.fresh(address.target)
      if (!page || page.renewAt <= performance.now()) return false
      if (!sendCachedPage(request, reply, page, ready)) return false
      pageCacheHits.inc(outcomes.hit)
      return true
    },
    async answer(request, reply) {
      const sendPersonal = async (page: PageAnswer): Promise<FastifyReply> => {
        const slug = widgetSlugOf(targetOf(request).split('?', 1)[0] ?? '/')
        if (slug === null) return sendOnce(request, reply, page)
        return sendOnce(request, reply, await inFrame(options.base, slug, { request, reply, page }))
      }
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const elsewhere = isRead ? rememberedLocale(request) : null
      if (elsewhere !== null)
        return reply
          .code(302)
          .headers({ location: elsewhere, 'cache-control': 'private, no-cache', vary: 'cookie' })
          .send()
      const edition = await renderer.newestEdition()
      const address = isRead ? edition.addresses.read(request.url) : null
      if (!address) return sendPersonal(await renderer.personal(edition, request))
      const render = (): Promise<PageAnswer> => renderer.public(edition, address, request.ip)
      if (!address.isReservedForCode || !renderer.built || !cache.isOn)
        return sendOnce(request, reply, await render())
      const found = await cache.find(address.target, render, address.page)
      pageCacheHits.inc(outcomes[found.page ? found.outcome : 'miss'])
      if (found.page === null) return sendOnce(request, reply, found.answer)
      await found.page.encoded(encodingOf(request.headers['accept-encoding']))
      cache.grown(address.target, found.page)
      sendCachedPage(request, reply, found.page, ready)
      return reply
    },
  }
}

type ReadyAnswers = (page: CachedPage, encoding: Encoding) => ReadyAnswer | undefined

/** Complete responses, created once for each page and encoding; undefined until the encoding exists. */
function createReadyAnswers(common: readonly (readonly [string, string])[]): ReadyAnswers {
  const known = new WeakMap<CachedPage, Map<Encoding, ReadyAnswer>>()
  return (page, encoding) => {
    let answers = known.get(page)
    const answer = answers?.get(encoding)
    if (answer) return answer
    const encoded = page.ready(encoding)
    if (!encoded) return undefined
    const head = [
      ...common,
      ...page.answer.headers,
      ...cachedPageHeaders,
      ['etag', page.etag] as const,
      ...(encoding ? [['content-encoding', encoding] as const] : []),
      ['content-length', String(encoded.body.length)] as const,
    ].flat()
    const ready = { head, body: encoded.body }
    if (!answers) known.set(page, (answers = new Map()))
    answers.set(encoding, ready)
    return ready
  }
}

/** False if this encoding of the page does not exist yet. */
function sendCachedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  readyAnswer: ReadyAnswers,
): boolean {
  const { headers, method } = request.raw
  const ready = readyAnswer(page, encodingOf(headers['accept-encoding']))
  if (!ready) return false
  reply.hijack()
  const own = ownHeaders(reply, request.id)
  if (isKnown(headers['if-none-match'], page.etag)) {
    reply.raw.writeHead(304, [...cachedPageHeaders.flat(), 'etag', page.etag, ...own])
    reply.raw.end()
  } else {
    reply.raw.writeHead(200, [...ready.head, ...own])
    reply.raw.end(method === 'HEAD' ? undefined : ready.body)
  }
  return true
}

/** All visitors get the same page, but the language cookie is checked before any cache is used. */
const cachedPageHeaders: readonly (readonly [string, string])[] = [
  ['cache-control', 'public, no-cache'],
  ['vary', 'accept-encoding'],
]

/** Headers of one request rather than of the page: its id, and the remaining rate limit if it was counted. */
function ownHeaders(reply: FastifyReply, requestId: string): string[] {
  const own = ['x-request-id', requestId]
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (name.startsWith('x-ratelimit-')) own.push(name, String(value))
  return own
}

function isKnown(given: string | undefined, etag: string): boolean {
  return given !== undefined && given.split(',').some((one) => one.trim() === etag)
}

/** Most visitors have no such cookie; only the others are parsed. */
function hasLocaleCookie(cookies: string | undefined): boolean {
  return cookies !== undefined && cookies.includes('NEXT_LOCALE=')
}

/** Address in the visitor's remembered language; requests for page data keep the page's language. */
function rememberedLocale(request: FastifyRequest): string | null {
  const { cookie } = request.headers
  if (!hasLocaleCookie(cookie)) return null
  const url = new URL(`http://localhost${targetOf(request)}`)
  return url.pathname.endsWith('.data') ? null : localeRedirect(url, cookie ?? null)
}

/** Path of a page without its locale, however it was spelled. */
function pathOf(request: FastifyRequest): string {
  return splitLocale(plainPath(targetOf(request))).path
}

/** Sends a personal or uncacheable response. */
async function sendOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageAnswer,
): Promise<FastifyReply> {
  reply.code(page.status)
  for (const [name, value] of page.headers) reply.header(name, value)
  if (isPrivatePage(pathOf(request)))
    for (const header of privatePageHeaders) reply.header(...header)
  // Pages that must never be stale set their own header; without it, going back would show a cached copy.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  if (page.status === 204 || page.plain.length === 0) return reply.send(page.plain)
  const { body, encoding } = await encodedOnce(page.plain, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding).header('vary', 'accept-encoding, cookie')
  return reply.send(body)
}
