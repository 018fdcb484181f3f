/** Renders pages of the web build in this process, with the same calls as over HTTP. */
import type { FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { PublicPages } from '#apps/web/public-page.ts'
import type { ServerCalls } from '#apps/web/server-calls.ts'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import type { PageHosts } from '#design/data/page-hosts.ts'
import { splitLocale } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import { execute } from '#platform/http/execute.ts'
import type { GatewayOptions } from '#platform/http/gateway.ts'
import { bearerOf, callContext } from '#platform/http/caller.ts'
import { accessTokenCookies, isInFrame } from '#platform/http/cookies.ts'
import type { CallContext, Implementation } from '#platform/http/implement.ts'
import { errorReply } from '#platform/http/reply.ts'
import { PublicAddresses, type PublicAddress } from './page-address.ts'
import type { PageAnswer } from './page-cache.ts'
import { loggedPath } from './logged-path.ts'
import type { Measuring } from './measuring.ts'
import { pageSecurityHeaders } from './security-headers.ts'

/** The built pages, or a function that returns the newest edition for each request. */
export type WebBuild = ServerBuild | (() => Promise<ServerBuild>)

export interface RendererOptions extends GatewayOptions {
  readonly build: WebBuild
  readonly authOrigin: string
  readonly hosts?: PageHosts
  readonly measuring: Measuring | null
  readonly log: CallContext['log']
}

/** Exports of the web build in addition to the router's. */
interface PagesEntry {
  readonly serverCallsContext: Parameters<RouterContextProvider['set']>[0]
  readonly inlineScriptSources: readonly string[]
  createPublicPages(build: ServerBuild, hosts?: PageHosts): PublicPages
}

/** Objects created once per build. */
interface Edition {
  readonly serverCallsContext: PagesEntry['serverCallsContext']
  readonly security: readonly (readonly [string, string])[]
  readonly addresses: PublicAddresses
}

interface PageRenderer {
  /** Null in development: each request then uses a new edition, and nothing is cached. */
  readonly built: Edition | null
  newestEdition(): Promise<Edition>
  /** Renders a public page from its address only; `ip` is the visitor whose limits its calls count against. */
  public(edition: Edition, address: PublicAddress, ip: string): Promise<PageAnswer>
  /** Renders a page for its visitor. */
  personal(edition: Edition, request: FastifyRequest): Promise<PageAnswer>
}

function editionOf(
  build: ServerBuild,
  options: {
    readonly secure: boolean
    readonly measuring: Measuring | null
    readonly hosts: PageHosts | undefined
  },
): Edition {
  const entry = build.entry.module as unknown as PagesEntry
  invariant(entry.createPublicPages, 'The web build exports what its pages are rendered with')
  return {
    serverCallsContext: entry.serverCallsContext,
    security: pageSecurityHeaders(entry.inlineScriptSources, options),
    addresses: new PublicAddresses(entry.createPublicPages(build, options.hosts)),
  }
}

export function createRenderer(options: RendererOptions): PageRenderer {
  const { build } = options
  const pageOptions = {
    secure: options.cookieSecure,
    measuring: options.measuring,
    hosts: options.hosts,
  }
  const handle = createRequestHandler(build, process.env['NODE_ENV'] ?? 'production')
  const built = typeof build === 'function' ? null : editionOf(build, pageOptions)

  /** Rendering by the router: redirects, refusals, pages of one visitor. */
  async function routed(
    edition: Edition,
    request: Request,
    calls: ServerCalls,
  ): Promise<PageAnswer> {
    const response = await handle(request, providerOf(edition, calls))
    return {
      status: response.status,
      headers: [...response.headers, ...edition.security],
      plain: Buffer.from(await response.arrayBuffer()),
    }
  }

  const callsOf = createServerCalls(options)
  return {
    built,
    async newestEdition() {
      return built ?? editionOf(typeof build === 'function' ? await build() : build, pageOptions)
    },
    async public(edition, { page, target }, ip) {
      const url = new URL(options.base.origin + target)
      const calls = callsOf(anybody(options, page.locale, ip), null)
      const html = built ? await page.render(url, providerOf(edition, calls)) : null
      if (html === null) return routed(edition, new Request(url), calls)
      const type = ['content-type', 'text/html; charset=utf-8'] as const
      return { status: 200, headers: [type, ...edition.security], plain: Buffer.from(html) }
    },
    async personal(edition, request) {
      const context = await identifyPage(request, options)
      const { kind } = context.actor
      const actor = kind === 'guest' || kind === 'customer' ? kind : 'visitor'
      const answer = await routed(
        edition,
        webRequest(request, options.base.origin),
        callsOf(context, actor),
      )
      const cookies = accessTokenCookies(context.effects, options, isInFrame(request))
      const headers = cookies.map((cookie) => ['set-cookie', cookie] as const)
      return cookies.length > 0 ? { ...answer, headers: [...answer.headers, ...headers] } : answer
    },
  }
}

function providerOf(edition: Edition, calls: ServerCalls): RouterContextProvider {
  const provider = new RouterContextProvider()
  provider.set(edition.serverCallsContext, calls)
  return provider
}

function anybody(
  { base, log }: RendererOptions,
  locale: CallContext['locale'],
  ip: string,
): CallContext {
  return {
    ...base,
    actor: { kind: 'visitor' },
    locale,
    log,
    channel: 'web',
    effects: {},
    ip,
    userAgent: '',
  }
}

async function identifyPage(
  request: FastifyRequest,
  options: RendererOptions,
): Promise<CallContext> {
  const visitor = pageContext(request, options, { kind: 'visitor' })
  const bearer = bearerOf(request, options)
  if (!bearer) return visitor
  const actor = await options.sessions.authenticate(visitor, bearer.token)
  if (actor) return pageContext(request, options, actor)
  visitor.effects.accessToken = 'clear'
  return visitor
}

function pageContext(
  request: FastifyRequest,
  options: RendererOptions,
  actor: CallContext['actor'],
): CallContext {
  const { locale } = splitLocale(request.url.split('?', 1)[0] ?? '/')
  return callContext(request, options, actor, 'web', locale)
}

/** The same calls as over HTTP, in this process: no hop, one database pool. */
function createServerCalls(
  options: RendererOptions,
): (context: CallContext, actor: ServerCalls['actor']) => ServerCalls {
  const byId = new Map<string, Implementation>(
    options.implementations.map((item) => [item.call.id, item]),
  )
  /** After a call has opened a session, the following calls of this page use it. */
  async function withOpened(context: CallContext): Promise<CallContext> {
    const { accessToken } = context.effects
    if (context.actor.kind !== 'visitor' || typeof accessToken !== 'object') return context
    const opened = await options.sessions.authenticate(context, accessToken.token)
    return opened ? { ...context, actor: opened } : context
  }
  return (context, actor) => ({
    actor,
    locale: context.locale,
    origin: context.origin,
    authOrigin: options.authOrigin,
    hosts: options.hosts ?? {},
    measuring: options.measuring?.settings ?? null,
    reportError(error, request) {
      // What a loader's call refused is the page's content, and so is an address or a method that no page has.
      if (error instanceof CallError && error.status < 500) return
      const { method, path, status } = { status: 500, ...request }
      context.log.error(
        { err: error, method, path: path && loggedPath(path), status },
        'page failed',
      )
    },
    async send<C extends Call>(call: C, input: CallInput<C> = {}): Promise<ReplyOf<C>> {
      const implementation = byId.get(call.id)
      if (!implementation) throw new Error(`No implementation of ${call.id}`)
      invariant(actor !== null || !call.opensSession, 'A page for everybody opens no session')
      const raw = { params: input.params ?? {}, query: input.query ?? {}, body: input.body }
      const result = await execute(implementation, await withOpened(context), raw, options)
      if (result.ok) return result.value as ReplyOf<C>
      const { status, body } = errorReply(result, context.locale)
      throw new CallError(status, body.error)
    },
  })
}

/**
 * Path and query of a request. They are appended to our origin and never resolved against it: a path that begins
 * with two slashes would name another host.
 */
export function targetOf({ url }: FastifyRequest): string {
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
    body: hasBody ? bodyOf(request.body) : null,
  })
}

/** The body of a form as it was sent; any other body as JSON. */
function bodyOf(body: unknown): string | null {
  if (body === undefined) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}
