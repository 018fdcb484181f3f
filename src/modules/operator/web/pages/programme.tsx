import { Form, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import { listOfficeEvents, type OfficeEventView } from '../../contract.ts'
import { operatorReply } from '../operator-page.ts'
import { TextField } from '#design/parts/text-field.tsx'
import { StatusMark } from '../parts/status-mark.tsx'
import { useTexts } from '../texts.ts'

const pageSize = 50

export function loader(request: LoaderFunctionArgs) {
  const { searchParams } = request.url
  const text = searchParams.get('text')?.slice(0, 100) ?? ''
  const page = Number(searchParams.get('page') ?? 1)
  return operatorReply(request, listOfficeEvents, {
    query: {
      ...(text === '' ? {} : { text }),
      when: searchParams.get('when') === 'past' ? 'past' : 'coming',
      page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
    },
  })
}

/** What was looked for is not there, or there is nothing yet. */
function NoEvents({ text, when }: { text: string; when: 'coming' | 'past' }) {
  const t = useTexts()
  const missing = when === 'past' ? 'programmePastNone' : 'programmeNone'
  return (
    <p className="mt-6 border-t border-rule pt-4 text-soft">
      {t(text === '' ? missing : 'programmeEmpty')}{' '}
      {text === '' && when === 'coming' && (
        <LocalLink to="/operator/import" className="link">
          {t('navImport')}
        </LocalLink>
      )}
    </p>
  )
}

/** The programme with its sales, date by date. */
export default function ProgrammePage() {
  const t = useTexts()
  const [search] = useSearchParams()
  const { events, total, page } = useLoaderData<typeof loader>()
  const when = search.get('when') === 'past' ? 'past' : 'coming'
  const text = search.get('text') ?? ''
  const address = (change: Record<string, string>) =>
    `/operator/programme?${new URLSearchParams({ ...(text ? { text } : {}), when, ...change }).toString()}`
  return (
    <>
      <title>{t('programmePageTitle')}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageTitle look="office">{t('programmeTitle')}</PageTitle>
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-note">
          <a href="/v2/operator/programme.csv" className="link" download>
            {t('exportCsv')}
          </a>
          <a href="/v2/operator/programme.json" className="link" download>
            {t('exportJson')}
          </a>
        </p>
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <search className="min-w-0 grow tablet:max-w-md">
          <Form className="flex gap-2">
            <input type="hidden" name="when" value={when} />
            <TextField
              label={t('programmeSearch')}
              isLabelHidden
              type="search"
              name="text"
              defaultValue={text}
              maxLength={100}
              placeholder={t('programmeSearch')}
              frameClassName="min-w-0 grow"
            />
            <Button type="submit" look="quiet" className="shrink-0">
              {t('find')}
            </Button>
          </Form>
        </search>
        <LocalLink
          to={address({ when: 'coming' })}
          className="chip"
          aria-current={when === 'coming' ? 'page' : undefined}
        >
          {t('coming')}
        </LocalLink>
        <LocalLink
          to={address({ when: 'past' })}
          className="chip"
          aria-current={when === 'past' ? 'page' : undefined}
        >
          {t('past')}
        </LocalLink>
      </div>
      {events.length === 0 ? (
        <NoEvents text={text} when={when} />
      ) : (
        <ol className="mt-5 border-t border-rule">
          {events.map((event) => (
            <EventRow key={event.eventId} event={event} />
          ))}
        </ol>
      )}
      {total > pageSize && (
        <nav aria-label={t('pages')} className="mt-6 flex flex-wrap items-center gap-4">
          {page > 1 && (
            <LinkButton look="quiet" to={address({ page: String(page - 1) })}>
              {t('previousPage')}
            </LinkButton>
          )}
          <span className="figures text-soft">
            {t('pageOf', { page, count: Math.ceil(total / pageSize) })}
          </span>
          {page * pageSize < total && (
            <LinkButton look="quiet" to={address({ page: String(page + 1) })}>
              {t('nextPage')}
            </LinkButton>
          )}
        </nav>
      )}
    </>
  )
}

function EventRow({ event }: { event: OfficeEventView }) {
  const t = useTexts()
  const locale = useLocale()
  const share = event.capacity === 0 ? 0 : Math.round((event.taken / event.capacity) * 100)
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-rule py-3 tablet:grid-cols-[11rem_1fr_12rem_auto] tablet:items-center">
      <time dateTime={event.startsAt} className="figures text-note text-soft">
        {formatDateTime(locale, event.startsAt, event.timeZone)}
      </time>
      <div className="min-w-0">
        <LocalLink
          to={`/operator/events/${event.eventId}`}
          className="inline-flex min-h-6 font-semibold underline-offset-2 hover:underline"
        >
          {event.showName[locale]}
        </LocalLink>
        <p className="text-note text-soft">{event.venueName[locale]}</p>
      </div>
      <p className="figures text-note">
        {t('takenOf', {
          taken: formatCount(locale, event.taken),
          capacity: formatCount(locale, event.capacity),
        })}
        <span className="text-soft"> · {share}%</span>
      </p>
      <StatusMark event={event} />
    </li>
  )
}
