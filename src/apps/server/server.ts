import { readFileSync } from 'node:fs'
import fastifyCookie from '@fastify/cookie'
import fastifyRateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { localeFor, wantedLanguages } from '#kernel/locale.ts'
import { fail } from '#kernel/result.ts'
import { boundsOf } from '#platform/bounds.ts'
import type { Config } from '#platform/config.ts'
import { bodyBytesMaxDefault } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { DatabaseUnavailable } from '#platform/database/unavailable.ts'
import {
  requestDeadlines,
  type BodyRules,
  type RequestDeadlines,
} from '#platform/http/body-room.ts'
import { createApiKeys } from '#platform/http/api-keys.ts'
import { networkOf, ownProxies } from '#platform/network.ts'
import { registerCalls, type GatewayOptions } from '#platform/http/gateway.ts'
import { QuietLogController } from '#platform/http/log-controller.ts'
import { countRefusal } from '#platform/refusals.ts'
import { sendFailure } from '#platform/http/send.ts'
import type { Implementation } from '#platform/http/implement.ts'
import { BodyRefused, registerJsonBodies } from '#platform/http/json-body.ts'
import { RequestLog } from '#platform/http/request-log.ts'
import { registerMethods } from '#platform/http/methods.ts'
import { rateLimitStoreOf } from '#platform/http/rate-limit-store.ts'
import type { SessionPort, StaffPort } from '#platform/http/sessions.ts'
import { readForwarded } from '#platform/http/forwarded.ts'
import { sisterHostsOf } from '#platform/http/sister-hosts.ts'
import type { Origins } from '#platform/origins.ts'
import { registerAssets } from './assets.ts'
import { registerDocuments } from './documents.ts'
import { registerEncodings } from './encodings.ts'
import { registerHostDuties } from './host-duties.ts'
import { loggedPath } from './logged-path.ts'
import { registerMetrics } from './metrics.ts'
import { registerPictures } from './pictures.ts'
import { registerSitemap } from './sitemap.ts'
import { PageCache } from './page-cache.ts'
import { measuringOf } from './measuring.ts'
import { pageHostsOf } from './page-hosts.ts'
import { createPages, registerCachedPages, registerPages, type Pages } from './pages.ts'
import type { WebBuild } from './page-renderer.ts'
import { registerRequestSpans } from './request-spans.ts'
import { dropPagesOnChange } from './programme-changes.ts'
import { commonSecurityHeaders } from './security-headers.ts'
import { registerHealth } from './health.ts'
import type { Services } from './services.ts'
import { limitUnreadReplies } from './unread-replies.ts'
import { registerWellKnown } from './well-known.ts'
import { registerWidgetScript } from './widget-script.ts'

export interface ServerOptions {
  readonly config: Config
  readonly services: Services
  readonly implementations: readonly Implementation[]
  readonly sessions: SessionPort
  /** Authenticates organisers' staff; without it their calls are refused. */
  readonly staff?: StaffPort
  /** The web build; without it only calls are served. */
  readonly build?: WebBuild
  /** False once the process is stopping: load balancers send no more requests. */
  readonly isReady: () => boolean
  /** Closes connections that would stay open for ever; called before the server waits for the others. */
  readonly beforeClose?: () => Promise<void>
  /** Other rules for large bodies, and other deadlines, than the usual ones. */
  readonly bodies?: Partial<BodyRules>
  readonly deadlines?: Partial<RequestDeadlines>
}

const packageVersion = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
).version

/** Limit per process: some 1,500 pages with their compressed forms. */
const cachedPageBytesMax = 96 * 1024 * 1024

/** Creates one server process with all its HTTP routes, not yet listening. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { config, services } = options
  const deadlines = { ...requestDeadlines, ...options.deadlines }
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new QuietLogController(),
    trustProxy: ownProxies(config.TRUST_PROXY),
    bodyLimit: bodyBytesMaxDefault,
    childLoggerFactory: (logger, bindings) =>
      new RequestLog(logger, bindings) as unknown as FastifyBaseLogger,
    genReqId: () => services.base.random.uuid(),
    routerOptions: { caseSensitive: true, maxParamLength: 200 },
    requestTimeout: deadlines.requestTimeout,
    http: deadlines,
    // Errors of the router itself (an overlong parameter, a broken escape) never reach the error handler.
    frameworkErrors: (_error, _request, reply) => sendFailure(reply, fail('BadRequest'), 'en'),
  })
  if (config.TRUST_PROXY > 0) app.addHook('onRequest', readForwarded)
  // Fastify answers such a request; it never reaches a handler.
  app.server.on('clientError', () => countRefusal('broken-request'))
  limitUnreadReplies(app.server)
  const secure = config.PUBLIC_ORIGIN.startsWith('https:')
  const common = commonSecurityHeaders({ secure })
  const gateway = gatewayOptions(options, secure)
  const pages = options.build && openPages(app, options.build, options, gateway)
  if (pages) registerCachedPages(app, pages, gateway.sisterHosts)
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of common) reply.header(name, value)
    reply.header('x-request-id', request.id)
    done()
  })
  registerEncodings(app)
  if (gateway.sisterHosts)
    registerHostDuties(
      app,
      gateway.sisterHosts,
      options.implementations.map(({ call }) => call),
    )
  const isLogged = services.log.isLevelEnabled('debug')
  app.addHook('onResponse', (request, reply, done) => {
    if (!isLogged) return done()
    const path = loggedPath(request.url)
    request.log.debug(
      {
        method: request.method,
        path,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
  registerRequestSpans(app)
  if (options.beforeClose) app.addHook('preClose', options.beforeClose)
  registerErrors(app)
  registerMethods(app)
  registerJsonBodies(app)
  await app.register(fastifyCookie)
  await app.register(fastifyRateLimit, {
    global: true,
    max: config.LIMIT_READ_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request) => networkOf(request.ip),
    store: rateLimitStoreOf(services.base.db),
    errorResponseBuilder: (_request, context) => new TooManyRequests(context.ttl),
  })
  registerMetrics(app, config.METRICS_TOKEN)
  registerHealth(app, options)
  registerCalls(app, gateway)
  registerDocuments(app, {
    calls: options.implementations.map((item) => item.call),
    origin: config.GATEWAY_ORIGIN,
    version: packageVersion,
  })
  registerSiteFiles(app, options)
  registerPictures(app, config, services)
  await registerAssets(app)
  registerWidgetScript(app)
  if (pages)
    registerPages(app, pages, {
      origin: config.PUBLIC_ORIGIN,
      sisterHosts: gateway.sisterHosts,
      formsMax: config.LIMIT_FLOOD_PER_MINUTE,
    })
  else app.setNotFoundHandler((_request, reply) => sendFailure(reply, fail('NotFound'), 'en'))
  return app
}

/** Files for programs that visit any site: crawlers, password managers, finders of vulnerabilities. */
function registerSiteFiles(
  app: FastifyInstance,
  { config, services, implementations }: ServerOptions,
): void {
  registerSitemap(app, {
    origin: config.PUBLIC_ORIGIN,
    calls: implementations.map((item) => item.call),
    systemContext: () => services.systemContext(),
  })
  registerWellKnown(app, {
    origin: config.PUBLIC_ORIGIN,
    contacts: config.SECURITY_CONTACT,
    clock: services.base.clock,
  })
}

/** The pages of the web build with their cache, which is closed with the server. */
function openPages(
  app: FastifyInstance,
  build: WebBuild,
  { config, services }: ServerOptions,
  gateway: GatewayOptions,
): Pages {
  const cache = new PageCache({
    seconds: config.PAGE_CACHE_SECONDS,
    bytesMax: cachedPageBytesMax,
  })
  if (cache.isOn) {
    const news = dropPagesOnChange(services.base.db, cache)
    app.addHook('onClose', () => news.close())
  }
  const { log } = services
  return createPages({
    ...gateway,
    build,
    cache,
    authOrigin: config.AUTH_ORIGIN,
    hosts: pageHostsOf(config),
    measuring: measuringOf(config),
    log,
  })
}

/** Pages send their calls to the gateway, or without one to their own host. */
function sessionHostOf(origins: Origins): 'gateway' | 'shop' | 'several' {
  const { PUBLIC_ORIGIN, AUTH_ORIGIN, GATEWAY_ORIGIN } = origins
  if (GATEWAY_ORIGIN !== PUBLIC_ORIGIN) return 'gateway'
  return new URL(AUTH_ORIGIN).origin === PUBLIC_ORIGIN ? 'shop' : 'several'
}

function gatewayOptions(
  { config, services, implementations, sessions, staff, bodies }: ServerOptions,
  secure: boolean,
): GatewayOptions {
  const sisterHosts = sisterHostsOf(config)
  return {
    implementations,
    bodies,
    sisterHosts,
    base: { ...services.base, bounds: boundsOf(config) },
    sessions,
    staff,
    apiKeys: createApiKeys(),
    checkReplies: config.MODE === 'test',
    cookieSecure: secure,
    cookieDomain: config.COOKIE_DOMAIN,
    // Downloads are links of the shop's own host: what the gateway opens has to be valid there.
    ...(config.GATEWAY_ORIGIN !== config.PUBLIC_ORIGIN && {
      staffCookieDomain: config.COOKIE_DOMAIN,
    }),
    sessionHost: sessionHostOf(config),
    limits: {
      guess: config.LIMIT_GUESS_PER_MINUTE,
      flood: config.LIMIT_FLOOD_PER_MINUTE,
      cost: config.LIMIT_COST_PER_MINUTE,
      read: config.LIMIT_READ_PER_MINUTE,
    },
  }
}

class TooManyRequests extends Error {
  readonly statusCode = 429
  readonly retryAfterSeconds: number

  constructor(ttlMilliseconds: number) {
    super('Too many requests')
    this.retryAfterSeconds = Math.ceil(ttlMilliseconds / 1000)
  }
}

const codeOfFastifyError: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
}

/** All errors are answered in one shape; internal ones are logged and reveal nothing. */
function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number }
    const locale = localeFor(wantedLanguages(request.headers['accept-language']))
    if (error instanceof TooManyRequests) {
      return sendFailure(
        reply,
        fail('TooManyRequests', { retryAfterSeconds: error.retryAfterSeconds }),
        locale,
      )
    }
    if (error instanceof BodyRefused) {
      // Does not wait for the unread rest of the body.
      reply.header('connection', 'close')
      return sendFailure(reply, fail(error.errorCode), locale)
    }
    if (hasLeft(request)) {
      countRefusal('caller-left')
      return sendFailure(reply, fail('BadRequest'), locale)
    }
    if (statusCode < 500)
      return sendFailure(reply, fail(codeOfFastifyError[code] ?? 'BadRequest'), locale)
    if (error instanceof DatabaseUnavailable) {
      request.log.warn({ err: error, path: loggedPath(request.url) }, 'the database is away')
      return sendFailure(reply, fail('ServiceUnavailable'), locale)
    }
    request.log.error(
      { err: error, method: request.method, path: loggedPath(request.url), status: 500 },
      'request failed',
    )
    return sendFailure(reply, fail('ServerSide'), locale)
  })
}

/** Whether the caller ended the connection before its body was complete. */
function hasLeft({ raw }: FastifyRequest): boolean {
  return !raw.complete && (raw.destroyed || raw.socket.destroyed)
}
