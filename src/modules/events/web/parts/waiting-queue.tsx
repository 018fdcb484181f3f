import { lazy, Suspense, useEffect, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { late } from '#design/late.ts'
import { Button } from '#design/parts/button.tsx'
import { Progress } from '#design/parts/progress.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import type { QueueView } from '#modules/queue/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { recordAdmission } from './queue-pass.ts'
import { isFinal, requiresPhone, usePlace } from './use-place.ts'
import { useIsOffline } from './use-wake.ts'

/** Loaded on demand: few queues require a phone. */
const QueuePhone = lazy(() => late(import('./queue-phone.tsx')))

interface WaitingQueueProps {
  readonly showId: number
  /** Why the token was refused when places were chosen. */
  readonly refusal: CallError | null
  /** Called when the visitor is admitted, or the refusal has been resolved. */
  readonly onSettled: () => void
}

/** The queue of a show: the visitor's position, and the places as soon as they are admitted. */
export default function WaitingQueue({ showId, refusal, onSettled }: WaitingQueueProps) {
  const t = useChoosingTexts()
  const place = usePlace(showId)
  const isOffline = useIsOffline()
  const { view, error, hasLeft } = place
  const state = hasLeft ? undefined : view?.state
  const isIn = state === 'Admitted' || state === 'Open'
  const isRefused = isIn && refusal !== null
  useEffect(() => {
    if (state === undefined || isRefused) return
    recordAdmission(showId, isIn)
    if (isIn || refusal) onSettled()
  }, [state, isIn, isRefused, refusal, showId, onSettled])
  const isLost = state === 'Gone' || state === 'Used'
  return (
    <div className="ticket-lift mt-8 max-w-2xl">
      <div className="ticket px-8 py-9 [--cut:50%]">
        <h2 className="font-display text-2xl font-[800]">{t('lineTitle')}</h2>
        {view?.message && !hasLeft && (
          <p aria-live="polite" className="mt-3 rounded-md bg-accent-wash px-4 py-3">
            {view.message}
          </p>
        )}
        {hasLeft ? (
          <Ended text={t('lineLeft')} onJoin={() => place.join()} />
        ) : requiresPhone(error) ? (
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
        ) : isRefused ? (
          <Refused
            refusal={refusal}
            onBack={onSettled}
            onJoin={() => {
              place.rejoin()
              onSettled()
            }}
          />
        ) : isLost ? (
          <Ended text={t(state === 'Used' ? 'lineUsed' : 'lineGone')} onJoin={place.rejoin} />
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
        {!hasLeft && (isOffline || (error && !isFinal(error))) && (
          <p role="alert" className="mt-4 text-warn">
            {t(isOffline ? 'lineOffline' : 'lineFailed')}
          </p>
        )}
      </div>
    </div>
  )
}

/** A lost place: the reason, and a button to join again. */
function Ended({ text, onJoin }: { text: string; onJoin: () => void }) {
  const t = useChoosingTexts()
  return (
    <>
      <p role="alert" className="mt-2">
        {text}
      </p>
      <Button className="mt-5" onClick={onJoin}>
        {t('lineCodeSend')}
      </Button>
    </>
  )
}

/** An admitted place that is not valid for this browser or order. */
function Refused(props: { refusal: CallError; onBack: () => void; onJoin: () => void }) {
  const t = useChoosingTexts()
  if (props.refusal.code !== 'QueueTokenAlreadyUsed')
    return <Ended text={t('lineForeign')} onJoin={props.onJoin} />
  return (
    <>
      <p role="alert" className="mt-2">
        {t('lineOtherOrder')}
      </p>
      <Button className="mt-5" onClick={props.onBack}>
        {t('lineBack')}
      </Button>
    </>
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
          {t('lineTogether', { count: formatCount(locale, view.waitingCount) })}
        </span>
      </p>
    )
  return (
    <>
      <p aria-live="polite" className="figures mt-5 text-lg font-semibold">
        {position !== null
          ? t('linePosition', { position: formatCount(locale, position) })
          : t(isWorking ? 'lineWorking' : 'lineJoining')}
      </p>
      <Progress
        className="mt-3"
        label={t('lineProgress')}
        max={Math.max(longest, 1)}
        value={position === null ? 0 : longest - position + 1}
      />
      {position !== null && (
        <p className="figures mt-3 text-soft">
          {view?.phase === 'Paused'
            ? t('linePaused')
            : view?.phase === 'Closed'
              ? t('lineClosed')
              : view?.estimateSeconds
                ? t('lineEstimate', { minutes: Math.max(1, Math.ceil(view.estimateSeconds / 60)) })
                : position === 1
                  ? t('lineNext')
                  : t('lineAhead', { count: formatCount(locale, position - 1) })}
        </p>
      )}
    </>
  )
}

/** Leaving loses the place, so it needs a confirmation. */
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
