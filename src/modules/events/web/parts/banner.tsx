import type { ReactElement } from 'react'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Rail } from '#design/parts/rail.tsx'
import { useLocale } from '#design/texts.tsx'
import { dateParts, formatTime } from '#kernel/format.ts'
import type { CardItem } from '../card-item.ts'
import { useTexts } from '../texts.ts'
import { Poster } from './poster.tsx'
import { Price } from './price.tsx'
import { categoryColour } from './section.tsx'
import { addressOf } from './show-card.tsx'

export type BannerItem = CardItem & { readonly summary: string }

/**
 * The featured shows of the home page: large tickets in a row, with a picture and facts on the sides of the
 * perforation.
 */
export function Banner({
  items,
  before = [],
}: {
  items: readonly BannerItem[]
  /** Other tickets, each with a key; they come first. */
  before?: readonly ReactElement[]
}) {
  const t = useTexts()
  return (
    <section aria-label={t('featured')} className="mt-2 tablet:mt-5">
      <Rail
        label={t('featured')}
        className="auto-cols-[calc(100%-2.5rem)] scroll-px-[max(clamp(1rem,3.2vw,3rem),(100%-84rem)/2)] gap-4 px-[max(clamp(1rem,3.2vw,3rem),(100%-84rem)/2)] pt-3 pb-1 tablet:auto-cols-[min(84rem,calc(100%-7rem))] tablet:gap-6"
      >
        {before.map((ticket) => (
          <li key={ticket.key} className="flex *:grow">
            {ticket}
          </li>
        ))}
        {items.map((item, index) => (
          <li key={item.itemId} className="flex *:grow">
            <BannerTicket item={item} isFirst={index + before.length === 0} />
          </li>
        ))}
      </Rail>
    </section>
  )
}

function BannerTicket({ item, isFirst }: { item: BannerItem; isFirst: boolean }) {
  const t = useTexts()
  const locale = useLocale()
  const date = item.fromDate === null ? null : dateParts(locale, item.fromDate, item.timeZone)
  return (
    <article className="ticket-lift flex *:grow">
      <div className="ticket banner-ticket grid grid-rows-[auto_1fr] desk:grid-cols-[minmax(0,1fr)_25rem] desk:grid-rows-1">
        <Poster
          images={item.images}
          kinds={['big', 'horizontal']}
          sizes="100vw"
          isFirst={isFirst}
          className="banner-art w-full"
        />
        <div className="relative flex min-w-0 flex-col px-6 pt-7 pb-6 desk:px-9 desk:py-8">
          <div className="perforation absolute inset-x-5 top-0 desk:hidden" aria-hidden="true" />
          <div
            className="perforation-down absolute inset-y-5 left-0 hidden desk:block"
            aria-hidden="true"
          />
          <p className="text-sm font-semibold" style={{ color: categoryColour(item.categorySlug) }}>
            {item.categoryName}
          </p>
          <h2 className="mt-1.5 font-display text-[1.75rem] leading-[1.15] font-[800] desk:text-[2.125rem]">
            <LocalLink to={addressOf(item)} className="hover:text-accent">
              {item.name}
            </LocalLink>
          </h2>
          <p className="mt-2.5 line-clamp-3 text-note text-soft max-tablet:hidden">
            {item.summary}
          </p>
          <div className="mt-auto flex items-end gap-4 pt-6">
            {date && item.fromDate && (
              <p className="figures flex items-center gap-3">
                <span className="font-display text-[3.25rem] leading-[0.85] font-[800]">
                  {date.day}
                </span>
                <span className="text-sm leading-snug">
                  <span className="block font-semibold">{date.month}</span>
                  <span className="block text-soft">
                    {date.weekdayShort}, {formatTime(item.fromDate, item.timeZone)}
                  </span>
                </span>
              </p>
            )}
          </div>
          <p className="mt-3 text-sm text-soft">
            {item.venueName}, {item.cityName}
          </p>
          <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
            <span className="text-lg font-semibold">
              <Price {...item} />
            </span>
            <LinkButton to={addressOf(item)} aria-label={`${t('buy')}: ${item.name}`}>
              {t('buy')}
            </LinkButton>
          </div>
        </div>
      </div>
    </article>
  )
}
