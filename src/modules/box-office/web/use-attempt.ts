import { useRef } from 'react'
import { CallError } from '#contract/client.ts'

/** Sends what moves cash. Tried again after a lost answer it is the same attempt: nothing is sold or noted twice. */
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

/** The server has decided: the next press is an attempt of its own. */
function isAnswered(error: unknown): boolean {
  return error instanceof CallError && error.status < 500 && error.code !== 'IdempotencyKeyInUse'
}
