import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { discountCardsRemove, type DiscountCardView } from '#modules/membership/contract.ts'

/** How long a removal can be undone. */
const undoMilliseconds = 8_000

/**
 * Removes a card from the account after a few seconds, so that it can be undone: without the PIN the card could not
 * be added again. Leaving for another card or page confirms immediately.
 */
export function useRemoval(userId: string) {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const [removing, setRemoving] = useState<DiscountCardView | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const waiting = useRef<{ card: DiscountCardView; timer: ReturnType<typeof setTimeout> }>(null)

  /** Clears the pending removal and returns its card. */
  const take = useCallback((): DiscountCardView | null => {
    const card = waiting.current?.card ?? null
    clearTimeout(waiting.current?.timer)
    waiting.current = null
    return card
  }, [])
  const send = useCallback(async (): Promise<void> => {
    const card = take()
    if (!card) return
    const params = { userid: userId, cardnumber: card.cardNumber }
    await browserClient(locale).send(discountCardsRemove, { params }, { keepalive: true })
  }, [locale, take, userId])

  useEffect(() => {
    const leave = (): void => void send().catch(() => undefined)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [send])

  async function finish(): Promise<void> {
    if (!waiting.current) return
    try {
      await send()
      await revalidate()
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('networkProblem'))
    }
    setRemoving((now) => (waiting.current ? now : null))
  }

  async function remove(card: DiscountCardView): Promise<void> {
    setRefusal(null)
    await finish()
    waiting.current = { card, timer: setTimeout(() => void finish(), undoMilliseconds) }
    setRemoving(card)
  }

  function undo(): void {
    take()
    setRemoving(null)
  }

  return { removing, remove, undo, refusal }
}
