import { formatTime } from '#kernel/format.ts'
import type { JourneyView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { daysBetween, durationText } from '../times.ts'

/** Departure, duration with number of changes, and arrival; times are local to each place. */
export function JourneyTimes({ journey }: { journey: JourneyView }) {
  const t = useTexts()
  const { segments, changes, durationMinutes } = journey
  const from = segments[0]?.from
  const to = segments.at(-1)?.to
  if (!from || !to) return null
  const days = daysBetween(from, to)
  return (
    <div className="figures grid grid-cols-[auto_minmax(3.5rem,1fr)_auto] items-baseline gap-x-near">
      <span className="text-xl font-[750] tablet:text-2xl">
        <Clock at={from.at} expectedAt={from.expectedAt} timeZone={from.timeZone} />
      </span>
      <span className="flex min-w-0 items-center gap-tight text-center text-note text-soft">
        <span aria-hidden="true" className="h-px grow bg-rule-strong" />
        <span className="shrink-0">
          {durationText(t, durationMinutes)}
          <span className="block text-sm">{t('changes', { count: changes })}</span>
        </span>
        <span aria-hidden="true" className="h-px grow bg-rule-strong" />
      </span>
      <span className="text-right text-xl font-[750] tablet:text-2xl">
        <Clock at={to.at} expectedAt={to.expectedAt} timeZone={to.timeZone} />
        {days > 0 && (
          <sup className="ml-1 text-sm font-normal text-soft">
            {t('daysLater', { count: days })}
          </sup>
        )}
      </span>
      <span className="text-note text-soft">{from.name}</span>
      <span aria-hidden="true" />
      <span className="text-right text-note text-soft">
        {to.name}
        {from.timeZone !== to.timeZone && <span className="block text-sm">{t('localTime')}</span>}
      </span>
    </div>
  )
}

interface ClockProps {
  readonly at: string
  readonly expectedAt: string
  readonly timeZone: string
}

/** A scheduled time; if delayed, with the expected time. */
export function Clock({ at, expectedAt, timeZone }: ClockProps) {
  const t = useTexts()
  const time = formatTime(at, timeZone)
  if (at === expectedAt) return <time dateTime={at}>{time}</time>
  return (
    <>
      <s className="font-normal text-soft">{time}</s>{' '}
      <time dateTime={expectedAt} className="text-warn">
        <span className="sr-only">{t('expected', { time: '' })}</span>
        {formatTime(expectedAt, timeZone)}
      </time>
    </>
  )
}
