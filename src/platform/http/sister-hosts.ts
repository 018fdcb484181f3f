/** The hosts beside the shop's own: the gateway, the host of live streams, the host of static files. */
import type { FastifyRequest } from 'fastify'
import type { Origins } from '../origins.ts'

/** What a host serves: calls, live streams, built files. */
export type Duty = 'calls' | 'streams' | 'assets'

export interface SisterHosts {
  /** What the host of a request serves; undefined for the shop's own host and that of the authentication pages. */
  dutiesOf(request: FastifyRequest): ReadonlySet<Duty> | undefined
  /** Whether a page of ours has this origin, exactly. */
  isPageOrigin(origin: string | undefined): origin is string
}

/** Null when everything shares the shop's origin. */
export function sisterHostsOf(origins: Origins): SisterHosts | null {
  const { PUBLIC_ORIGIN, AUTH_ORIGIN, GATEWAY_ORIGIN, SOCKET_ORIGIN, STATIC_ORIGIN } = origins
  const duties = new Map<string, Set<Duty>>()
  for (const [origin, duty] of [
    [GATEWAY_ORIGIN, 'calls'],
    [SOCKET_ORIGIN, 'streams'],
    [STATIC_ORIGIN, 'assets'],
  ] as const) {
    if (origin === PUBLIC_ORIGIN) continue
    const { host } = new URL(origin)
    duties.set(host, (duties.get(host) ?? new Set()).add(duty))
  }
  if (duties.size === 0) return null
  const pageOrigins = new Set([PUBLIC_ORIGIN, new URL(AUTH_ORIGIN).origin])
  const defaultPort = PUBLIC_ORIGIN.startsWith('https:') ? /:443$/ : /:80$/
  return {
    dutiesOf: ({ host = '' }) => duties.get(host.toLowerCase().replace(defaultPort, '')),
    isPageOrigin: (origin): origin is string => origin !== undefined && pageOrigins.has(origin),
  }
}
