import { useLoaderData, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { pageData } from '#design/data/page-data.ts'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { ownHomePage } from '#modules/catalogue/contract.ts'
import { cardItem, type CardItem } from '#modules/events/web/card-item.ts'
import { Banner } from '#modules/events/web/parts/banner.tsx'
import { CategoryColumn } from '#modules/events/web/parts/category-column.tsx'
import PosterRow from '#modules/events/web/parts/poster-row.tsx'
import { QuickFilters } from '#modules/events/web/parts/quick-filters.tsx'
import { Ranking } from '#modules/events/web/parts/ranking.tsx'
import { Section } from '#modules/events/web/parts/section.tsx'
import { posterKinds } from '#modules/events/web/parts/show-card.tsx'
import { Timetable } from '#modules/events/web/parts/timetable.tsx'
import { useTexts } from '#modules/events/web/texts.ts'
import { ownFrontPage } from '#modules/presentation/contract.ts'
import { AdSlot } from '#modules/presentation/web/parts/late-ad-slot.tsx'
import { BillboardTicket } from '#modules/presentation/web/parts/billboard-ticket.tsx'
import { GiftStrip } from '#modules/presentation/web/parts/gift-strip.tsx'
import { StoryRow } from '#modules/presentation/web/parts/story-row.tsx'
import { useShellTexts } from '../texts.ts'

/** Cards per row and per category. */
const rowMax = 6
const columnMax = 2
const citiesMax = 5

const shows = pageData(
  ownHomePage,
  () => ({}),
  (home) => ({
    mainBanner: home.mainBanner.map((item) => ({
      ...cardItem(item, ['big', 'horizontal']),
      summary: item.summary,
    })),
    day: (home.today.length > 0 ? home.today : home.tomorrow)
      .slice(0, 8)
      .map((item) => cardItem(item, ['thumbnail', 'icon', 'v3Poster'])),
    isToday: home.today.length > 0,
    cities: home.cities.slice(0, citiesMax),
    weekend: home.weekend.slice(0, rowMax).map((item) => cardItem(item, posterKinds)),
    top: home.top.slice(0, 9).map((item) => cardItem(item, ['thumbnail', 'v3Poster'])),
    pinned: home.pinned.slice(0, rowMax).map((item) => cardItem(item, posterKinds)),
    newest: home.newest.slice(0, rowMax).map((item) => cardItem(item, posterKinds)),
    byCategory: home.byCategory.flatMap(({ categoryId, items }) => {
      const category = home.categories.find((candidate) => candidate.categoryId === categoryId)
      if (!category || items.length === 0) return []
      const { slug, name } = category
      const cards = items.slice(0, columnMax).map((item) => cardItem(item, posterKinds))
      return [{ category: { slug, name }, items: cards }]
    }),
  }),
)
const front = pageData(ownFrontPage, () => ({}))

export async function loader(args: LoaderFunctionArgs) {
  const [home, around] = await Promise.all([shows.loader(args), front.loader(args)])
  return { home, around }
}

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const [home, around] = await Promise.all([shows.clientLoader(args), front.clientLoader(args)])
  return { home, around }
}

/**
 * The home page: stories, featured shows, today, this weekend, popular, new, and by category. It combines several
 * modules, so it belongs to the shell.
 */
export default function Home() {
  const t = useTexts()
  const locale = useLocale()
  const words = useShellTexts()
  const loaded = useLoaderData<typeof loader>()
  const home = shows.usePart(loaded.home)
  const { stories, banners, advertisement, gift, rows } = front.usePart(loaded.around)
  return (
    <>
      <title>{t('homePageTitle')}</title>
      <meta name="description" content={t('homeDescription')} />
      <meta property="og:title" content={t('homePageTitle')} />
      <meta property="og:description" content={t('homeDescription')} />
      <meta property="og:type" content="website" />
      <h1 className="sr-only">{t('homeTitle')}</h1>
      {stories.length > 0 && (
        <StoryRow stories={stories} label={words('stories')} seenLabel={words('storySeen')} />
      )}
      <QuickFilters cities={home.cities} />
      {home.mainBanner.length + banners.length > 0 && (
        <Banner
          items={home.mainBanner}
          before={banners.map((banner) => (
            <BillboardTicket
              key={banner.billboardId}
              billboard={banner}
              action={words('toBillboard')}
            />
          ))}
        />
      )}
      {gift && <GiftStrip gift={gift} />}
      {home.day.length > 0 && (
        <Section
          title={t(home.isToday ? 'today' : 'tomorrow')}
          note={dayOf(home.day, locale)}
          more={{ to: '/calendar', text: words('footerCalendar') }}
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
      {rows.map(({ title, more, cards }) => (
        <Section key={title} title={title} more={more}>
          <PosterRow items={cards} label={title} />
        </Section>
      ))}
      {home.top.length > 0 && (
        <Section title={t('top')}>
          <Ranking items={home.top} />
        </Section>
      )}
      {advertisement && <AdSlot ad={advertisement} label={words('advertising')} />}
      {home.pinned.length > 0 && (
        <Section title={t('pinned')}>
          <PosterRow items={home.pinned} label={t('pinned')} />
        </Section>
      )}
      {home.newest.length > 0 && (
        <Section title={t('newest')}>
          <PosterRow items={home.newest} label={t('newest')} />
        </Section>
      )}
      <div className="page mt-14 grid gap-x-12 gap-y-12 tablet:mt-20 tablet:grid-cols-2 desk:grid-cols-3 wide:grid-cols-4">
        {home.byCategory.map(({ category, items }) => (
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
