import { useRef } from 'react'
import { CallError } from '#contract/client.ts'

/**
 * Sends a cash operation with an idempotency key. A retry after a lost reply uses the same key, so nothing is sold or
 * recorded twice.
 */
export function useAttempt() {
  const attempt = useRef<{ readonly key: string; readonly request: string } | null>(null)
  return async function once<Reply>(
    body: unknown,
    send: (options: { readonly idempotencyKey: string }) => Promise<Reply>,
  ): Promise<Reply> {
    const request = JSON.stringify(body)
    if (attempt.current?.request !== request)
      attempt.current = { key: crypto.randomUUID(), request }
    try {
      const reply = await send({ idempotencyKey: attempt.current.key })
      attempt.current = null
      return reply
    } catch (error) {
      if (isAnswered(error)) attempt.current = null
      throw error
    }
  }
}

/** Whether the server has decided, so that the next attempt needs a new key. */
function isAnswered(error: unknown): boolean {
  return error instanceof CallError && error.status < 500 && error.code !== 'IdempotencyKeyInUse'
}
