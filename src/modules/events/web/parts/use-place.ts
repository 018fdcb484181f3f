import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { inTime } from '#design/data/in-time.ts'
import { useLocale } from '#design/texts.tsx'
import type { Locale } from '#kernel/locale.ts'
import { queueJoin, queueLeave, queueShowsGet, type QueueView } from '#modules/queue/contract.ts'
import {
  clearToken,
  joinAlone,
  noPass,
  sharedToken,
  shareToken,
  storeToken,
  tokenOf,
  watchOtherTabs,
  watchPass,
} from './queue-pass.ts'
import { newest, useQueueUpdates } from './use-queue-updates.ts'

/** Polling interval while a stream is open, because a connection may fail without an event. */
const withStreamSeconds = 30

/**
 * The visitor's place in a show's queue: joins if there is none, updated by a stream, or by polling without one. A
 * lost place is not joined again automatically.
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
    // Without a network it fails and reports it, instead of waiting silently.
    networkMode: 'always',
    refetchInterval: (query) => {
      if (isFinal(query.state.error)) return false
      const seconds = query.state.data?.view.lookAgainSeconds ?? 3
      return (isListening.current ? Math.max(seconds, withStreamSeconds) : seconds) * 1_000
    },
    // The place is kept only while it is polled.
    refetchIntervalInBackground: true,
    gcTime: 0,
    staleTime: 0,
  })
  // The state of a released place does not apply to the next one.
  const known = place.data?.token === token ? place.data.view : undefined
  const update = useQueueUpdates(known?.state === 'Waiting' && !hasLeft ? token : null, {
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
    view: known && newest(known, place.dataUpdatedAt, update, locale),
    error: place.error,
    isWorking,
    hasLeft,
    join: (pass?: string) => {
      phonePass.current = pass
      setLeft(false)
      void place.refetch()
    },
    /** Replaces a lost or foreign place by a new one. */
    rejoin: () => {
      clearToken(showId)
      setLeft(false)
      void place.refetch()
    },
    leave: async () => {
      setLeft(true)
      clearToken(showId)
      if (token === null) return
      await browserClient(locale)
        .send(queueLeave, { body: { waitingRoomToken: token } })
        .catch(() => null)
    },
  }
}

/** The queue requires a phone, and has not seen ours. */
export function requiresPhone(error: unknown): boolean {
  return error instanceof CallError && error.code === 'PhoneNotConfirmed'
}

/** Retrying cannot change the result. */
export function isFinal(error: unknown): boolean {
  const codes: readonly string[] = ['PhoneNotConfirmed', 'QueueClosed', 'QueueNetworkFull']
  return error instanceof CallError && codes.includes(error.code)
}

interface Joining {
  readonly phonePass: string | undefined
  /** Whether the result is still needed. */
  readonly isWanted: () => boolean
  readonly onWork: (isWorking: boolean) => void
}

interface Standing {
  /** Null if there is no queue. */
  readonly token: string | null
  readonly view: QueueView
}

/** Reads the visitor's place, even if it is lost; joins at the end without one. */
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
  const input = { query: { showId, waitingRoomToken } }
  return inTime((signal) => browserClient(locale).send(queueShowsGet, input, { signal }))
}

/** Joins; from a busy network after the proof of work that the queue requires. */
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
      const { proveWork } = await import('#design/data/prove-work.ts')
      const nonce = await proveWork(challenge, bits, isWanted)
      if (nonce === null) throw error
      return await client.send(queueJoin, { body: { ...body, proof: { challenge, nonce } } })
    } finally {
      onWork(false)
    }
  }
}
