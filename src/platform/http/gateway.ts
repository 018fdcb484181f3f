import '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { stepUpHeader } from '#contract/step-up.ts'
import { localeFor, wantedLanguages, type Locale } from '#kernel/locale.ts'
import { fail, type Failure, type Result } from '#kernel/result.ts'
import type { Actor, Context } from '#platform/context.ts'
import { bodyBytesMaxDefault } from '#contract/call.ts'
import { checkCredential, execute } from './execute.ts'
import {
  beginIdempotent,
  finishIdempotent,
  requestHash,
  type IdempotentRequest,
} from './idempotency.ts'
import {
  isRawReply,
  isStreamReply,
  type CallContext,
  type Effects,
  type Implementation,
  type StreamReply,
} from './implement.ts'
import { BodyRefused, parseJson, readText } from './json-body.ts'
import { refusalOfKey } from './key-limits.ts'
import { errorReply } from './reply.ts'
import type { ApiKeyPort, SessionPort, StaffPort } from './sessions.ts'
import { spoolBody, SpooledBody } from './spooled-body.ts'
import { sharedBytesOf, type SharedBytes } from './shared-reply.ts'

export interface GatewayOptions {
  readonly implementations: readonly Implementation[]
  readonly base: Omit<Context, 'actor' | 'locale' | 'log' | 'channel'>
  readonly sessions: SessionPort
  /** Resolves the staff of organisers; without it their calls are refused. */
  readonly staff?: StaffPort | undefined
  readonly apiKeys: ApiKeyPort
  readonly checkReplies: boolean
  /** Requests a minute and address, by rate limit class. */
  readonly limits: Readonly<Record<'guess' | 'flood' | 'read', number>>
  readonly cookieSecure: boolean
  /** Shared by the shop's host and that of the authentication pages; absent: a cookie is its host's own. */
  readonly cookieDomain?: string | undefined
}

/** Registers every implemented call as a route: `{name}` becomes a parameter, letter case counts. */
export function registerCalls(app: FastifyInstance, options: GatewayOptions): void {
  for (const implementation of options.implementations) {
    const { call } = implementation
    const route: RouteOptions = {
      method: call.method,
      bodyLimit: call.bodyBytesMax ?? bodyBytesMaxDefault,
      url: call.path.replaceAll(/\{([^}]+)\}/g, ':$1'),
      config: {
        rateLimit: { max: options.limits[call.limit], timeWindow: 60_000, groupId: call.limit },
      },
      // After the rate limits and before the body: a caller without permission cannot send one.
      preParsing: (request, reply, payload, done) => {
        void admit(implementation, options, request, reply).then(
          (isAdmitted) => (isAdmitted ? done(null, payload) : undefined),
          (error: Error) => done(error),
        )
      },
      handler: (request, reply) => answer(implementation, options, request, reply),
    }
    if (call.takesForm) registerForm(app, route)
    else if (call.signatureHeader) registerSigned(app, route)
    else if (implementation.preparation) registerLarge(app, route)
    else app.route(route)
  }
}

/** Forms are read by the calls that declare it and by no other: a page of another site may post one anywhere. */
function registerForm(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.route(route)
  })
}

/** Bodies as they were sent, of calls whose caller signs them. */
const sentTexts = new WeakMap<FastifyRequest, string>()

function registerSigned(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      sentTexts.set(request, String(body))
      parseJson(request, String(body), parse, done)
    })
    scope.route(route)
  })
}

/** The context of a call whose caller signs the body, with both as they came. */
function withSigned(
  call: Implementation['call'],
  request: FastifyRequest,
  context: CallContext,
): CallContext {
  if (!call.signatureHeader || !context.arrived) return context
  const header = request.headers[call.signatureHeader]
  const signature = typeof header === 'string' ? header.slice(0, 1_000) : ''
  const signed = { text: sentTexts.get(request) ?? '', signature }
  return { ...context, arrived: { ...context.arrived, signed } }
}

/** Bodies of more than 64 KB go to a file and are read by a thread; smaller ones are parsed where they arrive. */
function registerLarge(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', (request, payload, done) => {
      const declared = Number(request.headers['content-length'] ?? Infinity)
      const bytesMax = route.bodyLimit ?? bodyBytesMaxDefault
      if (declared > bytesMax && declared !== Infinity)
        return done(new BodyRefused('PayloadTooLarge'))
      if (declared > bodyBytesMaxDefault) {
        void spoolBody(payload, bytesMax).then(
          (body) => done(null, body),
          (error: Error) => done(error),
        )
        return
      }
      void readText(payload).then(
        (text) => parseJson(request, text, parse, done),
        (error: Error) => done(error),
      )
    })
    scope.route(route)
  })
}

/** The caller's context, identified before the body is read and used by the handler afterwards. */
const admitted = new WeakMap<FastifyRequest, CallContext>()

/** Returns whether the caller may make the call; if not, the refusal has been sent and the body stays unread. */
async function admit(
  implementation: Implementation,
  options: GatewayOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const identified = await identify(request, options, implementation)
  const refused = identified.ok
    ? ((await refusalOfKey(options.base.db, identified.value.actor, reply)) ??
      checkCredential(implementation.call, identified.value))
    : identified
  if (identified.ok && !refused) {
    admitted.set(request, identified.value)
    return true
  }
  if (identified.ok) applyEffects(reply, identified.value.effects, options)
  // The rest of a large body is not read.
  const isLong = Number(request.headers['content-length'] ?? 0) > bodyBytesMaxDefault
  if (isLong || request.headers['transfer-encoding'] !== undefined)
    reply.header('connection', 'close')
  sendFailure(reply, refused as Failure, localeOf(request))
  return false
}

async function answer(
  implementation: Implementation,
  options: GatewayOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const context = admitted.get(request)
  if (!context) throw new Error(`${implementation.call.id} was reached without its credential`)
  try {
    const known = withSigned(implementation.call, request, context)
    return await answerAdmitted(implementation, options, known, request, reply)
  } finally {
    if (request.body instanceof SpooledBody) await request.body.discard()
  }
}

async function answerAdmitted(
  implementation: Implementation,
  options: GatewayOptions,
  context: CallContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = implementation.call.idempotent ? request.headers['idempotency-key'] : undefined
  if (typeof key === 'string')
    return answerOnce(implementation, options, context, request, reply, key)
  const result = await run(implementation, options, context, request)
  applyEffects(reply, context.effects, options)
  const shared = result.ok ? sharedBytesOf(result.value) : undefined
  if (shared) return sendShared(implementation, request, reply, shared)
  return sendResult(implementation, reply, result, context.locale)
}

function run(
  implementation: Implementation,
  options: GatewayOptions,
  context: CallContext,
  request: FastifyRequest,
): Promise<Result<unknown, ErrorCode>> {
  const input = { params: request.params, query: request.query, body: request.body }
  return execute(implementation, context, input, options)
}

/** Credential: bearer (header, else cookie) → actor; API key → channel; writes with a cookie must be same-origin. */
async function identify(
  request: FastifyRequest,
  options: GatewayOptions,
  implementation: Implementation,
): Promise<Result<CallContext, ErrorCode>> {
  const anonymous = callContext(request, options, { kind: 'visitor' }, 'web')
  const query = request.query as Record<string, unknown>
  const given = typeof query['api_key'] === 'string' ? query['api_key'].slice(0, 200) : undefined
  const channel =
    given === undefined ? 'web' : ((await options.apiKeys.channelOf(anonymous, given)) ?? '')
  if (implementation.call.credential === 'api-key' && (given === undefined || channel === '')) {
    return fail('ApiKeyInvalid')
  }
  if (implementation.call.actsOnGet && isForeign(request)) return fail('CrossSiteRequest')
  // A signed call has no session; its handler checks name, password and signature, and answers its own errors.
  if (implementation.call.credential === 'provider-signature') {
    const url = `${options.base.origin}${request.raw.url ?? ''}`
    const arrived = { url, authorization: request.headers.authorization }
    return { ok: true, value: { ...anonymous, arrived } }
  }
  const isStaffCall = implementation.call.credential === 'merchant'
  const bearer = bearerOf(request, isStaffCall ? 'StaffToken' : 'AccessToken')
  const as = (actor: Actor): CallContext => ({ ...anonymous, actor, channel, effects: {} })
  if (!bearer) return { ok: true, value: as(anonymous.actor) }
  if (
    bearer.fromCookie &&
    request.method !== 'GET' &&
    !isSameOrigin(request, options.base.origin)
  ) {
    return fail('CrossSiteRequest')
  }
  const port = isStaffCall ? options.staff : options.sessions
  const actor = (await port?.authenticate(anonymous, bearer.token)) ?? null
  if (actor) return { ok: true, value: as(actor) }
  if (!bearer.fromCookie) return fail('Unauthenticated')
  const context = as(anonymous.actor)
  context.effects[isStaffCall ? 'staffToken' : 'accessToken'] = 'clear'
  return { ok: true, value: context }
}

export function callContext(
  request: FastifyRequest,
  options: Pick<GatewayOptions, 'base'>,
  actor: Actor,
  channel: string,
  locale: Locale = localeOf(request),
): CallContext {
  return {
    ...options.base,
    actor,
    locale,
    log: request.log as CallContext['log'],
    channel,
    effects: {},
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    languages: wantedLanguages(request.headers['accept-language']),
    lastEventId: lastEventIdOf(request),
    stepUpProof: stepUpProofOf(request),
  }
}

function stepUpProofOf(request: FastifyRequest): string | undefined {
  const proof = request.headers[stepUpHeader]
  return typeof proof === 'string' ? proof.slice(0, 200) : undefined
}

function lastEventIdOf(request: FastifyRequest): string | undefined {
  const id = request.headers['last-event-id']
  return typeof id === 'string' ? id.slice(0, 50) : undefined
}

export function bearerOf(
  request: FastifyRequest,
  cookieName: 'AccessToken' | 'StaffToken' = 'AccessToken',
): { token: string; fromCookie: boolean } | null {
  const header = request.headers.authorization
  if (header !== undefined)
    return { token: header.replace(/^Bearer\s+/i, '').slice(0, 200), fromCookie: false }
  const cookie = request.cookies[cookieName]
  return cookie ? { token: cookie.slice(0, 200), fromCookie: true } : null
}

/**
 * Browsers state when another site sent the request; clients that are no browsers send no such header, and no
 * cookies.
 */
function isForeign(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site'
}

/** A write authorised by a cookie must come from a page of our own origin. */
export function isSameOrigin(request: FastifyRequest, origin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return request.headers.origin !== undefined && request.headers.origin === origin
}

/** Calls follow `accept-language` (sent by our client after the page's locale); pages follow their address. */
function localeOf(request: FastifyRequest): Locale {
  return localeFor(wantedLanguages(request.headers['accept-language']))
}

async function answerOnce(
  implementation: Implementation,
  options: GatewayOptions,
  context: CallContext,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<FastifyReply> {
  // The answer to a visitor may open a session, and the key is all that guards it: it must be hard to guess.
  const owner = ownerOf(context)
  const leastLength = owner === null ? 16 : 1
  if (key.length < leastLength || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    return sendFailure(
      reply,
      fail('BadRequest', { fields: [{ path: 'headers.idempotency-key', message: 'Invalid' }] }),
      context.locale,
    )
  }
  // A key belongs to its sender: sessions cannot read each other's answers.
  const scope = `${implementation.call.id} ${owner ?? `visitor ${context.ip}`}`
  const hash = requestHash([request.params, request.query, request.body])
  const once = { scope, key, hash }
  const start = await beginIdempotent(context, once)
  if (start.kind === 'refused') return sendFailure(reply, start.failure, context.locale)
  if (start.kind === 'replay') {
    reply.header('idempotent-replayed', 'true')
    return reply
      .code(start.answer.status)
      .header('cache-control', 'no-store')
      .send(start.answer.body)
  }
  const result = await runOnce(implementation, options, context, request, once)
  const stored = result.ok
    ? { status: 200, body: result.value }
    : {
        status: errorReply(result, context.locale).status,
        body: errorReply(result, context.locale, request.id).body,
      }
  await finishIdempotent(context, once, stored)
  applyEffects(reply, context.effects, options)
  return reply.code(stored.status).header('cache-control', 'no-store').send(stored.body)
}

/** Owner of the idempotency keys: a session, a person or a program; null for an unknown caller. */
function ownerOf({ actor }: CallContext): string | null {
  if (actor.kind === 'staff') return `staff ${actor.apiKey?.id ?? actor.staffId}`
  return 'sessionId' in actor ? actor.sessionId : null
}

/** An internal error frees the key before it is reported. */
async function runOnce(
  implementation: Implementation,
  options: GatewayOptions,
  context: CallContext,
  request: FastifyRequest,
  once: IdempotentRequest,
): Promise<Result<unknown, ErrorCode>> {
  try {
    return await run(implementation, options, context, request)
  } catch (error) {
    await finishIdempotent(context, once, null)
    throw error
  }
}

/** A body shared by many callers: compressed, and 304 when the caller already has it. */
async function sendShared(
  { call }: Implementation,
  request: FastifyRequest,
  reply: FastifyReply,
  shared: SharedBytes,
): Promise<FastifyReply> {
  const { body, encoding } = await shared.encoded(request.headers['accept-encoding'])
  const etag = shared.etag(encoding)
  reply
    .header(
      'cache-control',
      call.cacheSeconds ? `public, max-age=${call.cacheSeconds}` : 'no-cache',
    )
    .header('vary', 'accept-encoding, accept-language')
    .header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(body)
}

function sendResult(
  implementation: Implementation,
  reply: FastifyReply,
  result: Result<unknown, ErrorCode>,
  locale: Locale,
): FastifyReply {
  if (!result.ok) return sendFailure(reply, result, locale)
  const { cacheSeconds } = implementation.call
  reply.header('cache-control', cacheSeconds ? `public, max-age=${cacheSeconds}` : 'no-store')
  // Shared caches store one copy per language.
  if (cacheSeconds) reply.header('vary', 'accept-language')
  if (isStreamReply(result.value)) return sendStream(reply, result.value)
  if (isRawReply(result.value)) {
    const { contentType, content, filename, status = 200 } = result.value
    if (status === 401) reply.header('www-authenticate', 'Basic realm="payments"')
    if (filename)
      reply.header(
        'content-disposition',
        `attachment; filename="${filename.replaceAll(/[^\w.-]/g, '_')}"`,
      )
    return reply
      .code(status)
      .type(contentType)
      .send(typeof content === 'string' ? content : Buffer.from(content))
  }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(result.value))
}

/** Once the head is sent, the follower writes the body; proxies are asked not to buffer it. */
function sendStream(reply: FastifyReply, { contentType, follow }: StreamReply): FastifyReply {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  // The connection ends with the stream, so nothing needs framing: a write to thousands is one of the socket each.
  raw.useChunkedEncodingByDefault = false
  raw.writeHead(200, { 'content-type': contentType, 'x-accel-buffering': 'no' })
  raw.flushHeaders()
  follow(raw)
  return reply
}

export function sendFailure(reply: FastifyReply, failure: Failure, locale: Locale): FastifyReply {
  const { status, body } = errorReply(failure, locale, reply.request.id)
  const { retryAfterSeconds } = failure.detail ?? {}
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

export function applyEffects(reply: FastifyReply, effects: Effects, options: CookieOptions): void {
  const header = accessTokenCookie(effects, options, isInFrame(reply.request))
  if (header) reply.header('set-cookie', header)
  const staff = staffTokenCookie(effects, options.cookieSecure)
  if (staff) reply.header('set-cookie', staff)
}

type CookieOptions = Pick<GatewayOptions, 'cookieSecure' | 'cookieDomain'>

/** Only calls read it, so only calls are sent it. */
function staffTokenCookie({ staffToken }: Effects, secure: boolean): string | null {
  if (!staffToken) return null
  const attributes = `Path=/v2; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  if (staffToken === 'clear') return `StaffToken=; Max-Age=0; ${attributes}`
  return `StaffToken=${staffToken.token}; Expires=${staffToken.expiresAt.toUTCString()}; ${attributes}`
}

/**
 * Set with a page that stands in a frame on another site (`widget-frames.ts`), and partitioned by that site: a browser
 * sends it from that frame alone.
 */
export const frameCookie = '__Host-Widget'

/** Whether a request comes from a page of ours in a frame on another site. */
export function isInFrame(request: FastifyRequest): boolean {
  return request.cookies[frameCookie] !== undefined
}

/**
 * The `set-cookie` value of a session that was opened or closed, or null when nothing changed. In a frame on another
 * site the cookie is partitioned: browsers keep no other one there, and it is no session anywhere else.
 */
export function accessTokenCookie(
  effects: Effects,
  { cookieSecure, cookieDomain }: CookieOptions,
  isFramed: boolean,
): string | null {
  const { accessToken } = effects
  if (!accessToken) return null
  const domain = cookieDomain === undefined || isFramed ? '' : `; Domain=${cookieDomain}`
  const sites = isFramed ? 'None; Partitioned' : 'Lax'
  const secure = cookieSecure || isFramed ? '; Secure' : ''
  const attributes = `Path=/${domain}; HttpOnly; SameSite=${sites}${secure}`
  if (accessToken === 'clear') return `AccessToken=; Max-Age=0; ${attributes}`
  return `AccessToken=${accessToken.token}; Expires=${accessToken.expiresAt.toUTCString()}; ${attributes}`
}
