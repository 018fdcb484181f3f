import { lazy, Suspense } from 'react'
import { redirect, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { pageData } from '#design/data/page-data.ts'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { ownShowPage } from '#modules/catalogue/contract.ts'
import { isRestaurant } from '#modules/events/web/card-item.ts'
import { DateList } from '#modules/events/web/parts/date-list.tsx'
import { useWidgetTexts } from '../../widget/texts.ts'

const Sittings = lazy(() => import('#modules/events/web/parts/sittings.tsx'))
const SoldElsewhere = lazy(() => import('#modules/events/web/parts/sold-elsewhere.tsx'))

const page = pageData(
  ownShowPage,
  ({ params }) => ({ query: { slug: params['slug'] ?? '' } }),
  ({ show, transit }) => ({
    slug: show.slug,
    name: show.name,
    isRestaurant: isRestaurant(show),
    events: show.events,
    transit,
  }),
)

type Loaded = Awaited<ReturnType<typeof page.loader>>

export const loader = async (args: LoaderFunctionArgs) => onlyDate(await page.loader(args))
export const clientLoader = async (args: ClientLoaderFunctionArgs) =>
  onlyDate(await page.clientLoader(args))

/** Redirects to the places if the show has only one date on sale. */
function onlyDate(loaded: Loaded): Loaded {
  const { slug, events } = loaded.reply
  const [event] = events
  if (event && events.length === 1 && event.saleState === 'OnSale')
    throw redirect(
      localizedPath(loaded.locale, `/widget/${encodeURIComponent(slug)}/${event.eventId}`),
    )
  return loaded
}

/** The dates of the show. */
export default function WidgetDates() {
  const t = useWidgetTexts()
  const { name, events, transit, ...shown } = page.usePage()
  return (
    <div className="page space-y-near py-4">
      <title>{name}</title>
      <PageTitle look="heading">{name}</PageTitle>
      {transit ? (
        <Suspense>
          <SoldElsewhere transit={transit} />
        </Suspense>
      ) : events.length === 0 ? (
        <EmptyState title={t('noDates')} />
      ) : shown.isRestaurant ? (
        <Suspense>
          <Sittings events={events} />
        </Suspense>
      ) : (
        <DateList events={events} />
      )}
    </div>
  )
}
