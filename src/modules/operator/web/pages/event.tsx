import { eventPath } from '#modules/catalogue/event-path.ts'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import { getOfficeEvent } from '../../contract.ts'
import { operatorReply } from '../operator-page.ts'
import { AudienceOf } from '../parts/audience.tsx'
import { CancelEvent } from '../parts/cancel-event.tsx'
import { EventSales } from '../parts/event-sales.tsx'
import { SaleForm, ShowForm } from '../parts/event-forms.tsx'
import { StatusMark } from '../parts/status-mark.tsx'
import { useTexts } from '../texts.ts'

export function loader(request: LoaderFunctionArgs) {
  const eventId = request.params['eventId'] ?? ''
  return operatorReply(request, getOfficeEvent, { params: { eventId } })
}

/** One date: how it is sold, and how its show is listed. Past sales are unaffected. */
export default function OfficeEventPage() {
  const t = useTexts()
  const locale = useLocale()
  const event = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('eventPageTitle', { name: event.showName[locale] })}</title>
      <p>
        <LocalLink to="/operator/programme" className="link inline-flex min-h-11 items-center">
          {t('navProgramme')}
        </LocalLink>
      </p>
      <PageTitle look="office">{event.showName[locale]}</PageTitle>
      <Dotted
        className="mt-1 text-soft"
        facts={[
          formatDateTime(locale, event.startsAt, event.timeZone),
          event.venueName[locale],
          t('eventTaken', {
            taken: formatCount(locale, event.taken),
            capacity: formatCount(locale, event.capacity),
          }),
        ]}
      />
      <div className="mt-1 flex flex-wrap items-center gap-x-5">
        <StatusMark event={event} />
        <LocalLink to={eventPath(event.eventId)} className="link flex min-h-11 items-center">
          {t('seeInShop')}
        </LocalLink>
      </div>
      <EventSales key={`sales ${event.eventId}`} eventId={event.eventId} />
      <div className="mt-6 grid gap-8 desk:grid-cols-2">
        {!event.isCancelled && <SaleForm key={`sale ${event.eventId}`} event={event} />}
        <ShowForm key={`show ${event.showId}`} event={event} />
      </div>
      <CancelEvent key={event.eventId} event={event} />
      <AudienceOf key={event.eventId} showId={event.showId} eventId={event.eventId} />
    </>
  )
}
