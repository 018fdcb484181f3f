/** Sampling rates of error reports, from the specification. */

export const sampling = {
  /** Share of page loads and navigations with reported timings. */
  tracesSampleRate: 0.1,
  /** Share of visits recorded in full. */
  replaysSessionSampleRate: 0.01,
  /** Share of visits whose last minute is reported with an error. */
  replaysOnErrorSampleRate: 0.1,
} as const

/** Errors whose messages contain one of these are not caused by the shop: extensions, lost networks, robots. */
const dropped = [
  'contentWindow.document',
  'Timeout',
  'elementFromPoint',
  'contentDocument',
  'promise rejection captured',
  'NetworkError',
  'Network Error',
  'XHR Error',
  'adsbygoogle',
  'Failed to fetch',
  'Request aborted',
  'AbortError',
  'parentNode.removeChild',
  'assign to readonly',
  'operation is insecure',
] as const

export function isDropped(messages: readonly (string | undefined)[]): boolean {
  return dropped.some((text) => messages.some((message) => message?.includes(text)))
}

/** Redirects are thrown by loaders but are no errors. */
export function isRedirect(error: unknown): boolean {
  const { status, digest } = (error ?? {}) as {
    readonly status?: unknown
    readonly digest?: unknown
  }
  if (typeof status === 'number') return status >= 300 && status < 400
  return typeof digest === 'string' && digest.startsWith('NEXT_REDIRECT')
}
