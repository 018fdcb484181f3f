import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { queueJoin, queueShowsGet, type QueueView } from '#modules/queue/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { storeToken, tellInside, tokenOf } from './queue-pass.ts'

/** Few lines ask for it. */
const QueuePhone = lazy(() => import('./queue-phone.tsx'))

/** The queue before a show: one's place in it, told politely, and the way in as soon as it is one's turn. */
export default function WaitingQueue(props: { showId: number; onAdmitted: () => void }) {
  const { showId, onAdmitted } = props
  const t = useChoosingTexts()
  const phonePass = useRef<string | undefined>(undefined)
  const place = useQuery({
    queryKey: ['waiting-line', showId],
    queryFn: () => lookOrJoin(showId, phonePass.current),
    retry: (count, error) => !isPhoneAsked(error) && count < 3,
    refetchInterval: (query) =>
      isPhoneAsked(query.state.error) ? false : (query.state.data?.lookAgainSeconds ?? 3) * 1_000,
    // The place in the queue is kept only while somebody asks for it.
    refetchIntervalInBackground: true,
    gcTime: 0,
    staleTime: 0,
  })
  const state = place.data?.state
  useEffect(() => {
    if (state === 'Waiting') tellInside(showId, false)
    if (state !== 'Admitted' && state !== 'Open') return
    tellInside(showId, true)
    onAdmitted()
  }, [state, showId, onAdmitted])
  return (
    <div className="ticket-lift mt-8 max-w-2xl">
      <div className="ticket px-8 py-9 [--cut:50%]">
        <h2 className="font-display text-2xl font-[800]">{t('lineTitle')}</h2>
        <p className="mt-2 text-soft">{t('lineText')}</p>
        {isPhoneAsked(place.error) ? (
          <Suspense>
            <QueuePhone
              showId={showId}
              onProved={(pass) => {
                phonePass.current = pass
                void place.refetch()
              }}
            />
          </Suspense>
        ) : (
          <Place view={place.data} />
        )}
        {place.isError && !isPhoneAsked(place.error) && (
          <p role="alert" className="mt-4 text-warn">
            {t('lineFailed')}
          </p>
        )}
      </div>
    </div>
  )
}

function Place({ view }: { view: QueueView | undefined }) {
  const t = useChoosingTexts()
  const [longest, setLongest] = useState(0)
  const position = view?.position ?? null
  if (position !== null && position > longest) setLongest(position)
  return (
    <>
      <p aria-live="polite" className="figures mt-5 text-lg font-semibold">
        {position === null ? t('lineJoining') : t('linePosition', { position })}
      </p>
      <progress
        className="mt-3 block h-2 w-full accent-accent"
        aria-label={t('lineProgress')}
        max={Math.max(longest, 1)}
        value={position === null ? 0 : longest - position}
      />
    </>
  )
}

/** The queue gives one place to one phone, and has not seen ours. */
function isPhoneAsked(error: unknown): boolean {
  return error instanceof CallError && error.code === 'PhoneNotConfirmed'
}

/** Who is in the queue looks; who is not, or lost the place, joins at its end. */
async function lookOrJoin(showId: number, phonePass: string | undefined): Promise<QueueView> {
  const client = browserClient()
  const token = tokenOf(showId)
  if (token !== undefined) {
    const query = { showId, waitingRoomToken: token }
    const view = await client.send(queueShowsGet, { query })
    if (view.state === 'Waiting' || view.state === 'Admitted' || view.state === 'Open') return view
  }
  const joined = await client.send(queueJoin, { body: { showId, phonePass } })
  if (joined.waitingRoomToken !== null) storeToken(showId, joined.waitingRoomToken)
  return joined
}
