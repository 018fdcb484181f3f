import { readStart } from '#platform/bounded-reply.ts'
import type { Answer } from './provider.ts'

const timeoutMsDefault = 10_000
const replyBytesMaxDefault = 100_000

/** Errors of a connection that was never established: nothing can have been received. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** One request to a provider that answers JSON, in bounded time and with a typed outcome. Follows no redirect. */
export async function askOverHttp(
  url: string,
  init: RequestInit,
  limits: { readonly timeoutMs?: number; readonly replyBytesMax?: number } = {},
): Promise<Answer<unknown>> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { ...init.headers, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(limits.timeoutMs ?? timeoutMsDefault),
    })
    const { content, isWhole } = await readStart(
      response,
      limits.replyBytesMax ?? replyBytesMaxDefault,
    )
    return readReply(response.status, new TextDecoder().decode(content), isWhole)
  } catch (error) {
    return readFault(error)
  }
}

function readReply(status: number, text: string, isWhole: boolean): Answer<unknown> {
  const short = text.slice(0, 300)
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    return { kind: 'refused', code: `http-${status}`, detail: short }
  }
  if (status < 200 || status >= 300) return { kind: 'unknown', detail: `HTTP ${status} ${short}` }
  if (!isWhole) return { kind: 'unknown', detail: 'The reply is too long' }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return { kind: 'answered', value }
  } catch {
    // Falls through to `unknown`: an unreadable reply does not show what happened.
  }
  return { kind: 'unknown', detail: `The reply cannot be read: ${short}` }
}

function readFault(error: unknown): Answer<never> {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : null
  if (cause?.code !== undefined && neverSent.has(cause.code)) {
    return { kind: 'refused', code: 'unreachable', detail: cause.code }
  }
  const name = error instanceof Error ? error.name : 'Error'
  return { kind: 'unknown', detail: `${name} ${cause?.code ?? ''}`.trim() }
}
