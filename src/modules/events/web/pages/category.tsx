import { useLocation } from 'react-router'
import { LocalLink } from '#design/parts/local-link.tsx'
import { pageData } from '#design/data/page-data.ts'
import { splitLocale } from '#kernel/locale.ts'
import { ownCategoryPage } from '#modules/catalogue/contract.ts'
import { cardItem } from '../card-item.ts'
import { categoryColour } from '../parts/section.tsx'
import { posterKinds, PosterWall } from '../parts/show-card.tsx'
import { daysOf, whens } from '../filter-days.ts'
import { useTexts } from '../texts.ts'

const page = pageData(
  ownCategoryPage,
  ({ params, url }) => ({
    query: {
      slug: params['slug'] ?? '',
      subCategory: url.searchParams.get('sub') ?? undefined,
      ...daysOf(url.searchParams.get('when'), new Date()),
    },
  }),
  ({ category, groups, items }) => ({
    category,
    items: [...groups, ...items].map((item) => cardItem(item, posterKinds)),
  }),
)
export const loader = page.loader
export const clientLoader = page.clientLoader

export default function Category() {
  const t = useTexts()
  const { category, items } = page.usePage()
  const { pathname, search } = useLocation()
  const chosen = new URLSearchParams(search)
  const { path } = splitLocale(pathname)
  const isFiltered = chosen.has('sub') || chosen.has('when')
  const withParameter = (name: string, value: string | null): string => {
    const next = new URLSearchParams(chosen)
    if (value === null) next.delete(name)
    else next.set(name, value)
    return next.size > 0 ? `${path}?${next}` : path
  }
  return (
    <div className="page pt-8 tablet:pt-12">
      <title>{category.name}</title>
      <meta name="description" content={t('categoryDescription', { name: category.name })} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="flex items-center gap-4 font-display text-[clamp(1.75rem,9vw,2.25rem)] leading-tight wrap-anywhere font-[800] tablet:text-[3.5rem]">
          <span
            aria-hidden="true"
            className="h-9 w-3 shrink-0 rounded-[3px] tablet:h-14"
            style={{ background: categoryColour(category.slug) }}
          />
          {category.name}
        </h1>
        <output className="pb-2 text-soft">{t('showsCount', { count: items.length })}</output>
      </div>
      <div className="mt-5 grid gap-3 tablet:mt-7">
        {category.subCategories.length > 1 && (
          <FilterRow
            label={t('subcategories')}
            current={chosen.get('sub')}
            all={t('seeAll')}
            options={category.subCategories.map(({ slug, name }) => ({ value: slug, name }))}
            addressOf={(value) => withParameter('sub', value)}
          />
        )}
        <FilterRow
          label={t('dates')}
          current={chosen.get('when')}
          all={t('allDates')}
          options={whens.map((when) => ({ value: when, name: t(when) }))}
          addressOf={(value) => withParameter('when', value)}
        />
      </div>
      <div className="mt-8 tablet:mt-10">
        {items.length > 0 ? (
          <PosterWall items={items} firstCount={5} />
        ) : (
          <div className="border-t-2 border-ink py-16 text-center">
            <p className="text-lg">{t('emptyCategory')}</p>
            {isFiltered && (
              <LocalLink to={path} className="button button-quiet mt-5">
                {t('showAll')}
              </LocalLink>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function FilterRow(props: {
  label: string
  current: string | null
  all: string
  options: readonly { value: string; name: string }[]
  addressOf: (value: string | null) => string
}) {
  const options = [{ value: null, name: props.all }, ...props.options]
  return (
    <nav aria-label={props.label}>
      <ul className="flex flex-wrap gap-2">
        {options.map(({ value, name }) => (
          <li key={value}>
            <LocalLink
              to={props.addressOf(value)}
              preventScrollReset
              aria-current={props.current === value ? 'true' : undefined}
              className="chip"
            >
              {name}
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
