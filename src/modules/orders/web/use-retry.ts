import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { retryOrder } from '../pay-contract.ts'
import { useOutcomeTexts } from './outcomes-texts.ts'
import { useTexts } from './texts.ts'

/** Opens a new order with the same places and goes to its checkout. */
export function useRetry(orderKey: string) {
  const t = useOutcomeTexts()
  const words = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function retry(): Promise<void> {
    setRunning(true)
    setProblem(null)
    try {
      const again = await browserClient(locale).send(retryOrder, { body: { orderKey } })
      await navigate(localizedPath(locale, `/checkout/${again.orderKey}`))
    } catch (error) {
      const isTaken = error instanceof CallError && error.code === 'SeatNotAvailable'
      const isLate = error instanceof CallError && error.code === 'OrderStatusNotAllowed'
      if (isTaken || isLate) setProblem(t('retryTaken'))
      else setProblem(error instanceof CallError ? error.message : words('networkProblem'))
      setRunning(false)
    }
  }

  return { isRunning, problem, retry }
}
