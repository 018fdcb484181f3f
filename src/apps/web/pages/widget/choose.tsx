import { lazy, Suspense } from 'react'
import { data, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { pageData } from '#design/data/page-data.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTime } from '#kernel/format.ts'
import { ownEventPage } from '#modules/catalogue/contract.ts'
import { ChoosingWait } from '#modules/events/web/parts/choosing-wait.tsx'
import { useWidgetTexts } from '../../widget/texts.ts'

const Choosing = lazy(() => import('#modules/events/web/parts/choosing.tsx'))
const NotOnSale = lazy(() => import('#modules/events/web/parts/not-on-sale.tsx'))

const page = pageData(
  ownEventPage,
  ({ params }) => ({ query: { eventId: params['eventId'] ?? '' } }),
  ({ event, show, venue, layout, otherEvents, transit }) => ({
    event,
    show: { showId: show.showId, slug: show.slug, colour: show.categoryColour },
    venue: { name: venue.venueName, address: venue.address, cityName: venue.cityName },
    layout,
    hasOtherDates: otherEvents.length > 0,
    isElsewhere: transit !== null,
  }),
)

type Loaded = Awaited<ReturnType<typeof page.loader>>

export const loader = async (args: LoaderFunctionArgs) =>
  ofShow(await page.loader(args), args.params['slug'])
export const clientLoader = async (args: ClientLoaderFunctionArgs) =>
  ofShow(await page.clientLoader(args), args.params['slug'])

/** Refuses dates of another show, which are not sold under this one's name or on its organiser's site. */
function ofShow(loaded: Loaded, slug: string | undefined): Loaded {
  if (loaded.reply.show.slug !== slug) throw data({ code: 'NotFound' }, { status: 404 })
  return loaded
}

/** The places of one date. */
export default function WidgetChoose() {
  const t = useWidgetTexts()
  const locale = useLocale()
  const { event, show, venue, layout, hasOtherDates, isElsewhere } = page.usePage()
  const isOnSale = event.saleState === 'OnSale' && !isElsewhere
  const isFitted = event.hasNumberedSeats && isOnSale
  return (
    <div
      data-fills-window={isFitted || undefined}
      className={`page py-4 ${isFitted ? 'flex min-h-[max(28rem,calc(100dvh-3.5rem))] flex-col' : ''}`}
    >
      <title>{event.name}</title>
      <div className="flex flex-wrap items-baseline gap-x-group gap-y-tight border-b border-rule pb-2">
        <div className="min-w-0 grow">
          <PageTitle look="heading">{event.name}</PageTitle>
          <p className="figures text-note font-semibold">
            {formatDate(locale, event.fromDate, { timeZone: event.timeZone, weekday: true })}
            {' · '}
            {formatTime(event.fromDate, event.timeZone)}
          </p>
          <p className="text-note text-soft">
            {[venue.name, venue.address, venue.cityName].filter(Boolean).join(', ')}
          </p>
        </div>
        {hasOtherDates && (
          <LocalLink to={`/widget/${encodeURIComponent(show.slug)}`} className="link">
            {t('allDates')}
          </LocalLink>
        )}
      </div>
      {isElsewhere ? (
        <EmptyState title={t('elsewhere')} />
      ) : isOnSale ? (
        <Suspense fallback={<ChoosingWait />}>
          <Choosing
            key={event.eventId}
            event={{ ...event, showId: show.showId, colour: show.colour }}
            layout={layout}
          />
        </Suspense>
      ) : (
        <Suspense>
          <NotOnSale event={event} previewKey={undefined} saleOf={null} />
        </Suspense>
      )}
    </div>
  )
}
