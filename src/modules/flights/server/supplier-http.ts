/** One request to an outside supplier, settled in bounded time: what it said, or that nobody knows. */
import type { z } from 'zod'

export type HttpAnswer =
  | { readonly kind: 'said'; readonly status: number; readonly body: unknown }
  /** No answer, half an answer, or an error of its own: it may have happened. */
  | { readonly kind: 'silent'; readonly reason: string }

export interface SupplierRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly milliseconds: number
}

/** A reply larger than this is no reply of a supplier. */
const bytesMax = 20_000_000

export async function askSupplier(request: SupplierRequest): Promise<HttpAnswer> {
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
    const text = await response.text()
    if (text.length > bytesMax) return { kind: 'silent', reason: 'too large' }
    if (response.status >= 500 || response.status === 202 || response.status === 429)
      return { kind: 'silent', reason: `status ${response.status}` }
    return { kind: 'said', status: response.status, body: JSON.parse(text) as unknown }
  } catch (error) {
    return { kind: 'silent', reason: error instanceof Error ? error.name : 'failed' }
  }
}

/** The reply in its shape; what has another shape is as good as no reply. */
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
    : { ok: false, reason: `a reply of another shape, status ${answer.status}` }
}
