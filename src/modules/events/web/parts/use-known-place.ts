import { useEffect } from 'react'
import { useSubmit } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { queueShowsGet, type QueueView } from '#modules/queue/contract.ts'
import { tokenOf } from './queue-pass.ts'

/**
 * Takes over the place that this browser has from the page of an event, where scripts keep its token: the queue's own
 * page, which works without them, would offer to join again.
 */
export function useKnownPlace({ showId, state }: QueueView): void {
  const submit = useSubmit()
  const locale = useLocale()
  const hasNone = state === 'None' || state === 'Gone' || state === 'Used'
  useEffect(() => {
    const token = hasNone && showId !== null ? tokenOf(showId) : undefined
    if (showId === null || token === undefined) return
    let isGone = false
    const takeOver = async (): Promise<void> => {
      const query = { showId, waitingRoomToken: token }
      const { state: known } = await browserClient(locale).send(queueShowsGet, { query })
      if (isGone || (known !== 'Waiting' && known !== 'Admitted')) return
      await submit({ act: 'keep', token }, { method: 'post', replace: true })
    }
    // Without an answer the page keeps offering to join.
    takeOver().catch(() => undefined)
    return () => void (isGone = true)
  }, [hasNone, showId, locale, submit])
}
