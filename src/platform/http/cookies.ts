/** Session cookies: set and cleared by the effects of a call. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Effects } from './implement.ts'
import { proofCookie, proofOf, type ProofPlace, type SessionCookieName } from './session-cookie.ts'
import type { SisterHosts } from './sister-hosts.ts'

export interface CookieOptions {
  readonly cookieSecure: boolean
  /**
   * Shared by the shop's host, that of the authentication pages and the gateway; absent: the cookie is only sent to
   * its own host.
   */
  readonly cookieDomain?: string | undefined
  /** The same for the session of organisers' staff, which needs it only when calls have a host of their own. */
  readonly staffCookieDomain?: string | undefined
  /** Where sessions are opened that hosts share; several when pages of two hosts send calls to their own host. */
  readonly sessionHost?: 'gateway' | 'shop' | 'several'
}

export function applyEffects(reply: FastifyReply, effects: Effects, options: CookieOptions): void {
  const { cookieSecure } = options
  for (const cookie of accessTokenCookies(effects, options, isInFrame(reply.request)))
    reply.header('set-cookie', cookie)
  const staff = staffTokenCookie(effects, options)
  if (!staff || !effects.staffToken) return
  reply.header('set-cookie', staff)
  if (cookieSecure)
    reply.header('set-cookie', proofCookieOf('StaffToken', effects.staffToken, 'Strict'))
}

/**
 * Set beside the cookie of a session, for this host alone: a session is believed only with it (`session-cookie.ts`).
 */
function proofCookieOf(
  name: SessionCookieName,
  opened: NonNullable<Effects['accessToken']>,
  sites: string,
): string {
  const attributes = `Path=/; HttpOnly; SameSite=${sites}; Secure`
  if (opened === 'clear') return `${proofCookie(name)}=; Max-Age=0; ${attributes}`
  const { token, expiresAt } = opened
  return `${proofCookie(name)}=${proofOf(name, token)}; Expires=${httpDate(expiresAt)}; ${attributes}`
}

/** Only calls read it, so its path is limited to calls. */
function staffTokenCookie(
  { staffToken }: Effects,
  { cookieSecure, staffCookieDomain }: CookieOptions,
): string | null {
  if (!staffToken) return null
  const domain = staffCookieDomain === undefined ? '' : `; Domain=${staffCookieDomain}`
  const attributes = `Path=/v2${domain}; HttpOnly; SameSite=Strict${cookieSecure ? '; Secure' : ''}`
  if (staffToken === 'clear') return `StaffToken=; Max-Age=0; ${attributes}`
  return `StaffToken=${staffToken.token}; Expires=${httpDate(staffToken.expiresAt)}; ${attributes}`
}

/**
 * Set with a page that is in a frame on another site (`widget-frames.ts`), and partitioned by that site: a browser
 * sends it from that frame alone.
 */
export const frameCookie = '__Host-Widget'

/** Whether a request comes from one of our pages in a frame on another site. */
export function isInFrame(request: FastifyRequest): boolean {
  return request.cookies[frameCookie] !== undefined
}

/**
 * The `set-cookie` values of a session that was opened or closed; none when nothing changed. In a frame on another
 * site the cookies are partitioned: browsers accept no other kind there, and they are valid only in that frame.
 */
export function accessTokenCookies(
  effects: Effects,
  { cookieSecure, cookieDomain }: CookieOptions,
  isFramed: boolean,
): readonly string[] {
  const { accessToken } = effects
  if (!accessToken) return []
  const domain = cookieDomain === undefined || isFramed ? '' : `; Domain=${cookieDomain}`
  const sites = isFramed ? 'None; Partitioned' : 'Lax'
  const secure = cookieSecure || isFramed ? '; Secure' : ''
  const attributes = `Path=/${domain}; HttpOnly; SameSite=${sites}${secure}`
  const proof = secure === '' ? [] : [proofCookieOf('AccessToken', accessToken, sites)]
  if (accessToken === 'clear') return [`AccessToken=; Max-Age=0; ${attributes}`, ...proof]
  const { token, expiresAt } = accessToken
  return [`AccessToken=${token}; Expires=${httpDate(expiresAt)}; ${attributes}`, ...proof]
}

let lastSecond = Number.NaN
let lastDate = ''

/** In whole seconds; sessions opened within one second expire at the same. */
function httpDate(date: Date): string {
  const second = Math.floor(date.getTime() / 1_000)
  if (second !== lastSecond) {
    lastSecond = second
    lastDate = date.toUTCString()
  }
  return lastDate
}

/** Where the browser that sends a request has the proof of its session. */
export function proofPlaceOf(
  request: FastifyRequest,
  name: SessionCookieName,
  options: CookieOptions,
  sisterHosts: SisterHosts | null | undefined,
): ProofPlace {
  const { cookieDomain, staffCookieDomain, sessionHost = 'several' } = options
  const domain = name === 'StaffToken' ? staffCookieDomain : cookieDomain
  if (domain === undefined || isInFrame(request)) return 'here'
  if (sessionHost === 'several') return 'anywhere'
  const duties = sisterHosts?.dutiesOf(request)
  const isItsHost = sessionHost === 'gateway' ? duties?.has('calls') : duties === undefined
  return isItsHost ? 'here' : 'elsewhere'
}
