/**
 * Headers of every page. Of scripts that stand in a page only those run whose hashes are named here: they are the
 * same in every page and known from the build, so the bytes of a page hold no secret and may be kept.
 */
export function pageSecurityHeaders(
  inlineScriptSources: readonly string[],
  options: { secure: boolean },
): [string, string][] {
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${inlineScriptSources.join(' ')}`,
    // Style attributes come from React; style elements come from nobody.
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(options.secure ? ['upgrade-insecure-requests'] : []),
  ]
  return [['content-security-policy', policy.join('; ')]]
}

/** Headers of every answer, page or not. */
export function commonSecurityHeaders(options: { secure: boolean }): [string, string][] {
  return [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=()'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['x-frame-options', 'DENY'],
    ...(options.secure
      ? [['strict-transport-security', 'max-age=31536000; includeSubDomains'] as [string, string]]
      : []),
  ]
}

/**
 * Headers of pages that belong to one visitor, or whose address alone opens something: nobody keeps or lists them,
 * and the address does not travel on. They hold for whatever such an address answers, errors and redirects too.
 */
export const privatePageHeaders: readonly [string, string][] = [
  ['cache-control', 'no-store'],
  ['referrer-policy', 'no-referrer'],
  ['x-robots-tag', 'noindex, nofollow'],
]

/** Private pages by their path without a locale. */
export function isPrivatePage(path: string): boolean {
  return /^\/+(checkout|tickets|account|auth|operator)(\/|$)/.test(path)
}
