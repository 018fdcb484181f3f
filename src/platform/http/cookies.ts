/** Session cookies: set and cleared by the effects of a call. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Effects } from './implement.ts'

export interface CookieOptions {
  readonly cookieSecure: boolean
  /**
   * Shared by the shop's host, that of the authentication pages and the gateway; absent: the cookie is only sent to
   * its own host.
   */
  readonly cookieDomain?: string | undefined
  /** The same for the session of organisers' staff, which needs it only when calls have a host of their own. */
  readonly staffCookieDomain?: string | undefined
}

export function applyEffects(reply: FastifyReply, effects: Effects, options: CookieOptions): void {
  const header = accessTokenCookie(effects, options, isInFrame(reply.request))
  if (header) reply.header('set-cookie', header)
  const staff = staffTokenCookie(effects, options)
  if (staff) reply.header('set-cookie', staff)
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
 * The `set-cookie` value of a session that was opened or closed, or null when nothing changed. In a frame on another
 * site the cookie is partitioned: browsers accept no other kind there, and it is valid only in that frame.
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
  return `AccessToken=${accessToken.token}; Expires=${httpDate(accessToken.expiresAt)}; ${attributes}`
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
