import { useEffect, useRef, useState } from 'react'
import { openStream } from '#design/data/open-stream.ts'
import type { Locale } from '#kernel/locale.ts'
import { queueLive, type QueueNews, type QueueView } from '#modules/queue/contract.ts'
import { useWake } from './use-wake.ts'

/** After this long without data a connection may be dead, and is reopened after a sleep. */
const silentMilliseconds = 10_000

/** The reported state of a place, and when it was received. */
export interface QueueUpdate {
  readonly state: QueueNews
  readonly token: string
  readonly at: number
}

/** Streams the state of the place; reconnects after the device slept or was offline. */
export function useQueueUpdates(
  token: string | null,
  options: { readonly look: () => void; readonly isListening: { current: boolean } },
): QueueUpdate | null {
  const { look, isListening } = options
  const [update, setUpdate] = useState<QueueUpdate | null>(null)
  const [wakes, setWakes] = useState(0)
  const receivedAt = useRef(0)
  useWake(() => {
    look()
    if (Date.now() - receivedAt.current > silentMilliseconds) setWakes((count) => count + 1)
  })
  useEffect(() => {
    if (token === null) return
    const source = openStream(queueLive, { query: { waitingRoomToken: token } })
    source.addEventListener('open', () => void (receivedAt.current = Date.now()))
    source.addEventListener('message', ({ data }) => {
      receivedAt.current = Date.now()
      const reported = JSON.parse(String(data)) as QueueNews
      isListening.current = true
      setUpdate({ state: reported, token, at: Date.now() })
      // The final state: the server closes the stream, and the browser would reconnect repeatedly.
      if (reported.state !== 'Waiting') source.close()
      if (reported.state !== 'Waiting' && reported.state !== 'Admitted') look()
    })
    source.addEventListener('error', () => {
      // Polling continues until the connection is open again.
      isListening.current = false
      setUpdate(null)
      if (source.readyState === EventSource.CLOSED) look()
    })
    return () => {
      source.close()
      isListening.current = false
      setUpdate(null)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `look` does the same in each rendering
  }, [token, wakes])
  return update?.token === token ? update : null
}

/** The most recently received state, from stream or polling. */
export function newest(
  view: QueueView,
  readAt: number,
  update: QueueUpdate | null,
  locale: Locale,
): QueueView {
  if (!update || update.at < readAt) return view
  return { ...view, ...update.state, message: update.state.message?.[locale] || null }
}
