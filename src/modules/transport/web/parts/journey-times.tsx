import { unbrokenName } from '#kernel/unbroken.ts'
import { formatTime } from '#kernel/format.ts'
import type { ShownJourney } from '../journey-data.ts'
import { useTexts } from '../texts.ts'
import { daysBetween, durationText } from '../times.ts'
import '../journeys.css'

/** Departure, duration with number of changes, and arrival; times are local to each place. */
export function JourneyTimes({ journey }: { journey: ShownJourney }) {
  const t = useTexts()
  const { segments, changes, durationMinutes } = journey
  const from = segments[0]?.from
  const to = segments.at(-1)?.to
  if (!from || !to) return null
  const days = daysBetween(from, to)
  return (
    <div className="journey-times figures">
      <b>
        <Clock at={from.at} expectedAt={from.expectedAt} timeZone={from.timeZone} />
      </b>
      <i>
        <span>
          {durationText(t, durationMinutes)}
          <small>{t('changes', { count: changes })}</small>
        </span>
      </i>
      <b>
        <Clock at={to.at} expectedAt={to.expectedAt} timeZone={to.timeZone} />
        {days > 0 && (
          <sup className="ml-1 text-sm font-normal text-soft">
            {t('daysLater', { count: days })}
          </sup>
        )}
      </b>
      <div className="journey-places">
        <span>{unbrokenName(from.name)}</span>
        <span>
          {unbrokenName(to.name)}
          {from.timeZone !== to.timeZone && <small>{t('localTime')}</small>}
        </span>
      </div>
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
