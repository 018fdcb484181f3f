import { localIso } from '#kernel/local-iso.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import type { EventOfShow, SaleState, ShowBase, VenueView } from '#modules/catalogue/contract.ts'

/** Availability in schema.org terms by sale state; prices include all fees. */
const availabilityOf: Readonly<Record<SaleState, string>> = {
  OnSale: 'InStock',
  NotYet: 'PreOrder',
  SoldOut: 'SoldOut',
  Closed: 'OutOfStock',
  Passed: 'Discontinued',
  Cancelled: 'Discontinued',
}

function statusOf({ saleState, movedFrom }: EventOfShow): string {
  if (saleState === 'Cancelled') return 'EventCancelled'
  return movedFrom === null ? 'EventScheduled' : 'EventRescheduled'
}

/** One date of a show as schema.org data, for search engines. */
export function eventLinkedData(options: {
  show: ShowBase
  event: EventOfShow
  origin: string
  locale: Locale
}): object {
  const { show, event, origin, locale } = options
  const image = show.images.horizontal ?? show.images.vertical
  const at = (instant: string | null) =>
    instant === null ? undefined : localIso(instant, event.timeZone)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: show.name,
    description: show.summary,
    startDate: at(event.fromDate),
    endDate: at(event.endsAt),
    doorTime: at(event.doorsAt),
    eventStatus: `https://schema.org/${statusOf(event)}`,
    previousStartDate: at(event.movedFrom),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    image: image && origin + image.url,
    location: {
      '@type': 'Place',
      name: event.venueName,
      address: {
        '@type': 'PostalAddress',
        streetAddress: event.address,
        addressLocality: event.cityName,
        addressCountry: 'GE',
      },
    },
    aggregateRating: show.rating
      ? {
          '@type': 'AggregateRating',
          ratingValue: show.rating.average,
          ratingCount: show.rating.count,
        }
      : undefined,
    organizer: { '@type': 'Organization', name: show.merchantName },
    performer: show.performers.map(({ name }) => ({ '@type': 'Person', name })),
    offers: {
      '@type': 'AggregateOffer',
      url: origin + localizedPath(locale, `/events/${event.eventId}`),
      priceCurrency: event.currency,
      lowPrice: event.minPrice,
      highPrice: event.maxPrice,
      availability: `https://schema.org/${availabilityOf[event.saleState]}`,
      validFrom: at(event.salesOpenAt),
    },
  }
}

const venueTypes: Readonly<Record<string, string>> = {
  theatre: 'PerformingArtsTheater',
  opera: 'PerformingArtsTheater',
  hall: 'MusicVenue',
  arena: 'StadiumOrArena',
  stadium: 'StadiumOrArena',
  club: 'NightClub',
  gallery: 'ArtGallery',
}

/** A venue as schema.org data. */
export function venueLinkedData(venue: VenueView, origin: string, locale: Locale): object {
  return {
    '@context': 'https://schema.org',
    '@type': venueTypes[venue.kind] ?? 'EventVenue',
    name: venue.venueName,
    url: origin + localizedPath(locale, `/venues/${venue.slug}`),
    address: {
      '@type': 'PostalAddress',
      streetAddress: venue.address,
      addressLocality: venue.cityName,
      addressCountry: 'GE',
    },
    geo: { '@type': 'GeoCoordinates', latitude: venue.latitude, longitude: venue.longitude },
    maximumAttendeeCapacity: venue.capacity,
  }
}
