import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { inTime } from '#design/data/in-time.ts'
import { useLocale } from '#design/texts.tsx'
import { formatTime } from '#kernel/format.ts'
import { queueShowsGet } from '#modules/queue/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { recordAdmission, tokenOf } from './queue-pass.ts'
import { useWake } from './use-wake.ts'

/**
 * Polls the place of an admitted visitor, which keeps it valid, and shows its deadline; without a valid place, back
 * to the queue.
 */
export default function InsideQueue({ showId }: { showId: number }) {
  const t = useChoosingTexts()
  const locale = useLocale()
  const place = useQuery({
    queryKey: ['inside-line', showId],
    queryFn: () => {
      const query = { showId, waitingRoomToken: tokenOf(showId) }
      return inTime((signal) => browserClient(locale).send(queueShowsGet, { query }, { signal }))
    },
    networkMode: 'always',
    refetchInterval: (query) => (query.state.data?.lookAgainSeconds ?? 15) * 1_000,
    // The place expires without polling, so it continues in background tabs.
    refetchIntervalInBackground: true,
    gcTime: 0,
    staleTime: 0,
  })
  useWake(() => void place.refetch())
  const state = place.data?.state
  useEffect(() => {
    if (state !== undefined && state !== 'Admitted' && state !== 'Open')
      recordAdmission(showId, false)
  }, [state, showId])
  const until = place.data?.admittedUntil
  if (!until) return null
  return (
    <p aria-live="polite" className="figures mb-4 rounded-md bg-good-wash px-4 py-3">
      {t('lineInside', { time: formatTime(until) })}
    </p>
  )
}
