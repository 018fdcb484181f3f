/**
 * An address as it may be logged: without its query, and without the token of a link, which is a credential. Tokens
 * and keys have 43 characters; our longest id has 36.
 */
export function loggedPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replaceAll(/[\w-]{40,}/g, '[redacted]')
}
