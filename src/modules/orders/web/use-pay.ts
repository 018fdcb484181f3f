import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { checkout, completeOrder, createPayment } from '../contract.ts'
import type { BuyerDraft } from './buyer-draft.ts'

interface PayOptions {
  readonly orderKey: string
  readonly isFree: boolean
  /** Number of the way to pay. */
  readonly provider: number
  /** Sent first; null when the order has the details already and waits for its payment. */
  readonly buyer: BuyerDraft | null
}

/**
 * Sends the buyer's details, starts the payment and goes to the bank. One run at a time, however often it is
 * asked for. An attempt has one idempotency key until the server has definitely answered, so that after a lost
 * answer the next press continues the same attempt.
 */
export function usePay(onRefused: (error: unknown) => void) {
  const locale = useLocale()
  const navigate = useNavigate()
  const [isRunning, setRunning] = useState(false)
  const running = useRef(false)
  const attemptKey = useRef<string | null>(null)

  const stop = useCallback(() => {
    running.current = false
    setRunning(false)
  }, [])

  // Coming back from the bank by the browser's own button finds the page as it was left: running.
  useEffect(() => {
    const shown = (event: PageTransitionEvent): void => {
      if (event.persisted) stop()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [stop])

  /** Answers the address of the bank's page, or null when there is no need to go there. */
  async function begin({ orderKey, isFree, provider, buyer }: PayOptions): Promise<string | null> {
    const client = browserClient(locale)
    if (buyer) {
      const { name, email, phone, acceptTerms, extras } = buyer
      await client.send(checkout, {
        body: { orderKey, buyer: { name, email, phone }, acceptTerms, extras: extrasOf(extras) },
      })
    }
    const options = { idempotencyKey: (attemptKey.current ??= newAttemptKey()) }
    if (isFree) {
      await client.send(completeOrder, { body: { orderKey } }, options)
      return null
    }
    const continueUrl = resultPath(locale, orderKey)
    const payment = await client.send(
      createPayment,
      { body: { orderKey, provider, continueUrl } },
      options,
    )
    return payment.redirectUrl
  }

  async function pay(options: PayOptions): Promise<void> {
    if (running.current) return
    running.current = true
    setRunning(true)
    try {
      const bank = await begin(options)
      attemptKey.current = null
      if (bank !== null && /^https?:\/\//.test(bank)) window.location.assign(bank)
      else await navigate(resultPath(locale, options.orderKey))
    } catch (error) {
      if (error instanceof CallError) attemptKey.current = null
      stop()
      onRefused(error)
    }
  }

  return { isRunning, pay }
}

/** A key that makes repeated tries one attempt: 128 random bits; unlike `randomUUID` also on a page without a secure origin. */
export function newAttemptKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function extrasOf(answers: BuyerDraft['extras'] = {}): { id: string; value: string }[] {
  return Object.entries(answers).map(([id, value]) => ({ id, value }))
}

/** Where the bank sends the buyer back to. */
export function resultPath(locale: 'ka' | 'en', orderKey: string): string {
  return localizedPath(locale, `/checkout/${orderKey}/result`)
}
