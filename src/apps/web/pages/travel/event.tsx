import { data, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { refusalAsResponse } from '#design/data/page-data.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { Card } from '#design/parts/card.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { eventPath } from '#modules/catalogue/event-path.ts'
import { ownEventPage } from '#modules/catalogue/contract.ts'
import { findPlaces, placeQueryMax } from '#modules/transport/contract.ts'
import { Head } from '#modules/transport/web/parts/head.tsx'
import { EventTripForm } from '#modules/transport/web/parts/event-trip-form.tsx'
import { useTexts } from '#modules/transport/web/texts.ts'
import { tripTo } from './event-trip.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const eventId = Number(params['eventId'])
  if (!Number.isInteger(eventId) || eventId < 1) throw data(null, { status: 404 })
  const { event, venue } = await refusalAsResponse(calls.send(ownEventPage, { query: { eventId } }))
  // A city may have a longer name than can be searched for.
  const query = venue.cityName.slice(0, placeQueryMax)
  const { places } = await calls.send(findPlaces, { query: { query, most: 5 } })
  return {
    eventId,
    name: event.name,
    startsAt: event.fromDate,
    timeZone: event.timeZone,
    placeName: venue.cityName,
    trip: tripTo(event, venue, places),
  }
}

const noTrips = {
  cancelled: 'eventCancelled',
  passed: 'eventPassed',
  'no-stop': 'noStopThere',
} as const

export const clientLoader = cachedClientLoader

/**
 * Outward and return journeys for an event: arriving before it opens, departing after it ends, in one order with
 * the tickets.
 */
export default function GetThere() {
  const { eventId, name, startsAt, timeZone, placeName, trip } = useLoaderData<typeof loader>()
  const t = useTexts()
  const locale = useLocale()
  return (
    <div className="page pt-6 pb-section tablet:pt-10">
      <Head brand={null} title={t('thereAndBack', { place: placeName })} isPaused={false} />
      <p className="figures mt-2 text-lead">
        <LocalLink to={eventPath(eventId)} className="link font-semibold">
          {name}
        </LocalLink>
        <span className="text-soft"> · {formatDateTime(locale, startsAt, timeZone)}</span>
      </p>
      {trip.kind === 'offered' ? (
        <>
          <p className="mt-1 max-w-[42rem] text-soft">{t('thereAndBackNote')}</p>
          <Card look="lifted" className="mt-group">
            <EventTripForm trip={trip.search} />
          </Card>
        </>
      ) : (
        <EmptyState
          title={t(noTrips[trip.kind])}
          action={<LinkButton to="/transport">{t('allCarriers')}</LinkButton>}
        >
          {trip.kind === 'cancelled' && t('eventCancelledText')}
        </EmptyState>
      )}
    </div>
  )
}
