/**
 * Outcome of a message to a device. `gone`: the registration has ended and must be deleted; `later`: retry after the
 * given time; `refused`: this message will never be accepted.
 */
export type PushOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'later'; readonly seconds: number }
  | { readonly kind: 'refused'; readonly why: string }

const laterSecondsDefault = 60
const laterSecondsMax = 3_600

/** What the status of a push service means (RFC 8030, and as the services use it). */
export function outcomeOfStatus(status: number, retryAfter: string | null): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) return { kind: 'later', seconds: secondsOf(retryAfter) }
  return { kind: 'refused', why: `the push service answered ${status}` }
}

/** Of a Retry-After header: seconds or a date, a minute when it says nothing, an hour at most. */
export function secondsOf(retryAfter: string | null): number {
  if (retryAfter === null) return laterSecondsDefault
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000
  if (!Number.isFinite(seconds)) return laterSecondsDefault
  return Math.min(Math.max(Math.ceil(seconds), 1), laterSecondsMax)
}
