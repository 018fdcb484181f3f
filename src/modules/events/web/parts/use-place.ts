import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import type { Locale } from '#kernel/locale.ts'
import { queueJoin, queueLeave, queueShowsGet, type QueueView } from '#modules/queue/contract.ts'
import {
  forgetToken,
  joinAlone,
  noPass,
  sharedToken,
  shareToken,
  storeToken,
  tokenOf,
  watchOtherTabs,
  watchPass,
} from './queue-pass.ts'
import { newest, useQueueNews } from './use-queue-news.ts'

/** While news comes by itself, one asks this often all the same: a connection may be dead without a sign. */
const withStreamSeconds = 30

/**
 * One's place in the queue of a show: joined when there is none, told over an open connection, and asked for again and
 * again where there is no such connection. A place that was lost is not joined anew by itself.
 */
export function usePlace(showId: number) {
  const locale = useLocale()
  const phonePass = useRef<string | undefined>(undefined)
  const isShown = useRef(true)
  const [isWorking, setWorking] = useState(false)
  const [hasLeft, setLeft] = useState(false)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  const isListening = useRef(false)
  const token = useSyncExternalStore(watchPass, () => tokenOf(showId), noPass) ?? null
  const place = useQuery({
    queryKey: ['waiting-line', showId],
    queryFn: () =>
      lookOrJoin(locale, showId, {
        phonePass: phonePass.current,
        isWanted: () => isShown.current,
        onWork: setWorking,
      }),
    enabled: !hasLeft,
    retry: (count, error) => !isFinal(error) && count < 3,
    // Without a network it fails and says so, instead of waiting in silence.
    networkMode: 'always',
    refetchInterval: (query) => {
      if (isFinal(query.state.error)) return false
      const seconds = query.state.data?.view.lookAgainSeconds ?? 3
      return (isListening.current ? Math.max(seconds, withStreamSeconds) : seconds) * 1_000
    },
    // The place in the queue is kept only while somebody asks for it.
    refetchIntervalInBackground: true,
    gcTime: 0,
    staleTime: 0,
  })
  // What is known of a place that was released since says nothing of the next one.
  const known = place.data?.token === token ? place.data.view : undefined
  const news = useQueueNews(known?.state === 'Waiting' && !hasLeft ? token : null, {
    look: () => {
      if (!hasLeft) void place.refetch()
    },
    isListening,
  })
  useEffect(
    () =>
      watchOtherTabs(showId, (joined) => {
        setLeft(joined === undefined)
        if (joined !== undefined) void place.refetch()
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `refetch` stays the same
    [showId],
  )
  return {
    view: known && newest(known, place.dataUpdatedAt, news, locale),
    error: place.error,
    isWorking,
    hasLeft,
    join: (pass?: string) => {
      phonePass.current = pass
      setLeft(false)
      void place.refetch()
    },
    /** Gives up a place that is lost, or is somebody else's, for a new one. */
    joinAnew: () => {
      forgetToken(showId)
      setLeft(false)
      void place.refetch()
    },
    leave: async () => {
      setLeft(true)
      forgetToken(showId)
      if (token === null) return
      await browserClient(locale)
        .send(queueLeave, { body: { waitingRoomToken: token } })
        .catch(() => null)
    },
  }
}

/** The queue gives one place to one phone, and has not seen ours. */
export function isPhoneAsked(error: unknown): boolean {
  return error instanceof CallError && error.code === 'PhoneNotConfirmed'
}

/** Asking again by itself changes nothing. */
export function isFinal(error: unknown): boolean {
  const codes: readonly string[] = ['PhoneNotConfirmed', 'QueueClosed', 'QueueNetworkFull']
  return error instanceof CallError && codes.includes(error.code)
}

interface Joining {
  readonly phonePass: string | undefined
  /** Whether somebody still waits for the answer. */
  readonly isWanted: () => boolean
  readonly onWork: (isWorking: boolean) => void
}

interface Standing {
  /** Null where there is no queue to have a place in. */
  readonly token: string | null
  readonly view: QueueView
}

/** Whoever has a place looks, also at one that is lost; whoever has none joins at the end. */
async function lookOrJoin(locale: Locale, showId: number, joining: Joining): Promise<Standing> {
  const token = tokenOf(showId)
  const view = token === undefined ? null : await lookAt(locale, showId, token)
  if (token !== undefined && view && view.state !== 'None') return { token, view }
  return joinAlone(showId, async () => {
    const other = await sharedToken(showId)
    if (other !== undefined && other !== token) {
      // Another tab may have joined meanwhile.
      const seen = await lookAt(locale, showId, other)
      if (seen.state === 'Waiting' || seen.state === 'Admitted') {
        storeToken(showId, other)
        return { token: other, view: seen }
      }
    }
    const { waitingRoomToken, ...joined } = await join(locale, showId, joining)
    if (waitingRoomToken === null) return { token: tokenOf(showId) ?? null, view: joined }
    await shareToken(showId, waitingRoomToken)
    return { token: waitingRoomToken, view: joined }
  })
}

function lookAt(locale: Locale, showId: number, waitingRoomToken: string): Promise<QueueView> {
  return browserClient(locale).send(queueShowsGet, { query: { showId, waitingRoomToken } })
}

/** Joins; where the network is a busy one, after the work that the queue asks for. */
async function join(locale: Locale, showId: number, { phonePass, isWanted, onWork }: Joining) {
  const client = browserClient(locale)
  const body = { showId, phonePass }
  try {
    return await client.send(queueJoin, { body })
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'ProofOfWorkNeeded')) throw error
    const { challenge, bits } = error.detail as { challenge: string; bits: number }
    onWork(true)
    try {
      const { proveWork } = await import('./prove-work.ts')
      const nonce = await proveWork(challenge, bits, isWanted)
      if (nonce === null) throw error
      return await client.send(queueJoin, { body: { ...body, proof: { challenge, nonce } } })
    } finally {
      onWork(false)
    }
  }
}
