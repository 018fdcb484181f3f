import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallInput } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { turnQueueDial } from '../../operator-contract.ts'

type Change = NonNullable<CallInput<typeof turnQueueDial>['body']>

/** Changes the controls of one queue and reloads the page's data. */
export function useDial(queueId: number) {
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const [isTurning, setTurning] = useState(false)
  const [isDone, setDone] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function turn(change: Change): Promise<void> {
    if (isTurning) return
    setTurning(true)
    setDone(false)
    setError(null)
    try {
      await browserClient(locale).send(turnQueueDial, { params: { queueId }, body: change })
      setDone(true)
      await revalidate()
    } catch (failure) {
      setError(failure)
    } finally {
      setTurning(false)
    }
  }
  return {
    turn,
    isTurning,
    isDone,
    refusal: error === null ? null : error instanceof Error ? error.message : '',
    problemOf: (name: string): string | null =>
      error instanceof CallError
        ? (error.fields.find(({ path }) => path.startsWith(`body.${name}`))?.message ?? null)
        : null,
  }
}
