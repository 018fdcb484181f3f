import { lazy, Suspense } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { late } from '#design/late.ts'
import { JsonLd } from '#design/parts/json-ld.tsx'
import { trailLinkedData } from '#design/linked-trail.ts'
import { pageData, withParts, type LoadedPage } from '#design/data/page-data.ts'
import { lazyPart } from '#design/parts/lazy-part.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatTenths } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { ownShowPage, type ShowPage } from '#modules/catalogue/contract.ts'
import { DateList } from '../parts/date-list.tsx'
import { cardItem, isOffer, isRestaurant } from '../card-item.ts'
import { eventLinkedData } from '../linked-data.ts'
import { Members, PartOf } from '../parts/members.tsx'
import { Poster } from '../parts/poster.tsx'
import { PreviewNote } from '../parts/preview-note.tsx'
import { Section, categoryColour } from '../parts/section.tsx'
import { posterKinds } from '../parts/show-card.tsx'
import { useShowTexts } from '../texts.ts'
import { useViewReport } from '../use-view-report.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'

/** Loaded on demand: few shows are sold elsewhere or by tables. */
const SoldElsewhere = lazy(() => import('../parts/sold-elsewhere.tsx'))
const FollowButton = lazy(() => late(import('../follow/follow-button.tsx')))
const ShowActions = lazyPart(() => import('../parts/show-actions.tsx'))
const Sittings = lazy(() => import('../parts/sittings.tsx'))
/** Below the fold. */
const PosterRow = lazy(() => late(import('../parts/poster-row.tsx')))

/** For more venues, the list of dates names them. */
const venuesShown = 3

const memberKinds = ['thumbnail', 'v3Poster'] as const

const page = pageData(
  ownShowPage,
  ({ params, url }) => ({
    query: {
      slug: params['slug'] ?? '',
      previewKey: url.searchParams.get('previewKey') ?? undefined,
    },
  }),
  ({ show, transit, members, groups, similar }) => ({
    show,
    transit,
    members: members.map(({ item, events }) => ({ item: cardItem(item, memberKinds), events })),
    groups: groups.map(({ slug, name }) => ({ slug, name })),
    similar: similar.map((item) => cardItem(item, posterKinds)),
  }),
)
export const loader = page.loader
export const clientLoader = withParts(page.clientLoader, ShowActions)

export default function Show() {
  const t = useShowTexts()
  const { show, transit, members, groups, similar } = page.usePage()
  const [search] = useSearchParams()
  const previewKey = search.get('previewKey') ?? undefined
  useViewReport(show.showId)
  return (
    <>
      <ShowHead show={show} />
      <PreviewNote show={show} />
      <div className="page mt-6 grid gap-x-12 gap-y-8 tablet:mt-12 tablet:grid-cols-[14rem_minmax(0,1fr)] desk:grid-cols-[22rem_minmax(0,1fr)] desk:gap-x-16">
        <div className="mx-auto w-full max-w-40 tablet:max-w-none">
          <Poster
            images={show.images}
            kinds={['vertical', 'v3Poster', 'horizontal']}
            sizes="(min-width:1023px) 22rem,(min-width:720px) 14rem,10rem"
            isFirst
            className="poster w-full"
          />
        </div>
        <div className="min-w-0">
          <p className="font-semibold">
            <LocalLink
              to={`/category/${show.categorySlug}`}
              className="link"
              style={{ color: categoryColour(show.categorySlug) }}
            >
              {show.categoryName}
            </LocalLink>
            <span className="text-soft"> · {show.subCategoryName}</span>
          </p>
          <PageTitle look="display" className="mt-1 tablet:mt-2">
            {show.name}
          </PageTitle>
          <p className="mt-2 max-w-[42rem] text-soft tablet:mt-4 tablet:text-lg">{show.summary}</p>
          <Suspense>
            <ShowActions show={show} />
          </Suspense>
          <PartOf groups={groups} />
          {transit ? (
            <Suspense>
              <SoldElsewhere transit={transit} />
            </Suspense>
          ) : (
            <Dates show={show} members={members} previewKey={previewKey} />
          )}
          <Facts show={show} />
          <section className="mt-12 max-w-[42rem]">
            <h2 className="mb-4 font-display text-2xl font-[800]">{t('about')}</h2>
            <div className="space-y-4 text-lead leading-relaxed">
              {show.description.split(/\n\s*\n/).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </section>
          {show.performers.length > 0 && <Performers performers={show.performers} />}
        </div>
      </div>
      {similar.length > 0 && (
        <Section title={t('similar')}>
          <Suspense>
            <PosterRow items={similar} label={t('similar')} />
          </Suspense>
        </Section>
      )}
    </>
  )
}

/** The available choices: dates, sittings, the shows of a group, or the validity of an offer. */
function Dates(props: {
  show: ShowPage['show']
  members: ReturnType<typeof page.usePage>['members']
  previewKey: string | undefined
}) {
  const t = useShowTexts()
  const { show, members } = props
  if (members.length > 0) return <Members members={members} />
  const isTables = isRestaurant(show)
  const title = isTables
    ? t('sittings')
    : isOffer({ showType: show.type })
      ? t('noDate')
      : t('chooseDate')
  return (
    <section className="mt-9 desk:mt-12">
      <h2 className="mb-4 font-display text-2xl font-[800]">{title}</h2>
      {isTables ? (
        <Suspense>
          <Sittings events={show.events} />
        </Suspense>
      ) : (
        <DateList events={show.events} previewKey={props.previewKey} />
      )}
      {isSaleToCome(show) && (
        <Suspense>
          <FollowButton kind="sale" id={show.showId} name={show.name} className="mt-6 block" />
        </Suspense>
      )}
    </section>
  )
}

/** Whether nothing is on sale yet but will be. */
function isSaleToCome({ events }: ShowPage['show']): boolean {
  const has = (state: string) => events.some(({ saleState }) => saleState === state)
  return has('NotYet') && !has('OnSale')
}

/** Metadata for search engines and messengers. */
function ShowHead({ show }: { show: ShowPage['show'] }) {
  const { origin } = useLoaderData() as LoadedPage
  const locale = useLocale()
  const image = show.images.horizontal ?? show.images.vertical
  const address = origin + localizedPath(locale, `/shows/${show.slug}`)
  return (
    <>
      <title>{show.name}</title>
      {show.summary && <meta name="description" content={show.summary} />}
      <meta property="og:type" content="event" />
      <meta property="og:title" content={show.name} />
      {show.summary && <meta property="og:description" content={show.summary} />}
      <meta property="og:url" content={address} />
      {image && <meta property="og:image" content={origin + image.url} />}
      <JsonLd
        data={
          import.meta.env.SSR
            ? [
                ...show.events.map((event) => eventLinkedData({ show, event, origin, locale })),
                trailLinkedData(
                  { origin, locale },
                  [show.categoryName, `/category/${show.categorySlug}`],
                  [show.name, `/shows/${show.slug}`],
                ),
              ]
            : null
        }
      />
    </>
  )
}

function hoursOf(minutes: number) {
  return { hours: Math.floor(minutes / 60), rest: minutes % 60 }
}

function Facts({ show }: { show: ShowPage['show'] }) {
  const t = useShowTexts()
  const locale = useLocale()
  const facts = [
    show.durationMinutes !== null && [t('duration'), t('minutes', hoursOf(show.durationMinutes))],
    show.ageLimit > 0 && [t('ageLimit'), t('age', { age: show.ageLimit })],
    [t('organiser'), show.merchantName],
    show.rating !== null && [
      t('rating'),
      t('ratingOf', {
        average: formatTenths(locale, show.rating.average),
        count: show.rating.count,
      }),
    ],
  ].filter((fact) => fact !== false)
  const venues = [...new Map(show.events.map((event) => [event.venueSlug, event])).values()]
  return (
    <dl className="mt-9 flex flex-wrap gap-x-10 gap-y-3 border-y border-rule py-4">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="figures font-semibold">{value}</dd>
        </div>
      ))}
      {venues.length > 0 && (
        <div>
          <dt className="text-sm text-soft">{t('venue')}</dt>
          {venues.slice(0, venuesShown).map(({ venueSlug, venueName, cityName }) => (
            <dd key={venueSlug} className="font-semibold">
              <LocalLink to={`/venues/${venueSlug}`} className="link">
                {venueName}
              </LocalLink>
              , {cityName}
            </dd>
          ))}
        </div>
      )}
    </dl>
  )
}

function Performers({ performers }: Pick<ShowPage['show'], 'performers'>) {
  const t = useShowTexts()
  return (
    <section className="mt-12 max-w-[42rem]">
      <h2 className="mb-2 font-display text-2xl font-[800]">{t('performers')}</h2>
      <dl>
        {performers.map(({ name, role }) => (
          <div
            key={`${name}${role}`}
            className="items-baseline justify-between gap-x-6 border-b border-rule py-2.5 tablet:flex"
          >
            <dt className="min-w-0 font-semibold">{name}</dt>
            <dd className="min-w-0 text-soft">{role}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
