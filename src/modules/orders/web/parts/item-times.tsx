import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTime, formatTimeSpan } from '#kernel/format.ts'
import type { SoldItemView } from '../../item-contract.ts'

/** Day and time of an item; of a journey or a flight also when it arrives. */
export function ItemTimes({ item }: { item: SoldItemView }) {
  const locale = useLocale()
  const { startsAt, timeZone, endsAt, endTimeZone, about } = item
  const arrives = about.kind === 'journey' || about.kind === 'flight'
  return (
    <time dateTime={startsAt} className="figures font-semibold text-ink">
      {formatDate(locale, startsAt, { timeZone, weekday: true })},{' '}
      {arrives && endsAt
        ? formatTimeSpan(locale, { startsAt, timeZone, endsAt, endTimeZone })
        : formatTime(startsAt, timeZone)}
    </time>
  )
}
