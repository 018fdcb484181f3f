import { pageData } from '#design/data/page-data.ts'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { ownHomePage } from '#modules/catalogue/contract.ts'
import { cardItem, type CardItem } from '../card-item.ts'
import { Banner } from '../parts/banner.tsx'
import { CategoryColumn } from '../parts/category-column.tsx'
import { Ranking } from '../parts/ranking.tsx'
import { Section } from '../parts/section.tsx'
import { posterKinds, PosterRow } from '../parts/show-card.tsx'
import { Timetable } from '../parts/timetable.tsx'
import { useTexts } from '../texts.ts'

const page = pageData(
  ownHomePage,
  () => ({}),
  (home) => ({
    categories: home.categories.map(({ categoryId, slug, name }) => ({ categoryId, slug, name })),
    mainBanner: home.mainBanner.map((item) => ({
      ...cardItem(item, ['big', 'horizontal']),
      summary: item.summary,
    })),
    day: (home.today.length > 0 ? home.today : home.tomorrow)
      .slice(0, 10)
      .map((item) => cardItem(item, ['thumbnail', 'icon', 'v3Poster'])),
    isToday: home.today.length > 0,
    weekend: home.weekend.map((item) => cardItem(item, posterKinds)),
    top: home.top.slice(0, 9).map((item) => cardItem(item, ['thumbnail', 'v3Poster'])),
    byCategory: home.byCategory.map(({ categoryId, items }) => ({
      categoryId,
      items: items.map((item) => cardItem(item, posterKinds)),
    })),
  }),
)
export const loader = page.loader
export const clientLoader = page.clientLoader

/** The first categories hang as rows of posters, when they can fill one; the others stand side by side below. */
const rowsMax = 2
const rowItemsMin = 4

/** The poster wall: what is on the front, today, this weekend, most wanted, and by kind. */
export default function Home() {
  const t = useTexts()
  const locale = useLocale()
  const home = page.usePage()
  const byCategory = home.byCategory.flatMap(({ categoryId, items }) => {
    const category = home.categories.find((candidate) => candidate.categoryId === categoryId)
    return category && items.length > 0 ? [{ category, items }] : []
  })
  const wall = byCategory.filter(({ items }) => items.length >= rowItemsMin).slice(0, rowsMax)
  const columns = byCategory.filter((group) => !wall.includes(group))
  return (
    <>
      <title>{t('homePageTitle')}</title>
      <meta name="description" content={t('homeDescription')} />
      <meta property="og:title" content={t('homePageTitle')} />
      <meta property="og:description" content={t('homeDescription')} />
      <meta property="og:type" content="website" />
      <h1 className="sr-only">{t('homeTitle')}</h1>
      {home.mainBanner.length > 0 && <Banner items={home.mainBanner} />}
      {home.day.length > 0 && (
        <Section
          title={t(home.isToday ? 'today' : 'tomorrow')}
          note={dayOf(home.day, locale)}
          className="!mt-10 tablet:!mt-14"
        >
          <Timetable items={home.day} />
        </Section>
      )}
      {home.weekend.length > 0 && (
        <Section title={t('weekend')}>
          <PosterRow items={home.weekend} label={t('weekend')} />
        </Section>
      )}
      {home.top.length > 0 && (
        <Section title={t('top')}>
          <Ranking items={home.top} />
        </Section>
      )}
      {wall.map(({ category, items }) => (
        <Section key={category.slug} title={category.name} category={category.slug}>
          <PosterRow
            items={items}
            label={category.name}
            more={{ to: `/category/${category.slug}`, text: t('seeAllOf', category) }}
          />
        </Section>
      ))}
      <div className="page mt-14 grid gap-x-12 gap-y-12 tablet:mt-20 tablet:grid-cols-2 desk:grid-cols-3">
        {columns.map(({ category, items }) => (
          <CategoryColumn key={category.slug} category={category} items={items} />
        ))}
      </div>
    </>
  )
}

function dayOf(items: readonly CardItem[], locale: 'ka' | 'en'): string | undefined {
  const first = items[0]
  if (!first?.fromDate) return undefined
  return formatDate(locale, first.fromDate, { timeZone: first.timeZone, weekday: true })
}
