import { formatDate, formatDateShort, formatDateTime, formatTime } from '#kernel/format.ts'
import { useLocale } from '../texts.tsx'

interface WhenProps {
  /** An instant, ISO 8601. */
  readonly at: string
  /** The time zone of the place, used instead of the browser's; Tbilisi by default. */
  readonly timeZone?: string | undefined
  readonly show?: 'date-time' | 'date' | 'short' | 'time'
  readonly className?: string
}

/** An instant in the page's language and the place's time zone. */
export function When({ at, timeZone, show = 'date-time', className }: WhenProps) {
  const locale = useLocale()
  const words = {
    'date-time': () => formatDateTime(locale, at, timeZone),
    date: () => formatDate(locale, at, timeZone === undefined ? undefined : { timeZone }),
    short: () => formatDateShort(locale, at, timeZone),
    time: () => formatTime(at, timeZone),
  }[show]()
  return (
    <time dateTime={at} className={`figures ${className ?? ''}`}>
      {words}
    </time>
  )
}
