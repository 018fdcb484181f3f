import { lazy, Suspense, useEffect, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { Button } from '#design/parts/button.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import type { QueueView } from '#modules/queue/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { tellInside } from './queue-pass.ts'
import { isFinal, isPhoneAsked, usePlace } from './use-place.ts'

/** Few lines ask for it. */
const QueuePhone = lazy(() => import('./queue-phone.tsx'))

/** The queue before a show: one's place in it, told politely, and the way in as soon as it is one's turn. */
export default function WaitingQueue(props: { showId: number; onAdmitted: () => void }) {
  const { showId, onAdmitted } = props
  const t = useChoosingTexts()
  const place = usePlace(showId)
  const { view, error, hasLeft } = place
  const state = hasLeft ? undefined : view?.state
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
        {view?.message && !hasLeft && (
          <p className="mt-3 rounded-md bg-accent-wash px-4 py-3">{view.message}</p>
        )}
        {hasLeft ? (
          <>
            <p className="mt-2">{t('lineLeft')}</p>
            <Button className="mt-5" onClick={() => place.join()}>
              {t('lineCodeSend')}
            </Button>
          </>
        ) : isPhoneAsked(error) ? (
          <>
            <p className="mt-2 text-soft">{t('lineText')}</p>
            <Suspense>
              <QueuePhone showId={showId} onProved={place.join} />
            </Suspense>
          </>
        ) : isFinal(error) ? (
          <>
            <p role="alert" className="mt-2">
              {error instanceof CallError ? error.message : t('lineFailed')}
            </p>
            <Button look="quiet" className="mt-5" onClick={() => place.join()}>
              {t('lineAgain')}
            </Button>
          </>
        ) : (
          <>
            <p className="mt-2 text-soft">
              {t(view?.phase === 'Before' ? 'lineBeforeText' : 'lineText')}
            </p>
            <Place view={view} isWorking={place.isWorking} />
            {state === 'Waiting' && (
              <Leave onLeave={() => void place.leave()} isBefore={view?.phase === 'Before'} />
            )}
          </>
        )}
        {error && !isFinal(error) && !hasLeft && (
          <p role="alert" className="mt-4 text-warn">
            {t('lineFailed')}
          </p>
        )}
      </div>
    </div>
  )
}

function Place({ view, isWorking }: { view: QueueView | undefined; isWorking: boolean }) {
  const t = useChoosingTexts()
  const locale = useLocale()
  const [longest, setLongest] = useState(0)
  const position = view?.position ?? null
  if (position !== null && position > longest) setLongest(position)
  if (view?.phase === 'Before' && view.opensAt)
    return (
      <p aria-live="polite" className="figures mt-5 text-lg font-semibold">
        {t('lineOpens', { time: formatDateTime(locale, view.opensAt) })}
        <span className="block text-base font-normal">
          {t('lineTogether', { count: formatCount(view.waitingCount) })}
        </span>
      </p>
    )
  return (
    <>
      <p aria-live="polite" className="figures mt-5 text-lg font-semibold">
        {position !== null
          ? t('linePosition', { position: formatCount(position) })
          : t(isWorking ? 'lineWorking' : 'lineJoining')}
      </p>
      <progress
        className="mt-3 block h-2 w-full accent-accent"
        aria-label={t('lineProgress')}
        max={Math.max(longest, 1)}
        value={position === null ? 0 : longest - position}
      />
      {position !== null && (
        <p className="figures mt-3 text-soft">
          {view?.phase === 'Paused'
            ? t('linePaused')
            : view?.phase === 'Closed'
              ? t('lineClosed')
              : view?.estimateSeconds
                ? t('lineEstimate', { minutes: Math.max(1, Math.ceil(view.estimateSeconds / 60)) })
                : t('lineAhead', { count: formatCount(position - 1) })}
        </p>
      )}
    </>
  )
}

/** Leaving loses the place, so it is asked about first. */
function Leave({ onLeave, isBefore }: { onLeave: () => void; isBefore: boolean }) {
  const t = useChoosingTexts()
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <button type="button" className="link mt-5 py-2.5" onClick={() => setAsking(true)}>
        {t('lineLeave')}
      </button>
    )
  return (
    <div className="mt-5">
      <p>{t(isBefore ? 'lineLeaveBefore' : 'lineLeaveSure')}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="quiet" onClick={onLeave}>
          {t('lineLeave')}
        </Button>
        <Button onClick={() => setAsking(false)}>{t('lineStay')}</Button>
      </div>
    </div>
  )
}
