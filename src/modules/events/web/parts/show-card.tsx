import { Fragment, type ReactNode } from 'react'
import { CachedMarkup } from '#design/parts/cached-markup.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatDateTime } from '#kernel/format.ts'
import { isOffer, type CardItem } from '../card-item.ts'
import { useTexts } from '../texts.ts'
import { Poster } from './poster.tsx'
import { Price } from './price.tsx'

/** Picture kinds of posters, best first. */
export const posterKinds = ['v3Poster', 'vertical', 'horizontal'] as const

/** The target of a card: an event's places, a show's dates, or the page of another item. */
export function addressOf(item: CardItem): string {
  if (item.path) return item.path
  return item.itemType === 'Event' ? `/events/${item.itemId}` : `/shows/${item.slug}`
}

interface ShowCardProps {
  readonly item: CardItem
  readonly isFirst?: boolean
  readonly heading?: 'h2' | 'h3'
  /** The name with highlighted parts. */
  readonly title?: ReactNode
}

/** A poster with the most important facts below it. */
export function ShowCard(props: ShowCardProps) {
  const { item, isFirst, heading = 'h3', title } = props
  if (isFirst || title !== undefined) return <WholeCard {...props} />
  return (
    <CachedMarkup
      kind="show-card"
      of={[item, heading]}
      render={() => <WholeCard item={item} heading={heading} />}
    />
  )
}

function WholeCard({ item, isFirst, heading: Heading = 'h3', title = item.name }: ShowCardProps) {
  const t = useTexts()
  return (
    <article className="group relative flex flex-col">
      <Poster
        images={item.images}
        kinds={posterKinds}
        isFirst={isFirst}
        className="poster aspect-[3/4] w-full"
      />
      <div className="flex grow flex-col pt-3">
        {item.fromDate && (
          <p className="figures text-sm font-semibold text-accent">
            <CardDate item={item} />
          </p>
        )}
        <Heading className="mt-0.5 font-display text-lead leading-snug font-bold tablet:text-lg tablet:leading-snug">
          <LocalLink to={addressOf(item)} className="card-link">
            {title}
          </LocalLink>
        </Heading>
        <p className="mt-0.5 text-sm text-soft">
          {item.venueName}
          {item.cityName && `, ${item.cityName}`}
        </p>
        <p className="mt-auto flex flex-wrap items-baseline justify-between gap-x-3 pt-1.5 text-sm">
          <Price {...item} className="font-semibold" />
          {item.itemType === 'Show' && item.eventCount > 1 && (
            <span className="text-soft">{t('moreDates', { count: item.eventCount - 1 })}</span>
          )}
        </p>
      </div>
    </article>
  )
}

/** The date; for an offer without a date, the end of its validity. */
function CardDate({ item }: { item: CardItem }) {
  const t = useTexts()
  const locale = useLocale()
  if (item.fromDate === null || item.toDate === null) return null
  if (!isOffer(item)) return formatDateTime(locale, item.fromDate, item.timeZone)
  return t('validUntil', { date: formatDate(locale, item.toDate, { timeZone: item.timeZone }) })
}

/** Posters in a grid: a swipeable row on phones, several rows on wide screens. */
export function PosterGrid({
  items,
  firstCount = 0,
  children,
}: {
  items: readonly CardItem[]
  firstCount?: number
  /** A list item that has the second row to itself, however many posters are in a row. */
  children?: ReactNode
}) {
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 tablet:grid-cols-3 tablet:gap-x-6 tablet:gap-y-10 desk:grid-cols-5 wide:grid-cols-6">
      {items.map((item, index) => (
        <Fragment key={`${item.itemType}${item.itemId}`}>
          <li className="flex *:grow">
            <ShowCard item={item} isFirst={index < firstCount} heading="h2" />
          </li>
          {index === 0 && children}
        </Fragment>
      ))}
    </ul>
  )
}
