import { useEffect, useRef, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import type { Locale } from '#kernel/locale.ts'
import { queueLive, type QueueNews, type QueueView } from '#modules/queue/contract.ts'
import { useWake } from './use-wake.ts'

/** After this long without data a connection may be dead, and is reopened after a sleep. */
const silentMilliseconds = 10_000

/** The reported state of a place, and when it was received. */
export interface News {
  readonly told: QueueNews
  readonly token: string
  readonly at: number
}

/** Streams the state of the place; reconnects after the device slept or was offline. */
export function useQueueNews(
  token: string | null,
  options: { readonly look: () => void; readonly isListening: { current: boolean } },
): News | null {
  const { look, isListening } = options
  const [news, setNews] = useState<News | null>(null)
  const [wakes, setWakes] = useState(0)
  const heardAt = useRef(0)
  useWake(() => {
    look()
    if (Date.now() - heardAt.current > silentMilliseconds) setWakes((count) => count + 1)
  })
  useEffect(() => {
    if (token === null) return
    const query = { waitingRoomToken: token }
    const source = new EventSource(browserClient().address(queueLive, { query }))
    source.addEventListener('open', () => void (heardAt.current = Date.now()))
    source.addEventListener('message', ({ data }) => {
      heardAt.current = Date.now()
      const told = JSON.parse(String(data)) as QueueNews
      isListening.current = true
      setNews({ told, token, at: Date.now() })
      // The final state: the server closes the stream, and the browser would reconnect repeatedly.
      if (told.state !== 'Waiting') source.close()
      if (told.state !== 'Waiting' && told.state !== 'Admitted') look()
    })
    source.addEventListener('error', () => {
      // Polling continues until the connection is open again.
      isListening.current = false
      setNews(null)
      if (source.readyState === EventSource.CLOSED) look()
    })
    return () => {
      source.close()
      isListening.current = false
      setNews(null)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `look` does the same in each rendering
  }, [token, wakes])
  return news?.token === token ? news : null
}

/** The most recently received state, from stream or polling. */
export function newest(
  view: QueueView,
  readAt: number,
  news: News | null,
  locale: Locale,
): QueueView {
  if (!news || news.at < readAt) return view
  return { ...view, ...news.told, message: news.told.message?.[locale] || null }
}
