import { z } from 'zod'
import { readJson } from '#platform/bounded-reply.ts'

export interface Payout {
  /** Our own id: sending the same transfer again changes nothing. */
  readonly id: string
  readonly iban: string
  readonly holderName: string
  readonly amountMinor: number
  readonly text: string
}

/** State of a transfer according to the bank; `unknown` when its reply cannot be parsed. */
export type PayoutReply =
  | { readonly kind: 'accepted' | 'done' }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly detail: string }

/** A bank that pays out. Every method completes in bounded time and never throws for failures of the bank. */
export interface PayoutBank {
  /** Idempotent by the id, so a transfer without an answer is sent again. */
  put(payout: Payout): Promise<PayoutReply>
}

const reply = z.object({
  status: z.enum(['accepted', 'done', 'rejected']),
  reason: z.string().max(100).nullish(),
})

const timeoutMilliseconds = 10_000

/** Client of the payout protocol over HTTP: `PUT /v1/transfers/{id}` with a bearer key. */
export function openPayoutBank(options: {
  readonly url: string
  readonly apiKey: string
  readonly timeoutMs?: number
}): PayoutBank {
  return {
    async put(payout) {
      try {
        const response = await fetch(`${options.url}/v1/transfers/${payout.id}`, {
          method: 'PUT',
          redirect: 'error',
          signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMilliseconds),
          headers: {
            authorization: `Bearer ${options.apiKey}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({
            iban: payout.iban,
            name: payout.holderName,
            amount: decimalOf(payout.amountMinor),
            currency: 'GEL',
            text: payout.text,
          }),
        })
        const parsed = reply.safeParse(await readJson(response).catch(() => null))
        if (!response.ok || !parsed.success)
          return { kind: 'unknown', detail: `HTTP ${response.status}` }
        const { status, reason } = parsed.data
        return status === 'rejected'
          ? { kind: 'rejected', reason: reason ?? 'rejected' }
          : { kind: status }
      } catch (error) {
        return { kind: 'unknown', detail: error instanceof Error ? error.name : 'Error' }
      }
    },
  }
}

/** A decimal amount such as `52.50`, without floating point arithmetic. */
function decimalOf(amountMinor: number): string {
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
