import { CachedMarkup } from '#design/parts/cached-markup.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateShort } from '#kernel/format.ts'
import type { CardItem } from '../card-item.ts'
import { Poster } from './poster.tsx'
import { Price } from './price.tsx'
import { addressOf } from './show-card.tsx'

/** The most popular shows in order, with large numbers. */
export function Ranking({ items }: { items: readonly CardItem[] }) {
  return (
    <ol className="grid gap-x-8 gap-y-1 tablet:grid-cols-2 desk:grid-cols-3 wide:grid-cols-4">
      {items.map((item, index) => (
        <CachedMarkup
          key={`${item.itemType}${item.itemId}`}
          kind="ranked"
          of={[item, index]}
          render={() => <Ranked item={item} index={index} />}
        />
      ))}
    </ol>
  )
}

function Ranked({ item, index }: { item: CardItem; index: number }) {
  const locale = useLocale()
  return (
    <li className="group relative grid grid-cols-[3.25rem_5rem_minmax(0,1fr)] items-center gap-x-3 py-3">
      <span
        aria-hidden="true"
        className="figures text-right font-display text-[3rem] leading-none font-[800] text-accent"
      >
        {index + 1}
      </span>
      <Poster
        images={item.images}
        kinds={['thumbnail', 'v3Poster']}
        className="aspect-square w-20 rounded-[3px]"
      />
      <div className="min-w-0">
        <h3 className="font-display leading-snug font-bold">
          <LocalLink to={addressOf(item)} className="card-link">
            {item.name}
          </LocalLink>
        </h3>
        <p className="figures text-sm text-soft">
          {item.fromDate && formatDateShort(locale, item.fromDate, item.timeZone)}
        </p>
        <p className="text-sm font-semibold">
          <Price {...item} />
        </p>
      </div>
    </li>
  )
}
