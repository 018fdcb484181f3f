/** Which errors are reported and how many, as the specification says. */

export const sampling = {
  /** Page loads and navigations whose times are reported. */
  tracesSampleRate: 0.1,
  /** Visits that are recorded as a whole. */
  replaysSessionSampleRate: 0.01,
  /** Visits whose last minute is reported with an error. */
  replaysOnErrorSampleRate: 0.1,
} as const

/** An error whose message contains one of these says nothing of the shop: extensions, lost networks, robots. */
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

/** A loader that leads elsewhere throws its redirect; nothing is wrong. */
export function isRedirect(error: unknown): boolean {
  const { status, digest } = (error ?? {}) as {
    readonly status?: unknown
    readonly digest?: unknown
  }
  if (typeof status === 'number') return status >= 300 && status < 400
  return typeof digest === 'string' && digest.startsWith('NEXT_REDIRECT')
}
