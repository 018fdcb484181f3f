import { refusalOfCookieDomain } from './cookie-domain.ts'

/** Where the shop is reached; those that are not configured equal the shop's own. */
export interface Origins {
  readonly PUBLIC_ORIGIN: string
  readonly AUTH_ORIGIN: string
  readonly GATEWAY_ORIGIN: string
  readonly SOCKET_ORIGIN: string
  readonly STATIC_ORIGIN: string
}

/** The setting and the reason why these origins cannot work together; undefined when they can. */
export function refusalOfOrigins(
  origins: Origins,
  cookieDomain: string | undefined,
): string | undefined {
  const { PUBLIC_ORIGIN, AUTH_ORIGIN, GATEWAY_ORIGIN, SOCKET_ORIGIN, STATIC_ORIGIN } = origins
  const shop = new URL(PUBLIC_ORIGIN)
  const auth = new URL(AUTH_ORIGIN)
  for (const [name, address] of Object.entries({ GATEWAY_ORIGIN, SOCKET_ORIGIN, STATIC_ORIGIN })) {
    if (address === PUBLIC_ORIGIN) continue
    const { protocol, host, hostname } = new URL(address)
    // Another scheme is another site: browsers send it no session, and block its scripts.
    if (protocol !== shop.protocol) return `${name}: must have the scheme of PUBLIC_ORIGIN`
    if (host === auth.host) return `${name}: must not be the host of AUTH_ORIGIN`
    const needsSession = name !== 'STATIC_ORIGIN' && hostname !== shop.hostname
    if (needsSession && cookieDomain === undefined)
      return `${name}: needs a COOKIE_DOMAIN that holds its host and that of PUBLIC_ORIGIN`
  }
  const withSession = [PUBLIC_ORIGIN, AUTH_ORIGIN, GATEWAY_ORIGIN, SOCKET_ORIGIN]
  const refusal = refusalOfCookieDomain(cookieDomain, withSession)
  return refusal && `COOKIE_DOMAIN: ${refusal}`
}
