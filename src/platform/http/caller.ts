/** Who sends a request: session, staff, API key or signature, and whether it comes from a page of our own. */
import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { stepUpHeader } from '#contract/step-up-header.ts'
import { workProofHeader, workProofLengthMax } from '#contract/work-proof.ts'
import { isLocale, localeFor, wantedLanguages, type Locale } from '#kernel/locale.ts'
import { fail, type Result } from '#kernel/result.ts'
import type { Actor, Context } from '#platform/context.ts'
import { isInFrame, proofPlaceOf, type CookieOptions } from './cookies.ts'
import type { CallContext, Implementation } from './implement.ts'
import { believedToken, type SessionCookieName } from './session-cookie.ts'
import type { ApiKeyPort, SessionPort, StaffPort } from './sessions.ts'
import type { SisterHosts } from './sister-hosts.ts'

/** What identifies the caller of a request. */
export interface CallerOptions extends CookieOptions {
  readonly base: Omit<Context, 'actor' | 'locale' | 'log' | 'channel'>
  readonly sessions: SessionPort
  /** Resolves the staff of organisers; without it their calls are refused. */
  readonly staff?: StaffPort | undefined
  readonly apiKeys: ApiKeyPort
  /** Hosts that pages of the shop's origin call; without them calls come from the origin they are sent to. */
  readonly sisterHosts?: SisterHosts | null | undefined
}

/** Pattern of tokens that belong to a family of calls; a session's bearer contains no dot. */
const ownTokenForm = /^Bearer\s+[\w-]+\.[\w-]+$/i

function arrivedOf(request: FastifyRequest, { base }: CallerOptions) {
  return {
    url: `${base.origin}${request.raw.url ?? ''}`,
    authorization: request.headers.authorization,
  }
}

/** The key of the header, or of the query, where a link has it; a repeated one is none. */
function givenKeyOf({ headers, query }: FastifyRequest): string | undefined {
  const given = headers['x-api-key'] ?? (query as Record<string, unknown>)['api_key']
  if (given === undefined) return undefined
  return typeof given === 'string' ? given.slice(0, 200) : ''
}

/** Credential: bearer (header, else cookie) → actor; API key → channel; writes with a cookie must be same-origin. */
export async function identify(
  request: FastifyRequest,
  options: CallerOptions,
  implementation: Implementation,
): Promise<Result<CallContext, ErrorCode>> {
  const given = givenKeyOf(request)
  const base = {
    ...callContext(request, options, { kind: 'visitor' }, 'web'),
    apiKey: given,
  }
  const owner = given === undefined ? null : await options.apiKeys.find(base, given)
  const isSigned = implementation.call.credential === 'provider-signature'
  if (given === undefined && implementation.call.credential === 'api-key')
    return fail('ApiKeyInvalid')
  if (given !== undefined && !owner && !isSigned)
    return fail(
      implementation.call.numbersRefusals ? 'IntegrationChannelNotFound' : 'ApiKeyInvalid',
    )
  const channel = owner?.channel ?? 'web'
  const anonymous = owner?.partner
    ? {
        ...base,
        partner: owner.partner,
        ...(owner.requestsPerMinute !== null && {
          partnerRequestsPerMinute: owner.requestsPerMinute,
        }),
      }
    : base
  if (implementation.call.actsOnGet && isForeign(request, options)) return fail('CrossSiteRequest')
  // A signed call has no session; its handler checks name, password and signature, and answers its own errors.
  if (isSigned) return { ok: true, value: { ...anonymous, arrived: arrivedOf(request, options) } }
  if (implementation.call.takesOwnToken && ownTokenForm.test(request.headers.authorization ?? ''))
    return { ok: true, value: { ...anonymous, channel, arrived: arrivedOf(request, options) } }
  const isStaffCall = implementation.call.credential === 'merchant'
  const bearer = bearerOf(request, options, isStaffCall ? 'StaffToken' : 'AccessToken')
  const as = (actor: Actor): CallContext => ({ ...anonymous, actor, channel, effects: {} })
  if (!bearer) return { ok: true, value: as(anonymous.actor) }
  if (bearer.fromCookie && request.method !== 'GET' && !isOwnPage(request, options)) {
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
  options: Pick<CallerOptions, 'base'>,
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
    workProof: workProofOf(request),
  }
}

function stepUpProofOf(request: FastifyRequest): string | undefined {
  const proof = request.headers[stepUpHeader]
  return typeof proof === 'string' ? proof.slice(0, 200) : undefined
}

function workProofOf(request: FastifyRequest): string | undefined {
  const proof = request.headers[workProofHeader]
  return typeof proof === 'string' && proof.length <= workProofLengthMax ? proof : undefined
}

function lastEventIdOf(request: FastifyRequest): string | undefined {
  const id = request.headers['last-event-id']
  return typeof id === 'string' ? id.slice(0, 50) : undefined
}

export function bearerOf(
  request: FastifyRequest,
  options: CookieOptions & Pick<CallerOptions, 'sisterHosts'>,
  cookieName: SessionCookieName = 'AccessToken',
): { token: string; fromCookie: boolean } | null {
  const header = request.headers.authorization
  if (header !== undefined)
    return { token: header.replace(/^Bearer\s+/i, '').slice(0, 200), fromCookie: false }
  const rules = {
    isSecure: options.cookieSecure || isInFrame(request),
    proofIs: proofPlaceOf(request, cookieName, options, options.sisterHosts),
    isRead: request.method === 'GET' || request.method === 'HEAD',
  }
  const token = believedToken(request.headers.cookie, cookieName, rules)
  if (token !== null) return { token, fromCookie: true }
  // Nobody's session: the cookie is taken back, like one that has ended.
  const isOurs = rules.isSecure && rules.proofIs === 'here'
  return isOurs && request.cookies[cookieName] ? { token: '', fromCookie: true } : null
}

/** Browsers state when another site sent the request; other clients send neither this header nor cookies. */
function isForeign(request: FastifyRequest, options: CallerOptions): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === undefined || site === 'none') return false
  return options.sisterHosts?.dutiesOf(request)
    ? !isOwnPage(request, options)
    : site === 'cross-site' || site === 'same-site'
}

/** On a sister host our pages are of another origin, and the browser names it exactly. */
function isOwnPage(request: FastifyRequest, { base, sisterHosts }: CallerOptions): boolean {
  return sisterHosts?.dutiesOf(request)
    ? sisterHosts.isPageOrigin(request.headers.origin)
    : isSameOrigin(request, base.origin)
}

/** A write authorised by a cookie must come from a page of our own origin. */
export function isSameOrigin(request: FastifyRequest, origin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return request.headers.origin !== undefined && request.headers.origin === origin
}

/**
 * Calls follow `accept-language` (sent by our client after the page's locale), or `locale` of the query, since a link
 * to a file has no header of ours; pages follow their address.
 */
export function localeOf(request: FastifyRequest): Locale {
  const { locale } = (request.query ?? {}) as { readonly locale?: unknown }
  if (isLocale(locale)) return locale
  return localeFor(wantedLanguages(request.headers['accept-language']))
}
