import { lazy, Suspense, useState } from 'react'
import { late } from '#design/late.ts'
import { formatCountdown } from '#kernel/format.ts'
import type { OrderView } from '../../contract.ts'
import { TimerIcon } from '../icons.tsx'
import { useTexts } from '../texts.ts'

/** Asked two minutes before the end, and of few. */
const MoreTime = lazy(() => late(import('./more-time.tsx')))

/** So long before the end the page asks whether more time is needed. */
const asksAtMilliseconds = 120_000

/** For screen readers, after the heading of the page; not worth waiting for. */
const SpokenTime = lazy(() => late(import('./spoken-time.tsx')))

interface HoldClockProps {
  readonly order: OrderView
  /** Milliseconds. */
  readonly left: number
  readonly onExtended: (order: OrderView) => void
}

/** How long the places are held: always in sight, said aloud now and then, and more is offered in time. */
export function HoldClock({ order, left, onExtended }: HoldClockProps) {
  const t = useTexts()
  const isShort = left <= asksAtMilliseconds
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const mayAsk = isShort && left > 0 && order.canExtend && askedFor !== order.deadlineAt
  return (
    <div
      className={`sticky top-0 z-30 -mx-4 px-4 py-2.5 tablet:mx-0 tablet:rounded-lg ${isShort ? 'bg-accent text-on-accent' : 'bg-ink text-paper'}`}
    >
      <p className="flex items-center gap-2.5">
        <TimerIcon size={20} className="shrink-0" />
        <span className="min-w-0 grow leading-snug">{t('heldFor')}</span>
        <span
          role="timer"
          aria-label={t('heldFor')}
          className="figures text-xl leading-none font-bold"
        >
          {formatCountdown(left)}
        </span>
      </p>
      <output className="sr-only">
        <Suspense>
          <SpokenTime left={left} />
        </Suspense>
      </output>
      {mayAsk && (
        <Suspense>
          <MoreTime
            key={order.deadlineAt}
            order={order}
            left={left}
            onDone={() => setAskedFor(order.deadlineAt)}
            onExtended={onExtended}
          />
        </Suspense>
      )}
    </div>
  )
}
