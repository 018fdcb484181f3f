import type { ReactNode } from 'react'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { dateParts, formatDate, formatTime } from '#kernel/format.ts'
import { isOffer, type CardItem } from '../card-item.ts'
import { useTexts } from '../texts.ts'
import { Poster } from './poster.tsx'
import { Price } from './price.tsx'
import { addressOf } from './show-card.tsx'

/** Picture kinds of rows, best first. */
export const rowPictureKinds = ['icon', 'thumbnail', 'v3Poster', 'vertical'] as const

/** A show in one row of a timetable: date, name, venue and price. */
export function ShowRow({ item, title = item.name }: { item: CardItem; title?: ReactNode }) {
  const t = useTexts()
  const hasMoreDates = item.itemType === 'Show' && item.eventCount > 1
  return (
    <article className="group relative grid grid-cols-[3.25rem_minmax(0,1fr)] items-center gap-x-3 py-3 hover:bg-sunk tablet:grid-cols-[4rem_3.5rem_minmax(0,1fr)_auto] tablet:gap-x-5">
      <RowDate item={item} />
      <Poster
        images={item.images}
        kinds={rowPictureKinds}
        className="hidden aspect-square w-14 rounded-sm tablet:block"
      />
      <div className="min-w-0">
        <h2 className="font-display text-lead leading-snug font-bold">
          <LocalLink to={addressOf(item)} className="card-link">
            {title}
          </LocalLink>
        </h2>
        <p className="dotted mt-0.5 text-sm text-soft">
          <span>
            <RowTime item={item} />
            {/* The shows of a group are in several venues. */}
            {[
              item.venueName || item.categoryName,
              item.venueName.includes(item.cityName) ? '' : item.cityName,
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
          {hasMoreDates && <span>{t('moreDates', { count: item.eventCount - 1 })}</span>}
        </p>
      </div>
      <p className="col-start-2 text-sm tablet:col-start-auto tablet:text-right tablet:text-base">
        <Price {...item} className="font-semibold" />
      </p>
    </article>
  )
}

/** Day and month; nothing for an offer without a date. */
function RowDate({ item }: { item: CardItem }) {
  const locale = useLocale()
  if (item.fromDate === null || isOffer(item))
    return <span className="row-span-2 tablet:row-span-1" />
  const { day, monthShort, weekdayShort } = dateParts(locale, item.fromDate, item.timeZone)
  return (
    <time
      dateTime={item.fromDate}
      className="figures row-span-2 grid justify-items-center leading-tight tablet:row-span-1"
    >
      <span className="text-xs text-soft">{weekdayShort}</span>
      <span className="font-display text-2xl leading-none font-bold">{day}</span>
      <span className="text-xs text-soft">{monthShort}</span>
    </time>
  )
}

function RowTime({ item }: { item: CardItem }) {
  const t = useTexts()
  const locale = useLocale()
  if (item.fromDate === null || item.toDate === null) return null
  if (isOffer(item))
    return `${t('validUntil', { date: formatDate(locale, item.toDate, { timeZone: item.timeZone }) })} · `
  return <span className="figures">{formatTime(item.fromDate, item.timeZone)} · </span>
}
