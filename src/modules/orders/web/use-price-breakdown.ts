import { useRef, useState } from 'react'
import type { Call, CallInput } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import type { OrderView } from '../contract.ts'
import { useTexts } from './texts.ts'

/** Which part of the page a change comes from, so that a refusal is beside it. */
export type PricePart = 'promo' | 'cards' | 'options'

/** Sends changes of an order's sum one after the other; what was refused is told beside its part. */
export function usePriceBreakdown(onOrder: (order: OrderView) => void) {
  const t = useTexts()
  const locale = useLocale()
  const [running, setRunning] = useState<PricePart | null>(null)
  const [refusal, setRefusal] = useState<{ part: PricePart; message: string } | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)

  /** Answers whether the order took the change; changes made meanwhile wait for their turn. */
  function change<C extends Call>(
    part: PricePart,
    call: C,
    body: CallInput<C>['body'],
  ): Promise<boolean> {
    waiting.current += 1
    const turn = last.current.then(() => send(part, call, body))
    last.current = turn
    return turn
  }

  async function send<C extends Call>(
    part: PricePart,
    call: C,
    body: CallInput<C>['body'],
  ): Promise<boolean> {
    setRunning(part)
    setRefusal(null)
    try {
      onOrder((await browserClient(locale).send(call, { body })) as OrderView)
      return true
    } catch (error) {
      const message = error instanceof CallError ? error.message : t('networkProblem')
      setRefusal({ part, message })
      return false
    } finally {
      waiting.current -= 1
      if (waiting.current === 0) setRunning(null)
    }
  }

  const refusalOf = (part: PricePart): string | null =>
    refusal?.part === part ? refusal.message : null
  return { change, running, refusalOf }
}
