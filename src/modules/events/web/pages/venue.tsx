import { Suspense } from 'react'
import { useLoaderData } from 'react-router'
import { trailLinkedData } from '#design/linked-trail.ts'
import { pageData, withParts, type LoadedPage } from '#design/data/page-data.ts'
import { lazyPart } from '#design/parts/lazy-part.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { JsonLd } from '#design/parts/json-ld.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import type { VenuePage } from '#modules/catalogue/contract.ts'
import { ownVenuePage } from '#modules/catalogue/venue-page-contract.ts'
import { cardItem, type CardItem } from '../card-item.ts'
import { venueLinkedData } from '../linked-data.ts'
import { Poster } from '../parts/poster.tsx'
import { Price } from '../parts/price.tsx'
import { Section } from '../parts/section.tsx'
import { addressOf } from '../parts/show-card.tsx'
import { directionsAddress, mapAddress } from '../map-links.ts'
import { kindText } from '../parts/venue-list.tsx'
import { useVenueTexts } from '../texts.ts'

const FollowButton = lazyPart(() => import('../follow/follow-button.tsx'))

const page = pageData(
  ownVenuePage,
  ({ params }) => ({ query: { slug: params['slug'] ?? '' } }),
  (venuePage) => ({
    ...venuePage,
    items: venuePage.items.map((item) => cardItem(item, ['thumbnail', 'icon', 'v3Poster'])),
  }),
)
export const loader = page.loader
export const clientLoader = withParts(page.clientLoader, FollowButton)

/** A venue: its events, location, halls, and wheelchair access. */
export default function Venue() {
  const t = useVenueTexts()
  const locale = useLocale()
  const { origin } = useLoaderData() as LoadedPage
  const { venue, accessibility, halls, items } = page.usePage()
  const description = t('venuePageDescription', { name: venue.venueName, city: venue.cityName })
  return (
    <>
      <title>{`${venue.venueName}, ${venue.cityName}`}</title>
      <meta name="description" content={description} />
      <meta property="og:title" content={venue.venueName} />
      <meta property="og:description" content={description} />
      <JsonLd data={import.meta.env.SSR ? venueLinkedData(venue, origin, locale) : null} />
      <JsonLd
        data={
          import.meta.env.SSR
            ? trailLinkedData(
                { origin, locale },
                [t('venuesTitle'), '/venues'],
                [venue.venueName, `/venues/${venue.slug}`],
              )
            : null
        }
      />
      <header className="page pt-8 tablet:pt-12">
        <p className="text-soft">
          <LocalLink to="/venues" className="link">
            {t('venuesTitle')}
          </LocalLink>{' '}
          · {t(kindText(venue.kind))}
        </p>
        <PageTitle look="display" className="mt-2">
          {venue.venueName}
        </PageTitle>
        <Dotted
          className="mt-3 text-lg text-soft"
          facts={[
            `${venue.address}, ${venue.cityName}`,
            t('capacity', { count: formatCount(locale, venue.capacity) }),
          ]}
        />
        <p className="mt-4 flex flex-wrap gap-3">
          <a href={mapAddress(venue)} target="_blank" rel="noreferrer" className="chip">
            {t('onMap')}
          </a>
          <a href={directionsAddress(venue)} target="_blank" rel="noreferrer" className="chip">
            {t('directions')}
          </a>
        </p>
        <Suspense>
          <FollowButton
            kind="venue"
            id={venue.venueId}
            name={venue.venueName}
            className="mt-4 block"
          />
        </Suspense>
      </header>
      <Section title={t('whatIsOn')} className="!mt-10">
        {items.length > 0 ? (
          <ol className="border-t-2 border-ink">
            {items.map((item) => (
              <EventRow key={item.itemId} item={item} />
            ))}
          </ol>
        ) : (
          <p className="border-t-2 border-ink py-6 text-soft">{t('nothingOn')}</p>
        )}
      </Section>
      {halls.length > 0 && (
        <Section title={t('halls')}>
          <ul className="grid gap-8 tablet:grid-cols-2 desk:grid-cols-3">
            {halls.map((hall) => (
              <Hall key={hall.name} hall={hall} />
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('accessibility')}>
        <p className="max-w-[44rem]">{accessibility ?? t('accessibilityUnknown')}</p>
      </Section>
    </>
  )
}

function EventRow({ item }: { item: CardItem }) {
  const locale = useLocale()
  return (
    <li className="group relative grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-4 border-b border-rule py-3 hover:bg-sunk">
      <Poster
        images={item.images}
        kinds={['thumbnail', 'icon', 'v3Poster']}
        className="aspect-square w-14 rounded-[3px]"
      />
      <div className="min-w-0">
        {item.fromDate && (
          <p className="figures text-sm font-semibold text-accent">
            {formatDateTime(locale, item.fromDate, item.timeZone)}
          </p>
        )}
        <h3 className="font-display text-lg leading-snug font-bold">
          <LocalLink to={addressOf(item)} className="card-link">
            {item.name}
          </LocalLink>
        </h3>
      </div>
      <p className="text-sm font-semibold">
        <Price {...item} />
      </p>
    </li>
  )
}

/** The plan is a picture; the interactive map is shown when buying. Its facts are also given as text. */
function Hall({ hall }: { hall: VenuePage['halls'][number] }) {
  const t = useVenueTexts()
  const locale = useLocale()
  return (
    <li>
      <svg viewBox={hall.viewBox} className="card aspect-[4/3] w-full p-3" aria-hidden="true">
        <path d={hall.stage} fill="var(--rule)" />
        <path
          d={hall.sections}
          fill="var(--accent-wash)"
          stroke="var(--accent)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <h3 className="mt-3 font-semibold">{hall.name}</h3>
      <Dotted
        className="text-sm text-soft"
        facts={[
          t('capacity', { count: formatCount(locale, hall.capacity) }),
          t(hall.hasNumberedSeats ? 'hallSeats' : 'hallFree'),
        ]}
      />
    </li>
  )
}
