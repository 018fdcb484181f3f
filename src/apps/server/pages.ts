import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { createRequestHandler, RouterContextProvider as ContextProvider } from 'react-router'
import type { ServerCalls } from '#apps/web/server-calls.ts'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { splitLocale } from '#kernel/locale.ts'
import { execute } from '#platform/http/execute.ts'
import {
  accessTokenCookie,
  bearerOf,
  callContext,
  type GatewayOptions,
} from '#platform/http/gateway.ts'
import type { CallContext, Implementation } from '#platform/http/implement.ts'
import { errorReply } from '#platform/http/reply.ts'
import { pageCacheHits } from './metrics.ts'
import {
  encoded,
  encodedOnce,
  encodingOf,
  type CachedPage,
  type PageCache,
  type ReadyAnswer,
} from './page-cache.ts'
import { isPrivatePage, pageSecurityHeaders, privatePageHeaders } from './security-headers.ts'

/** The built pages, or where to get the newest edition of them for each request. */
export type WebBuild = ServerBuild | (() => Promise<ServerBuild>)

export interface PagesOptions extends GatewayOptions {
  readonly build: WebBuild
  readonly cache: PageCache
  readonly authOrigin: string
}

/** Serves every address that is not a call: the shell's pages, rendered in this process over the same calls. */
export function registerPages(app: FastifyInstance, options: PagesOptions): void {
  const pages = createPages(options)
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    if (/^\/(v2|groot|integrations)(\/|$)/.test(request.url.split('?', 1)[0] ?? '')) {
      const { status, body } = errorReply({ ok: false, code: 'NotFound' }, 'en', request.id)
      return reply.code(status).header('cache-control', 'no-store').send(body)
    }
    return pages(request, reply)
  })
}

/**
 * Answers a page that is kept before anything else is done for the request: no limit is counted, no cookie read,
 * nothing encoded. Register it before every other hook. What it sends is what was sent the first time.
 */
export function registerCachedPages(app: FastifyInstance, cache: PageCache): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url = '', headers } = request.raw
    const isPlain =
      method === 'GET' && headers.cookie === undefined && headers.authorization === undefined
    const answer = isPlain
      ? cache.answer(url, encodingOf(headers['accept-encoding']), Date.now())
      : undefined
    if (!answer) return done()
    pageCacheHits.inc(hit)
    reply.hijack()
    reply.raw.writeHead(200, [...answer.head, 'x-request-id', request.id])
    reply.raw.end(answer.body)
  })
}

const hit = { outcome: 'hit' }

/** What belongs to one request and not to the page. */
const ownHeaders = /^(x-request-id|x-ratelimit-.*|retry-after|set-cookie|content-length)$/

function readyAnswer(reply: FastifyReply, body: Buffer): ReadyAnswer {
  const head = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || ownHeaders.test(name) ? [] : [name, String(value)],
  )
  return { head: [...head, 'content-length', String(body.length)], body }
}

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function createPages(options: PagesOptions): PageHandler {
  const { cache } = options
  const handle = createRequestHandler(options.build, process.env['NODE_ENV'] ?? 'production')
  const byId = new Map(options.implementations.map((item) => [item.call.id, item]))
  const { build } = options
  const newestBuild = typeof build === 'function' ? build : async () => build

  async function render(
    request: FastifyRequest,
    context: CallContext,
  ): Promise<Omit<CachedPage, 'until'>> {
    const nonce = randomBytes(16).toString('base64url')
    const provider: RouterContextProvider = new ContextProvider()
    provider.set(contextKeyOf(await newestBuild()), serverCalls(context, nonce, byId, options))
    const response = await handle(webRequest(request, options.base.origin), provider)
    const headers: [string, string][] = [
      ...response.headers,
      ...pageSecurityHeaders(nonce, { secure: options.cookieSecure }),
    ]
    const cookie = accessTokenCookie(context.effects, options.cookieSecure)
    if (cookie) headers.push(['set-cookie', cookie])
    return { status: response.status, headers, plain: Buffer.from(await response.arrayBuffer()) }
  }

  return async (request, reply) => {
    if (cache.isOn && isAnonymousRead(request)) {
      const key = request.url
      const known = cache.read(key, Date.now())
      pageCacheHits.inc({ outcome: known ? 'hit' : 'miss' })
      const page =
        known ??
        (await cache.fill(key, () =>
          render(request, pageContext(request, options, { kind: 'visitor' })),
        ))
      return sendPage(request, reply, page, async (accepts) => {
        const bytes = await encoded(page, accepts)
        return {
          ...bytes,
          sent: () => cache.remember(page, bytes.encoding, readyAnswer(reply, bytes.body)),
        }
      })
    }
    const page = await render(request, await identifyPage(request, options))
    return sendPage(request, reply, page, (accepts) => encodedOnce(page.plain, accepts))
  }
}

/** Pages without a session and without a remembered locale are the same for everybody. */
function isAnonymousRead(request: FastifyRequest): boolean {
  return (
    request.method === 'GET' &&
    request.headers.cookie === undefined &&
    request.headers.authorization === undefined &&
    !isPrivatePage(pathOf(request))
  )
}

/** Path of a page without its locale. */
function pathOf(request: FastifyRequest): string {
  return splitLocale(targetOf(request).split('?', 1)[0] ?? '/').path
}

async function identifyPage(request: FastifyRequest, options: PagesOptions): Promise<CallContext> {
  const visitor = pageContext(request, options, { kind: 'visitor' })
  const bearer = bearerOf(request)
  if (!bearer) return visitor
  const actor = await options.sessions.authenticate(visitor, bearer.token)
  if (actor) return pageContext(request, options, actor)
  visitor.effects.accessToken = 'clear'
  return visitor
}

function pageContext(
  request: FastifyRequest,
  options: PagesOptions,
  actor: CallContext['actor'],
): CallContext {
  const { locale } = splitLocale(request.url.split('?', 1)[0] ?? '/')
  return callContext(request, options, actor, 'web', locale)
}

/** The same calls as over HTTP, in this process: no hop, one database pool. */
function serverCalls(
  context: CallContext,
  nonce: string,
  byId: ReadonlyMap<string, Implementation>,
  options: PagesOptions,
): ServerCalls {
  return {
    actor:
      context.actor.kind === 'guest' || context.actor.kind === 'customer'
        ? context.actor.kind
        : 'visitor',
    locale: context.locale,
    origin: context.origin,
    authOrigin: options.authOrigin,
    nonce,
    reportError(error) {
      context.log.error({ err: error }, 'page failed')
    },
    async send<C extends Call>(call: C, input: CallInput<C> = {}): Promise<ReplyOf<C>> {
      const implementation = byId.get(call.id)
      if (!implementation) throw new Error(`No implementation of ${call.id}`)
      const raw = { params: input.params ?? {}, query: input.query ?? {}, body: input.body }
      const result = await execute(implementation, context, raw, options)
      if (result.ok) return result.value as ReplyOf<C>
      const { status, body } = errorReply(result, context.locale)
      throw new CallError(status, body.error)
    },
  }
}

function contextKeyOf(build: ServerBuild): Parameters<RouterContextProvider['set']>[0] {
  const entry = build.entry.module as unknown as {
    serverCallsContext?: Parameters<RouterContextProvider['set']>[0]
  }
  if (!entry.serverCallsContext) throw new Error('The web build exports no serverCallsContext')
  return entry.serverCallsContext
}

/**
 * Path and query of a request. They are joined to our origin and never resolved against it: a path that begins
 * with two slashes would name another host.
 */
function targetOf({ url }: FastifyRequest): string {
  if (url.startsWith('/')) return url
  const absolute = URL.parse(url)
  return absolute ? absolute.pathname + absolute.search : '/'
}

function webRequest(request: FastifyRequest, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !name.startsWith(':')) headers.set(name, value)
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(new URL(origin + targetOf(request)), {
    method: request.method,
    headers,
    body: hasBody && request.body !== undefined ? JSON.stringify(request.body) : null,
  })
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Omit<CachedPage, 'until'>,
  encode: (
    accepts: string | undefined,
  ) => Promise<{ body: Buffer; encoding: string | null; sent?: () => void }>,
): Promise<FastifyReply> {
  reply.code(page.status)
  for (const [name, value] of page.headers) reply.header(name, value)
  if (isPrivatePage(pathOf(request)))
    for (const header of privatePageHeaders) reply.header(...header)
  // A page that shows what must never be stale says so itself: going back would show a kept copy otherwise.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  if (page.status === 204 || page.plain.length === 0) return reply.send(page.plain)
  const { body, encoding, sent } = await encode(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding).header('vary', 'accept-encoding, cookie')
  sent?.()
  return reply.send(body)
}
