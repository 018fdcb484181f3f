import { useCallback, useEffect, useState } from 'react'
import { paymentProvider } from '#contract/enumerations.ts'
import { CallError, type Client } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { inTime } from '#design/data/in-time.ts'
import { useLocale } from '#design/texts.tsx'
import { orderDetails, type OrderView, type PaymentView } from '../contract.ts'
import { completeOrder } from '../pay-contract.ts'
import { citypayFinish, epointFinish, paymentsStatus, tpayFinish } from '../payment-contract.ts'
import { isSettled, outcomeOf, pauseBefore } from './outcome.ts'

export interface PaymentResult {
  readonly order: OrderView
  readonly payment: PaymentView | null
  /** On the clock of `performance.now()`; null for what the page came with. */
  readonly receivedAt: number | null
}

/**
 * Where the order stands, asked for until nothing more changes: at once, then with growing pauses, and not
 * while nobody looks. Each time the server asks the bank itself; what the bank wrote into the address of this
 * page is believed by nobody. A request that fails or is never answered does not end the asking.
 */
export function usePaymentResult(loaded: PaymentResult) {
  const locale = useLocale()
  const [result, setResult] = useState(loaded)
  const [attempt, setAttempt] = useState(0)
  const [isOffline, setOffline] = useState(false)
  const { orderKey } = loaded.order
  const provider = loaded.payment?.provider ?? null
  const [isStale, setStale] = useState(false)
  const isDone = !isStale && isSettled(outcomeOf(result.order, result.payment))
  /** Even after a final answer: something else on the page has learned that it may be out of date. */
  const askAgain = useCallback(() => setStale(true), [])

  useEffect(() => {
    if (isDone) return
    const client = browserClient(locale)
    const pause = attempt === 0 ? 0 : pauseBefore(attempt - 1)
    const leaving = new AbortController()
    const { signal } = leaving

    async function ask(): Promise<void> {
      try {
        const payment =
          provider === null ? null : await settled(client, provider, { orderKey, signal })
        const query = { orderKey }
        const order = await inTime(
          (limit) => client.send(orderDetails, { query }, { signal: limit }),
          signal,
        )
        if (signal.aborted) return
        setResult({ order, payment, receivedAt: performance.now() })
        setStale(false)
        setOffline(false)
      } catch (error) {
        if (!signal.aborted) setOffline(!(error instanceof CallError))
      }
      if (!signal.aborted) setAttempt(attempt + 1)
    }

    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') return void ask()
      document.addEventListener('visibilitychange', () => void ask(), { once: true, signal })
    }, pause)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [attempt, provider, isDone, locale, orderKey])

  return { ...result, attempt, isOffline, askAgain }
}

interface Asked {
  readonly orderKey: string
  readonly signal: AbortSignal
}

/**
 * Has the server ask the payment's own provider, by the call that its return page reports back with. When that fails,
 * the payment may still be settled: the bank calls the server, and the worker asks the bank.
 */
async function settled(
  client: Client,
  provider: number,
  { orderKey, signal: leaving }: Asked,
): Promise<PaymentView> {
  const body = { orderKey }
  const finish = finishOf(provider)
  try {
    if (finish) return await inTime((signal) => client.send(finish, { body }, { signal }), leaving)
    // The bank calls the server itself, and its page has no call of its own.
    await inTime((signal) => client.send(completeOrder, { body }, { signal }), leaving)
  } catch (error) {
    if (leaving.aborted) throw error
  }
  return inTime((signal) => client.send(paymentsStatus, { query: body }, { signal }), leaving)
}

function finishOf(provider: number) {
  if (provider === paymentProvider.tpay) return tpayFinish
  if (provider === paymentProvider.epoint) return epointFinish
  return provider === paymentProvider.citypay ? citypayFinish : null
}
