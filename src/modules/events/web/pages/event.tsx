import { lazy, Suspense, type CSSProperties } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { trailLinkedData } from '#design/linked-trail.ts'
import { pageData, withParts, type LoadedPage } from '#design/data/page-data.ts'
import { late } from '#design/late.ts'
import { lazyPart } from '#design/parts/lazy-part.tsx'
import { JsonLd } from '#design/parts/json-ld.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import {
  formatDate,
  formatDateShort,
  formatDateTime,
  formatTime,
  formatTimeBeside,
} from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { ownEventPage } from '#modules/catalogue/contract.ts'
import { cardItem, isRestaurant } from '../card-item.ts'
import { eventLinkedData } from '../linked-data.ts'
import { ChoosingWait } from '../parts/choosing-wait.tsx'
import { Poster } from '../parts/poster.tsx'
import { PreviewNote } from '../parts/preview-note.tsx'
import { Section } from '../parts/section.tsx'
import { posterKinds } from '../parts/show-card.tsx'
import { useShowTexts } from '../texts.ts'
import { useViewReport } from '../use-view-report.ts'

/** Never rendered on the server, because it needs current availability; its script is loaded after the page. */
const Choosing = lazy(() => import('../parts/choosing.tsx'))
const NotOnSale = lazy(() => import('../parts/not-on-sale.tsx'))

const EventActions = lazyPart(() => import('../parts/event-actions.tsx'))

/** Loaded on demand: few shows are sold elsewhere or by tables. */
const SoldElsewhere = lazy(() => import('../parts/sold-elsewhere.tsx'))
const Sittings = lazy(() => import('../parts/sittings.tsx'))
/** Below the fold. */
const PosterRow = lazy(() => late(import('../parts/poster-row.tsx')))
const DateList = lazy(async () => ({
  default: (await import('../parts/date-list.tsx')).DateList,
}))

const page = pageData(
  ownEventPage,
  ({ params, url }) => ({
    query: {
      eventId: params['eventId'] ?? '',
      previewKey: url.searchParams.get('previewKey') ?? undefined,
    },
  }),
  ({ event, show, venue, layout, otherEvents, transit, flights, similar }) => ({
    event,
    // The description is shown on the show's page.
    show: { ...show, description: '' },
    venue: {
      slug: venue.slug,
      venueName: venue.venueName,
      address: venue.address,
      cityName: venue.cityName,
      latitude: venue.latitude,
      longitude: venue.longitude,
    },
    layout,
    otherEvents,
    transit,
    flights,
    similar: similar.map((item) => cardItem(item, posterKinds)),
  }),
)

type EventShown = ReturnType<typeof page.usePage>
export const loader = page.loader
export const clientLoader = withParts(page.clientLoader, EventActions)

/** One date: its places, and the way to checkout. */
export default function Event() {
  const t = useShowTexts()
  const data = page.usePage()
  const { event, show } = data
  const locale = useLocale()
  const previewKey = usePreviewKey()
  useViewReport(show.showId)
  const isFitted = event.hasNumberedSeats && event.saleState === 'OnSale'
  return (
    <>
      <EventHead data={data} />
      <PreviewNote show={show} />
      <div
        className={`page pt-2 desk:pt-4 ${isFitted ? 'flex min-h-[max(32rem,calc(100dvh-7rem))] flex-col' : ''}`}
      >
        <EventTitle data={data} />
        <noscript>
          <LocalLink to={`/queue/${show.showId}`} className="link">
            {t('withoutScript')}
          </LocalLink>
        </noscript>
        {data.transit ? (
          <Suspense>
            <SoldElsewhere transit={data.transit} />
          </Suspense>
        ) : event.saleState === 'OnSale' ? (
          <Suspense fallback={<ChoosingWait />}>
            <Choosing
              key={event.eventId}
              event={{ ...event, showId: show.showId, colour: show.colour ?? show.categoryColour }}
              layout={data.layout}
              accessCode={previewKey}
              alertName={formatDateTime(locale, event.fromDate, event.timeZone)}
            />
          </Suspense>
        ) : (
          <Suspense>
            <NotOnSale
              event={event}
              previewKey={previewKey}
              saleOf={
                data.otherEvents.some(({ saleState }) => saleState === 'OnSale') ? null : show
              }
            />
          </Suspense>
        )}
      </div>
      {data.otherEvents.length > 0 && (
        <Section title={isRestaurant(show) ? t('sittings') : t('otherDates')}>
          <Suspense>
            {isRestaurant(show) ? (
              <Sittings events={data.otherEvents} />
            ) : (
              <DateList events={data.otherEvents} previewKey={previewKey} />
            )}
          </Suspense>
        </Section>
      )}
      {data.similar.length > 0 && (
        <Section title={t('similar')}>
          <Suspense>
            <PosterRow items={data.similar} label={t('similar')} />
          </Suspense>
        </Section>
      )}
      <p className="page mt-10 flex flex-wrap gap-x-group gap-y-tight">
        <LocalLink to={showAddress(show.slug, previewKey)} className="link font-semibold">
          {t('aboutShow')}: {show.name}
        </LocalLink>
        {event.saleState === 'OnSale' && (
          <LocalLink to={`/transport/event/${event.eventId}`} className="link font-semibold">
            {t('getThere')}
          </LocalLink>
        )}
        {data.flights && (
          <LocalLink to={data.flights.path} className="link font-semibold">
            {data.flights.label}
          </LocalLink>
        )}
      </p>
    </>
  )
}

/** The key in the address; it also opens the dates of a private show. */
function usePreviewKey(): string | undefined {
  const [search] = useSearchParams()
  return search.get('previewKey') ?? undefined
}

function showAddress(slug: string, previewKey: string | undefined): string {
  const key = previewKey === undefined ? '' : `?previewKey=${encodeURIComponent(previewKey)}`
  return `/shows/${slug}${key}`
}

function EventHead({ data: { event, show } }: { data: EventShown }) {
  const { origin } = useLoaderData() as LoadedPage
  const locale = useLocale()
  const day = formatDate(locale, event.fromDate, { timeZone: event.timeZone, year: true })
  // A show may begin several times on one day.
  const when =
    event.validFrom === null ? `${day}, ${formatTime(event.fromDate, event.timeZone)}` : day
  const title = `${event.name} — ${when}, ${event.venueName}`
  const image = show.images.horizontal ?? show.images.vertical
  return (
    <>
      <title>{title}</title>
      {show.summary && <meta name="description" content={show.summary} />}
      <meta property="og:type" content="event" />
      <meta property="og:title" content={title} />
      {show.summary && <meta property="og:description" content={show.summary} />}
      <meta
        property="og:url"
        content={origin + localizedPath(locale, `/events/${event.eventId}`)}
      />
      {image && <meta property="og:image" content={origin + image.url} />}
      <JsonLd
        data={
          import.meta.env.SSR
            ? [
                eventLinkedData({ show, event, origin, locale }),
                trailLinkedData(
                  { origin, locale },
                  [show.categoryName, `/category/${show.categorySlug}`],
                  [show.name, `/shows/${show.slug}`],
                  [when, `/events/${event.eventId}`],
                ),
              ]
            : null
        }
      />
      {import.meta.env.SSR && event.saleState === 'Passed' && (
        <meta name="robots" content="noindex" />
      )}
    </>
  )
}

const titlePictures = ['thumbnail', 'v3Poster', 'vertical'] as const

/** Compact, to leave the window to the plan. */
function EventTitle({ data: { event, show, venue } }: { data: EventShown }) {
  const t = useShowTexts()
  const locale = useLocale()
  const showPath = showAddress(show.slug, usePreviewKey())
  const date = formatDate(locale, event.fromDate, { timeZone: event.timeZone, weekday: true })
  return (
    <div
      className="poster-head flex items-center gap-3 pb-2 desk:gap-5"
      style={{ '--poster': show.colour } as CSSProperties}
    >
      {/* An imported show may have no picture yet. */}
      {titlePictures.some((kind) => show.images[kind]) && (
        <Poster
          images={show.images}
          kinds={titlePictures}
          isFirst
          className="poster aspect-square w-12 shrink-0 desk:w-16"
        />
      )}
      <div className="min-w-0 grow">
        <PageTitle look="heading" className="-mb-1 pb-1 max-tablet:text-xl max-desk:line-clamp-2">
          <LocalLink to={showPath} className="hover:text-accent">
            {event.name}
          </LocalLink>
        </PageTitle>
        <p className="dotted figures text-note font-semibold text-(--tint)">
          <span>
            {event.validFrom === null ? (
              <>
                <span className="max-tablet:hidden">{date}</span>
                <span className="tablet:hidden">
                  {formatDateShort(locale, event.fromDate, event.timeZone)}
                </span>
                {` · ${formatTime(event.fromDate, event.timeZone)}`}
              </>
            ) : (
              t('validUntil', {
                date: formatDate(locale, event.fromDate, { timeZone: event.timeZone, year: true }),
              })
            )}
          </span>
          {event.doorsAt && (
            <span className="font-normal text-soft">
              {t('doors', {
                time: formatTimeBeside(locale, event.doorsAt, {
                  day: event.fromDate,
                  timeZone: event.timeZone,
                }),
              })}
            </span>
          )}
        </p>
        <p className="truncate text-note text-soft">
          {show.ageLimit > 0 && `${t('age', { age: show.ageLimit })} · `}
          <LocalLink to={`/venues/${venue.slug}`} className="link">
            {venue.venueName}
          </LocalLink>
          {venue.address !== venue.venueName && `, ${venue.address}`}, {venue.cityName}
        </p>
      </div>
      <div className="ml-auto min-w-11 shrink-0">
        <Suspense>
          <EventActions show={show} venue={venue} showPath={showPath} />
        </Suspense>
      </div>
    </div>
  )
}
