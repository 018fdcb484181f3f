import { localIso } from '#kernel/local-iso.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import type { ReadJourney, ShownSegment } from './journey-data.ts'
import { connectionPath } from '../connection-path.ts'
import type { SearchPage } from './search-data.ts'

/** More than a search engine shows of one page. */
const tripsMax = 40

/** Types of schema.org by means of travel; others are trips. */
const types: Readonly<Record<string, readonly [type: string, stop: string, at: string]>> = {
  train: ['TrainTrip', 'TrainStation', 'Station'],
  bus: ['BusTrip', 'BusStation', 'BusStop'],
  coach: ['BusTrip', 'BusStation', 'BusStop'],
  trolleybus: ['BusTrip', 'BusStation', 'BusStop'],
  ferry: ['BoatTrip', 'BoatTerminal', 'BoatTerminal'],
  air: ['Flight', 'Airport', 'Airport'],
}

/** The vehicles of a day as schema.org data: of journeys without a change, which one ticket is sold for. */
export function tripsLinkedData(
  { journeys, from, to }: Pick<SearchPage, 'journeys' | 'from' | 'to'>,
  { origin, locale }: { readonly origin: string; readonly locale: Locale },
): object[] {
  if (!from || !to) return []
  const url = origin + localizedPath(locale, connectionPath(from.placeCode, to.placeCode))
  return journeys
    .filter(({ segments }) => segments.length === 1)
    .slice(0, tripsMax)
    .flatMap((journey) => {
      const [segment] = journey.segments
      return segment ? [tripOf(journey, segment, url)] : []
    })
}

function tripOf(journey: ReadJourney, segment: ShownSegment, url: string): object {
  const { mode, carrier, vehicle, from, to } = segment
  const [type, stopType, stop] = types[mode] ?? ['Trip', 'Place', null]
  const isTrain = type === 'TrainTrip'
  const number = { TrainTrip: 'trainNumber', BusTrip: 'busNumber', Flight: 'flightNumber' }[type]
  const placeOf = ({ name }: ShownSegment['from']) => ({ '@type': stopType, name })
  return {
    '@context': 'https://schema.org',
    '@type': type,
    ...(isTrain && { trainName: segment.headsign }),
    ...(number && { [number]: vehicle }),
    provider: { '@type': 'Organization', name: carrier },
    ...(stop === null
      ? { itinerary: [placeOf(from), placeOf(to)] }
      : { [`departure${stop}`]: placeOf(from), [`arrival${stop}`]: placeOf(to) }),
    departureTime: localIso(from.at, from.timeZone),
    arrivalTime: localIso(to.at, to.timeZone),
    ...(journey.priceFrom && {
      offers: {
        '@type': 'Offer',
        url,
        price: journey.priceFrom.amount / 100,
        priceCurrency: journey.priceFrom.currency,
        availability: `https://schema.org/${journey.sale === 'open' ? 'InStock' : 'SoldOut'}`,
      },
    }),
  }
}
