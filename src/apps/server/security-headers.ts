import type { PageHosts } from '#design/data/page-hosts.ts'
import type { Measuring } from './measuring.ts'

/** Origins that browsers contact for Google Pay before its sheet opens; the pages themselves do not. */
const walletSources = ['https://google.com/pay', 'https://pay.google.com']

/**
 * Headers of every page. Inline scripts are allowed by hash only: they are the same on every page and known from the
 * build, so pages contain no nonce and can be cached.
 */
export function pageSecurityHeaders(
  inlineScriptSources: readonly string[],
  options: { secure: boolean; measuring?: Measuring | null; hosts?: PageHosts | undefined },
): [string, string][] {
  const { scripts = [], connections = [], pictures = [] } = options.measuring ?? {}
  const { gateway = [], socket = [], assets = [] } = options.hosts ?? {}
  const files = ["'self'"].concat(assets)
  const called = [...new Set(["'self'"].concat(gateway, socket))]
  const policy = [
    "default-src 'self'",
    ['script-src', ...files, ...inlineScriptSources, ...scripts].join(' '),
    // Style attributes come from React; style elements are not used.
    ['style-src', ...files].join(' '),
    "style-src-attr 'unsafe-inline'",
    ['img-src', ...files, 'data:', 'blob:', ...pictures].join(' '),
    ['font-src', ...files].join(' '),
    // Browsers apply this policy to the payment manifest of the wallet too.
    ['connect-src', ...called, ...walletSources, ...connections].join(' '),
    // The organiser's preview of the widget; trailers, only on a visitor's request (`kernel/video-address.ts`).
    "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(options.secure ? ['upgrade-insecure-requests'] : []),
  ]
  return [['content-security-policy', policy.join('; ')]]
}

/** Headers of every response, page or not. */
export function commonSecurityHeaders(options: { secure: boolean }): [string, string][] {
  return [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=(self)'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['x-frame-options', 'DENY'],
    ...(options.secure
      ? [['strict-transport-security', 'max-age=31536000; includeSubDomains'] as [string, string]]
      : []),
  ]
}

/**
 * Headers of personal pages and of pages whose address is a credential: not cached, not indexed, no referrer. They
 * apply to every answer at such an address, including errors and redirects.
 */
export const privatePageHeaders: readonly [string, string][] = [
  ['cache-control', 'no-store'],
  ['referrer-policy', 'no-referrer'],
  ['x-robots-tag', 'noindex, nofollow'],
]

/** Private pages by their path without a locale, in the one spelling of `plainPath`. */
export function isPrivatePage(path: string): boolean {
  return /^\/(checkout|tickets|account|auth|operator|invite|letters|follows|movies\/checkout)(\/|$)/.test(
    path,
  )
}

/**
 * One spelling of all those that the router opens the same page at: without dot segments, escapes, capitals and
 * repeated slashes, and without the suffix of its data.
 */
export function plainPath(target: string): string {
  const { pathname } = new URL(`http://localhost${target}`)
  return decoded(pathname)
    .toLowerCase()
    .replaceAll(/[/\\]+/g, '/')
    .replace(/\.data$/, '')
}

/** Broken escapes open no page. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
