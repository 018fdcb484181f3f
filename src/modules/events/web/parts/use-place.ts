import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import type { Locale } from '#kernel/locale.ts'
import {
  queueJoin,
  queueLeave,
  queueLive,
  queueShowsGet,
  type QueueStanding,
  type QueueView,
} from '#modules/queue/contract.ts'
import { forgetToken, storeToken, tokenOf } from './queue-pass.ts'

/** While positions come by themselves, the rest (the organiser's message) is asked for this often. */
const withStreamSeconds = 30

/**
 * One's place in the queue of a show: joined when there is none, told over an open connection, and asked for again and
 * again where there is no such connection.
 */
export function usePlace(showId: number) {
  const locale = useLocale()
  const phonePass = useRef<string | undefined>(undefined)
  const isShown = useRef(true)
  const [isWorking, setWorking] = useState(false)
  const [hasLeft, setLeft] = useState(false)
  const [told, setTold] = useState<QueueStanding | null>(null)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
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
    refetchInterval: (query) => {
      if (isFinal(query.state.error)) return false
      const seconds = query.state.data?.lookAgainSeconds ?? 3
      return (told ? Math.max(seconds, withStreamSeconds) : seconds) * 1_000
    },
    // The place in the queue is kept only while somebody asks for it.
    refetchIntervalInBackground: true,
    gcTime: 0,
    staleTime: 0,
  })
  const isIn = place.data?.state === 'Waiting' && !hasLeft
  useEffect(() => {
    const token = tokenOf(showId)
    if (!isIn || token === undefined) return
    const query = { waitingRoomToken: token }
    const source = new EventSource(browserClient().address(queueLive, { query }))
    source.addEventListener('message', ({ data }) => {
      setTold(JSON.parse(String(data)) as QueueStanding)
    })
    source.addEventListener('error', () => {
      // It is asked for as before until the connection is there again.
      setTold(null)
      if (source.readyState === EventSource.CLOSED) void place.refetch()
    })
    return () => {
      source.close()
      setTold(null)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `refetch` stays the same
  }, [isIn, showId])
  const view: QueueView | undefined = place.data && { ...place.data, ...told }
  return {
    view,
    error: place.error,
    isWorking,
    hasLeft,
    join: (pass?: string) => {
      phonePass.current = pass
      setLeft(false)
      void place.refetch()
    },
    leave: async () => {
      const token = tokenOf(showId)
      setLeft(true)
      forgetToken(showId)
      if (token === undefined) return
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

/** Who is in the queue looks; who is not, or lost the place, joins at its end. */
async function lookOrJoin(locale: Locale, showId: number, joining: Joining): Promise<QueueView> {
  const client = browserClient(locale)
  const token = tokenOf(showId)
  if (token !== undefined) {
    const query = { showId, waitingRoomToken: token }
    const view = await client.send(queueShowsGet, { query })
    if (view.state === 'Waiting' || view.state === 'Admitted' || view.state === 'Open') return view
  }
  const joined = await join(locale, showId, joining)
  if (joined.waitingRoomToken !== null) storeToken(showId, joined.waitingRoomToken)
  return joined
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
