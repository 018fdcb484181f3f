import { localizedPath, type Locale } from '#kernel/locale.ts'
import type { EventOfShow, ShowBase } from '#modules/catalogue/contract.ts'

/** One date of a show in the words of schema.org, for search engines. */
export function eventLinkedData(options: {
  show: ShowBase
  event: EventOfShow
  origin: string
  locale: Locale
}): object {
  const { show, event, origin, locale } = options
  const image = show.images.horizontal ?? show.images.vertical
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: show.name,
    description: show.summary,
    startDate: event.fromDate,
    endDate: event.endsAt ?? undefined,
    doorTime: event.doorsAt ?? undefined,
    eventStatus: 'https://schema.org/EventScheduled',
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
    organizer: { '@type': 'Organization', name: show.merchantName },
    performer: show.performers.map(({ name }) => ({ '@type': 'Person', name })),
    offers: {
      '@type': 'AggregateOffer',
      url: origin + localizedPath(locale, `/events/${event.eventId}`),
      priceCurrency: event.currency,
      lowPrice: event.minPrice,
      highPrice: event.maxPrice,
      availability: event.isSoldOut ? 'https://schema.org/SoldOut' : 'https://schema.org/InStock',
      validFrom: event.salesOpenAt ?? undefined,
    },
  }
}
