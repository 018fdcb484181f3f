/** One request to an external supplier, completed in bounded time. */
import type { z } from 'zod'
import { readText } from '#platform/bounded-reply.ts'

export type HttpAnswer =
  | { readonly kind: 'reply'; readonly status: number; readonly body: unknown }
  /** No or incomplete reply, or a server error: the request may have had an effect. */
  | { readonly kind: 'silent'; readonly reason: string }

export interface SupplierRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly milliseconds: number
}

/** Maximum size of a reply. */
const bytesMax = 20_000_000

export async function sendToSupplier(request: SupplierRequest): Promise<HttpAnswer> {
  const { method, url, headers, body, milliseconds } = request
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(milliseconds),
      redirect: 'error',
    })
    const text = await readText(response, bytesMax)
    if (response.status >= 500 || response.status === 202 || response.status === 429)
      return { kind: 'silent', reason: `status ${response.status}` }
    return { kind: 'reply', status: response.status, body: JSON.parse(text) as unknown }
  } catch (error) {
    return { kind: 'silent', reason: error instanceof Error ? error.name : 'failed' }
  }
}

/** Validates a reply; one of another shape counts as no reply. */
export function readReply<Shape extends z.ZodType>(
  shape: Shape,
  answer: HttpAnswer,
):
  | { readonly ok: true; readonly value: z.output<Shape> }
  | { readonly ok: false; readonly reason: string } {
  if (answer.kind === 'silent') return { ok: false, reason: answer.reason }
  const parsed = shape.safeParse(answer.body)
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, reason: `invalid reply, status ${answer.status}` }
}
