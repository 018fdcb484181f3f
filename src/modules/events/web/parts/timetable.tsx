import { CachedMarkup } from '#design/parts/cached-markup.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { formatTime } from '#kernel/format.ts'
import type { CardItem } from '../card-item.ts'
import { Poster } from './poster.tsx'
import { Price } from './price.tsx'
import { addressOf } from './show-card.tsx'

/** A day as a timetable: time, name, venue, price. */
export function Timetable({ items }: { items: readonly CardItem[] }) {
  return (
    <ol className="grid gap-x-12 border-t-2 border-ink desk:grid-cols-2">
      {items.map((item) => (
        <CachedMarkup
          key={`${item.itemType}${item.itemId}`}
          kind="timetable-row"
          of={item}
          render={() => <Row item={item} />}
        />
      ))}
    </ol>
  )
}

function Row({ item }: { item: CardItem }) {
  return (
    <li className="group relative grid grid-cols-[4.25rem_minmax(0,1fr)] items-center gap-x-3 border-b border-rule py-3 hover:bg-sunk tablet:grid-cols-[5.5rem_3.5rem_minmax(0,1fr)_auto] tablet:gap-x-4">
      <time
        dateTime={item.fromDate ?? undefined}
        className="figures row-span-2 self-start text-[1.375rem] leading-tight font-[650] tablet:row-span-1 tablet:self-center tablet:text-[1.75rem]"
      >
        {item.fromDate && formatTime(item.fromDate, item.timeZone)}
      </time>
      <Poster
        images={item.images}
        kinds={['thumbnail', 'icon', 'v3Poster']}
        className="hidden aspect-square w-14 rounded-[3px] tablet:block"
      />
      <div className="min-w-0">
        <h3 className="font-display text-lg leading-snug font-bold">
          <LocalLink to={addressOf(item)} className="card-link">
            {item.name}
          </LocalLink>
        </h3>
        <p className="text-sm text-soft">
          {item.venueName}, {item.cityName}
        </p>
      </div>
      <p className="col-start-2 text-sm font-semibold tablet:col-start-auto tablet:pr-2 tablet:text-right tablet:text-base">
        <Price {...item} />
      </p>
    </li>
  )
}
