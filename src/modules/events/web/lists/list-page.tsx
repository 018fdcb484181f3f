import { lazy, Suspense, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { pageData } from '#design/data/page-data.ts'
import { late } from '#design/late.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { splitLocale } from '#kernel/locale.ts'
import { ownCategoryPage, type CategoryPage } from '#modules/catalogue/contract.ts'
import { cardItem } from '../card-item.ts'
import { categoryColour } from '../parts/section.tsx'
import { posterKinds } from '../parts/show-card.tsx'
import { InfiniteList } from './infinite-list.tsx'
import { changedAddress, filterNames, listInput, type ListInput } from './list-address.ts'
import { ChipRow, FoldedFilters, SortRow, WhenRow } from './list-filters.tsx'
import { useListTexts } from './texts.ts'

// Loaded on demand: most visitors use no filter and find something.
const FiltersOn = lazy(() => late(import('./filters-on.tsx')))
const EmptyList = lazy(() => import('./empty-list.tsx'))
/** Few lists have groups. */
const PosterRow = lazy(() => late(import('../parts/poster-row.tsx')))

/** A list page: of the category in its address, or of all. */
export const listPageData = pageData(
  ownCategoryPage,
  ({ params, url }) => ({
    query: { slug: params['slug'], ...listInput(url.searchParams, new Date()) },
  }),
  ({ category, categories, groups, venues, items, nextCursor, totalCount }) => ({
    category: category && {
      slug: category.slug,
      name: category.name,
      itemCount: category.itemCount,
      subCategories: category.subCategories.map(({ slug, name, itemCount }) => ({
        slug,
        name,
        itemCount,
      })),
    },
    categories: category
      ? []
      : categories.map(({ slug, name, itemCount }) => ({ slug, name, itemCount })),
    groups: groups.map((item) => cardItem(item, posterKinds)),
    venues,
    nextCursor,
    totalCount,
    items: items.map((item) => cardItem(item, posterKinds)),
  }),
)

export type ListCategory = Pick<
  NonNullable<CategoryPage['category']>,
  'slug' | 'name' | 'itemCount'
>

type ListShown = ReturnType<typeof listPageData.usePage>

/** Filters above, posters below; `between` is a list item after the first row of them. */
export function ListPage(props: { list: ListShown; between?: ReactNode }) {
  const t = useListTexts()
  const { category, groups, venues, items, nextCursor, totalCount } = props.list
  const { pathname, search, key } = useLocation()
  const parameters = new URLSearchParams(search)
  const { path } = splitLocale(pathname)
  const name = category?.name ?? t('all')
  const addressWith = (changes: Readonly<Record<string, string | null>>): string =>
    changedAddress(path, parameters, changes)
  const isFiltered = ['sub', ...filterNames].some((filter) => parameters.has(filter))
  const inputNow = (): ListInput => currentInput(category?.slug, parameters)
  const filters = { parameters, path, addressWith, venues }
  return (
    <div className="page pt-8 tablet:pt-12">
      <title>{category ? category.name : t('allTitle')}</title>
      <meta
        name="description"
        content={category ? t('categoryDescription', { name }) : t('allDescription')}
      />
      <ListHeading name={name} slug={category?.slug} totalCount={totalCount} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-3 tablet:mt-7">
        <CategoryChips list={props.list} parameters={parameters} path={path} />
        <WhenRow {...filters} />
        <FoldedFilters {...filters} />
        <Suspense>{isFiltered && <FiltersOn {...filters} />}</Suspense>
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-4">
        <SortRow {...filters} />
        {parameters.has('after') && (
          <LocalLink to={addressWith({})} className="link">
            {t('toStart')}
          </LocalLink>
        )}
      </div>
      {groups.length > 0 && (
        <div className="mt-6 tablet:mt-8">
          <Suspense>
            <PosterRow items={groups} label={t('groups')} />
          </Suspense>
        </div>
      )}
      <div className="mt-6 tablet:mt-8">
        {items.length > 0 ? (
          <InfiniteList
            key={key}
            items={items}
            nextCursor={nextCursor}
            inputNow={inputNow}
            addressOfNext={(cursor) => addressWith({ after: cursor })}
            between={props.between}
          />
        ) : (
          <Suspense>
            <EmptyList path={path} isFiltered={isFiltered} />
          </Suspense>
        )}
      </div>
      <OtherLists isAll={!category} />
    </div>
  )
}

/** Subcategories of a category, or all categories, with the number of items. */
function CategoryChips(props: { list: ListShown; parameters: URLSearchParams; path: string }) {
  const t = useListTexts()
  const { list, parameters, path } = props
  const { category } = list
  const listed = category ? category.subCategories : list.categories
  if (category && listed.length <= 1) return null
  return (
    <ChipRow
      label={t(category ? 'subcategories' : 'byCategory')}
      current={category ? parameters.get('sub') : null}
      options={[
        { value: null, name: t('everything') },
        ...listed.map(({ slug, name, itemCount }) => ({ value: slug, name, count: itemCount })),
      ]}
      addressOf={(value) =>
        category
          ? changedAddress(path, parameters, { sub: value })
          : changedAddress(value === null ? path : `/category/${value}`, parameters, {})
      }
    />
  )
}

/** The input of the list's call at this moment, which relative days depend on. */
function currentInput(category: string | undefined, parameters: URLSearchParams): ListInput {
  return { category, ...listInput(parameters, new Date()) }
}

function ListHeading(props: { name: string; slug: string | undefined; totalCount: number | null }) {
  const t = useListTexts()
  const { name, slug, totalCount } = props
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <PageTitle look="display" className="flex items-center gap-4">
        {slug !== undefined && (
          <span
            aria-hidden="true"
            className="h-9 w-3 shrink-0 rounded-[3px] tablet:h-14"
            style={{ background: categoryColour(slug) }}
          />
        )}
        {name}
      </PageTitle>
      <p className="flex flex-wrap items-baseline gap-x-5 pb-2 text-soft">
        <output>{totalCount !== null && t('showsCount', { count: totalCount })}</output>
        <LocalLink
          to={slug === undefined ? '/calendar' : `/calendar?category=${slug}`}
          className="link font-semibold text-ink"
        >
          {t('toCalendar')}
        </LocalLink>
      </p>
    </div>
  )
}

function OtherLists({ isAll }: { isAll: boolean }) {
  const t = useListTexts()
  return (
    <p className="mt-10 flex flex-wrap gap-x-6 gap-y-2 border-t border-rule pt-4">
      {!isAll && (
        <LocalLink to="/events" className="link">
          {t('toAll')}
        </LocalLink>
      )}
      <LocalLink to="/events/passed" className="link">
        {t('passed')}
      </LocalLink>
    </p>
  )
}
