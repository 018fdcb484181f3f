import { Timer } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCountdown } from '#kernel/format.ts'
import { reservePermanent, type OrderView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** So long before the end the page asks whether more time is needed. */
const asksAtMilliseconds = 120_000

/** Moments worth saying aloud, in seconds. */
const spokenSeconds = [600, 300, 120, 60, 30] as const

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
        <Timer size={20} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 grow leading-snug">{t('heldFor')}</span>
        <span
          role="timer"
          aria-label={t('heldFor')}
          className="figures text-xl leading-none font-bold"
        >
          {formatCountdown(left)}
        </span>
      </p>
      <output className="sr-only">{spoken(t, left)}</output>
      <MoreTime
        key={order.deadlineAt}
        isOpen={mayAsk}
        order={order}
        left={left}
        onDone={() => setAskedFor(order.deadlineAt)}
        onExtended={onExtended}
      />
    </div>
  )
}

/** What a screen reader says: it changes only at the moments worth saying. */
function spoken(t: ReturnType<typeof useTexts>, left: number): string {
  const seconds = Math.ceil(left / 1000)
  const moment = spokenSeconds.findLast((candidate) => seconds <= candidate)
  if (moment === undefined) return ''
  return moment >= 60
    ? t('minutesLeft', { count: moment / 60 })
    : t('secondsLeft', { count: moment })
}

interface MoreTimeProps {
  readonly isOpen: boolean
  readonly order: OrderView
  readonly left: number
  readonly onDone: () => void
  readonly onExtended: (order: OrderView) => void
}

function MoreTime({ isOpen, order, left, onDone, onExtended }: MoreTimeProps) {
  const t = useTexts()
  const locale = useLocale()
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function extend(): Promise<void> {
    setWaiting(true)
    try {
      const body = { orderKey: order.orderKey }
      onExtended(await browserClient(locale).send(reservePermanent, { body }))
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : t('networkProblem'))
    } finally {
      setWaiting(false)
    }
  }

  return (
    <Dialog isOpen={isOpen} title={t('moreTimeTitle')} onClose={onDone}>
      <p className="mt-3">{t('moreTimeText', { time: formatCountdown(left) })}</p>
      {problem && (
        <p role="alert" className="mt-3 text-accent">
          {problem}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3 *:grow">
        <Button isWaiting={isWaiting} waitingText={t('moreTimeYes')} onClick={() => void extend()}>
          {t('moreTimeYes')}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t('moreTimeNo')}
        </Button>
      </div>
    </Dialog>
  )
}
