import { CachedMarkup } from '#design/parts/cached-markup.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import type { CategoryView } from '#modules/catalogue/contract.ts'
import type { CardItem } from '../card-item.ts'
import { Poster } from './poster.tsx'
import { Price } from './price.tsx'
import { categoryColour } from './section.tsx'
import { addressOf } from './show-card.tsx'

/** A small category as a column: its name under a rule in its colour, and its shows. */
export function CategoryColumn(props: CategoryColumnProps) {
  return (
    <CachedMarkup kind="category-column" of={props} render={() => <WholeColumn {...props} />} />
  )
}

interface CategoryColumnProps {
  readonly category: Pick<CategoryView, 'slug' | 'name'>
  readonly items: readonly CardItem[]
}

function WholeColumn(props: CategoryColumnProps) {
  const locale = useLocale()
  const { category } = props
  return (
    <section>
      <h2
        className="border-t-4 pt-3 font-display text-2xl font-[800]"
        style={{ borderColor: categoryColour(category.slug) }}
      >
        <LocalLink to={`/category/${category.slug}`} className="hover:text-accent">
          {category.name}
        </LocalLink>
      </h2>
      <ul className="mt-4 grid gap-5">
        {props.items.map((item) => (
          <li
            key={item.itemId}
            className="group relative grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-4"
          >
            <Poster
              images={item.images}
              kinds={['v3Poster', 'vertical']}
              sizes="5.5rem"
              className="poster aspect-[3/4] w-full"
            />
            <div className="min-w-0">
              {item.fromDate && (
                <p className="figures text-sm font-semibold text-accent">
                  {formatDateTime(locale, item.fromDate, item.timeZone)}
                </p>
              )}
              <h3 className="font-display text-lead leading-snug font-bold">
                <LocalLink to={addressOf(item)} className="card-link">
                  {item.name}
                </LocalLink>
              </h3>
              <p className="text-sm text-soft">{item.venueName}</p>
              <p className="mt-0.5 text-sm font-semibold">
                <Price {...item} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
