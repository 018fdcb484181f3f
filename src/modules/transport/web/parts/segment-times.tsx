import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTimeSpan } from '#kernel/format.ts'
import type { SegmentView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import { wayText } from '../way-text.ts'
import { Vehicle } from './vehicle.tsx'

interface SegmentTimesProps {
  readonly segment: Pick<SegmentView, 'from' | 'to' | 'mode' | 'vehicle' | 'carrier'>
  /** Whether the stops are named; absent where they are named already. */
  readonly hasStops?: boolean
}

/** A booked segment in two lines: its stops; date, times and vehicle. */
export function SegmentTimes({ segment, hasStops = false }: SegmentTimesProps) {
  const t = useTexts()
  const locale = useLocale()
  const { from, to } = segment
  return (
    <div className="figures">
      {hasStops && <p className="font-semibold">{wayText(t, segment)}</p>}
      <p className="flex flex-wrap items-center gap-x-near">
        <span className={hasStops ? '' : 'font-semibold'}>
          {formatDate(locale, from.at, { timeZone: from.timeZone, weekday: true })},{' '}
          <span className="whitespace-nowrap">
            {formatTimeSpan(locale, {
              startsAt: from.at,
              timeZone: from.timeZone,
              endsAt: to.at,
              endTimeZone: to.timeZone,
            })}
          </span>
        </span>
        <Vehicle segment={segment} />
      </p>
    </div>
  )
}
