import type { PageHosts } from '#design/data/page-hosts.ts'
import type { Origins } from '#platform/origins.ts'

/** The origins that pages use in addition to their own; empty when everything shares it. */
export function pageHostsOf(origins: Origins): PageHosts {
  const { PUBLIC_ORIGIN, GATEWAY_ORIGIN, SOCKET_ORIGIN, STATIC_ORIGIN } = origins
  return {
    ...(GATEWAY_ORIGIN !== PUBLIC_ORIGIN && { gateway: GATEWAY_ORIGIN }),
    ...(SOCKET_ORIGIN !== PUBLIC_ORIGIN && { socket: SOCKET_ORIGIN }),
    ...(STATIC_ORIGIN !== PUBLIC_ORIGIN && { assets: STATIC_ORIGIN }),
  }
}
