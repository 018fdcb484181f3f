import { parsedUrl } from './parsed-url.ts'

/**
 * Reads a continue address that came from a client. Returns the path (with query and fragment) when it certainly lies
 * on our own origin, else null. Anything with a scheme, host or user is refused, and so are paths that a browser or
 * proxy might read as a host (`//evil`, `/\evil`, `/%2F/evil`, `/..//evil`, control characters).
 */
export function continuePath(address: string): string | null {
  if (address.length === 0 || address.length > 2_000) return null
  // A backslash is read as a slash by browsers; control characters and spaces are dropped by them.
  if (!/^\/[\x21-\x7e\u00a1-\uffff]*$/.test(address) || address.includes('\\')) return null
  const base = 'https://own.invalid'
  const url = parsedUrl(address, base)
  if (!url || url.origin !== base || url.username !== '' || url.password !== '') return null
  if (url.pathname.startsWith('//') || hasEncodedSeparator(url.pathname)) return null
  return `${url.pathname}${url.search}${url.hash}`
}

/**
 * The same for an address that may also be a whole one on `origin` (scheme, host and port, no slash at the end):
 * pages of another origin of ours name where to continue in full.
 */
export function continuePathOn(origin: string, address: string): string | null {
  return continuePath(address.startsWith(`${origin}/`) ? address.slice(origin.length) : address)
}

/** Slashes, backslashes, control characters and percent signs that are encoded might be decoded on the way. */
function hasEncodedSeparator(pathname: string): boolean {
  return /%(?:2f|5c|25|[01][0-9a-f]|7f)/i.test(pathname)
}
