import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { checkout } from '../checkout-contract.ts'
import { completeOrder, createPayment } from '../pay-contract.ts'
import { balanceApply, balanceUnapply } from '#modules/wallet/contract.ts'
import type { GivenPassengers } from '../passenger-contract.ts'
import type { BuyerDraft } from './buyer-draft.ts'
import type { PayChoice } from './pay-choice.ts'

/** The buyer's details with all passengers of the order. */
export type SentBuyer = Omit<BuyerDraft, 'passengers'> & { readonly passengers: GivenPassengers }

interface PayOptions {
  readonly orderKey: string
  readonly isFree: boolean
  readonly choice: PayChoice
  /** The bank is to keep a new card. */
  readonly savesCard?: boolean
  /** Sets balance aside for the order first, or takes it back; absent: as it is. */
  readonly balance?: 'apply' | 'unapply'
  /** Sent first; null when the order has the details already and waits for its payment. */
  readonly buyer: SentBuyer | null
}

/**
 * Sends the buyer's details, starts the payment and goes to the bank. One run at a time, however often it is
 * asked for. An attempt has one idempotency key until the server has definitely answered, so that after a lost
 * answer, or one that blames the server, the next press continues the same attempt. Another choice is another
 * attempt.
 */
export function usePay(onRefused: (error: unknown) => void) {
  const locale = useLocale()
  const navigate = useNavigate()
  const [isRunning, setRunning] = useState(false)
  const running = useRef(false)
  const attempt = useRef<{ readonly key: string; readonly request: string } | null>(null)

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
  async function begin(request: PayOptions): Promise<string | null> {
    const { orderKey, choice, savesCard, buyer } = request
    const client = browserClient(locale)
    if (buyer) await sendBuyer(locale, orderKey, buyer)
    const isFree = await settleBalance(client, request)
    const body = {
      orderKey,
      continueUrl: resultPath(locale, orderKey),
      ...(choice.kind === 'card' && { cardId: choice.cardId }),
      ...(choice.kind === 'way' && { provider: choice.provider }),
      ...(choice.kind === 'newCard' && savesCard && { saveCard: true }),
    }
    const written = JSON.stringify([isFree, body])
    if (attempt.current?.request !== written)
      attempt.current = { key: newAttemptKey(), request: written }
    const options = { idempotencyKey: attempt.current.key }
    if (isFree) {
      await client.send(completeOrder, { body: { orderKey } }, options)
      return null
    }
    return (await client.send(createPayment, { body }, options)).redirectUrl
  }

  async function pay(options: PayOptions): Promise<void> {
    if (running.current) return
    running.current = true
    setRunning(true)
    try {
      const bank = await begin(options)
      attempt.current = null
      // In a frame on an organiser's site too: banks are shown in no frame.
      if (bank !== null && /^https?:\/\//.test(bank)) window.open(bank, '_top')
      else await navigate(resultPath(locale, options.orderKey))
    } catch (error) {
      if (isAnswered(error)) attempt.current = null
      stop()
      onRefused(error)
    }
  }

  return { isRunning, pay }
}

/** Sends the buyer's details; the order is at checkout then. */
export async function sendBuyer(
  locale: 'ka' | 'en',
  orderKey: string,
  buyer: SentBuyer,
): Promise<void> {
  const { name, email, phone, acceptTerms, extras, passengers } = buyer
  await browserClient(locale).send(checkout, {
    body: {
      orderKey,
      buyer: { name, email, phone },
      acceptTerms,
      extras: extrasOf(extras),
      passengers,
    },
  })
}

/** Answers whether nothing is left to pay. What is set aside already stays so when the attempt is repeated. */
async function settleBalance(
  client: ReturnType<typeof browserClient>,
  { orderKey, isFree, balance }: PayOptions,
): Promise<boolean> {
  if (balance === undefined) return isFree
  const call = balance === 'apply' ? balanceApply : balanceUnapply
  const { toPay } = await client.send(call, { body: { orderKey } })
  return toPay.amount === 0
}

/** The server has said what became of the attempt; one that blames itself, or is still at it, has not. */
export function isAnswered(error: unknown): boolean {
  return error instanceof CallError && error.status < 500 && error.code !== 'IdempotencyKeyInUse'
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
