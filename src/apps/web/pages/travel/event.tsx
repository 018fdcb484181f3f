import { data, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { refusalAsResponse } from '#design/data/page-data.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { Card } from '#design/parts/card.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { dayKey, formatDateTime } from '#kernel/format.ts'
import { eventPath } from '#modules/catalogue/event-path.ts'
import { ownEventPage } from '#modules/catalogue/contract.ts'
import { findPlaces } from '#modules/transport/contract.ts'
import { Head } from '#modules/transport/web/parts/head.tsx'
import { EventTripForm } from '#modules/transport/web/parts/event-trip-form.tsx'
import { useTexts } from '#modules/transport/web/texts.ts'

/** The assumed duration of an event without an end. */
const usualMilliseconds = 3 * 3_600_000
/** Time between the end of the event and the first suitable departure. */
const leavingMilliseconds = 30 * 60_000

export async function loader({ params, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const eventId = Number(params['eventId'])
  if (!Number.isInteger(eventId) || eventId < 1) throw data(null, { status: 404 })
  const { event, venue } = await refusalAsResponse(calls.send(ownEventPage, { query: { eventId } }))
  const { places } = await calls.send(findPlaces, { query: { query: venue.cityName, most: 1 } })
  const begins = event.doorsAt ?? event.fromDate
  const ends = Date.parse(event.endsAt ?? event.fromDate) + (event.endsAt ? 0 : usualMilliseconds)
  const after = new Date(ends + leavingMilliseconds).toISOString()
  return {
    eventId,
    name: event.name,
    startsAt: event.fromDate,
    timeZone: event.timeZone,
    placeName: venue.cityName,
    trip: places[0]
      ? {
          to: places[0].placeCode,
          date: dayKey(begins, event.timeZone),
          returnDate: dayKey(after, event.timeZone),
          before: begins,
          after,
        }
      : null,
  }
}

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
      <p className="mt-1 max-w-[42rem] text-soft">{t('thereAndBackNote')}</p>
      {trip ? (
        <Card look="lifted" className="mt-group">
          <EventTripForm trip={trip} />
        </Card>
      ) : (
        <EmptyState title={t('noStopThere')} />
      )}
    </div>
  )
}
