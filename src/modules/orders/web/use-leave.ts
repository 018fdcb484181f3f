import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { notifyOrderChanged } from '#design/data/order-signal.ts'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import type { OrderView } from '../contract.ts'
import { leavePayment } from '../payment-contract.ts'
import { useOutcomeTexts } from './outcomes-texts.ts'
import { useTexts } from './texts.ts'

/** Target after leaving the bank: payment methods, or places. */
type Leaving = 'otherwise' | 'places'

/** Takes the order's places along to a new one and goes on there. Refused while nobody knows what the bank has done. */
export function useLeave(order: OrderView) {
  const t = useOutcomeTexts()
  const words = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const [running, setRunning] = useState<Leaving | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function leave(to: Leaving): Promise<void> {
    if (running !== null) return
    setRunning(to)
    setProblem(null)
    try {
      const { orderKey } = order
      const next = await browserClient(locale).send(leavePayment, { body: { orderKey } })
      notifyOrderChanged()
      const places = placesPath(order)
      const path = to === 'places' && places !== null ? places : `/checkout/${next.orderKey}`
      await navigate(localizedPath(locale, path))
    } catch (error) {
      const isTaken = error instanceof CallError && error.code === 'SeatNotAvailable'
      if (isTaken) setProblem(t('leaveTaken'))
      else setProblem(error instanceof CallError ? error.message : words('networkProblem'))
      setRunning(null)
    }
  }

  return { running, problem, leave }
}

/** Where the places of an order were chosen; null where there is no such page. */
export function placesPath({ items }: Pick<OrderView, 'items'>): string | null {
  return items[0]?.placesPath ?? null
}
