import { Form, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Table } from '#design/parts/table.tsx'
import { TableLinks } from '#design/parts/table-links.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import {
  listOfficeEvents,
  officeEventSorts,
  type OfficeEventSort,
  type OfficeEventView,
} from '../../contract.ts'
import { operatorReply } from '../operator-page.ts'
import { TextField } from '#design/parts/text-field.tsx'
import { StatusMark } from '../parts/status-mark.tsx'
import { useTexts } from '../texts.ts'

const pageSize = 50

export function loader(request: LoaderFunctionArgs) {
  const { searchParams } = request.url
  const text = searchParams.get('text')?.slice(0, 100) ?? ''
  const page = Number(searchParams.get('page') ?? 1)
  const sort = sortOf(searchParams)
  return operatorReply(request, listOfficeEvents, {
    query: {
      ...(text === '' ? {} : { text }),
      when: searchParams.get('when') === 'past' ? 'past' : 'coming',
      page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
      ...(sort && { sort }),
    },
  })
}

function sortOf(search: URLSearchParams): OfficeEventSort | undefined {
  return officeEventSorts.find((sort) => sort === search.get('sort'))
}

interface NoEventsProps {
  readonly text: string
  readonly when: 'coming' | 'past'
  /** Address of the list without the search. */
  readonly allPath: string
}

/** What was looked for is not there, or there is nothing yet. */
function NoEvents({ text, when, allPath }: NoEventsProps) {
  const t = useTexts()
  const action =
    text !== '' ? (
      <LinkButton look="quiet" to={allPath}>
        {t('programmeAll')}
      </LinkButton>
    ) : when === 'coming' ? (
      <LinkButton look="quiet" to="/operator/import">
        {t('navImport')}
      </LinkButton>
    ) : undefined
  const missing = when === 'past' ? 'programmePastNone' : 'programmeNone'
  return <EmptyState title={t(text === '' ? missing : 'programmeEmpty')} action={action} />
}

function ProgrammeFiles() {
  const t = useTexts()
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-note">
      <TableLinks href="/v2/operator/programme.csv" label={t('exportCsv')} />
      <a
        href="/v2/operator/programme.json"
        className="link inline-flex min-h-11 items-center"
        download
      >
        {t('exportJson')}
      </a>
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
  const sort = sortOf(search)
  const address = (change: Record<string, string>) =>
    `/operator/programme?${new URLSearchParams({ ...(text ? { text } : {}), when, ...(sort && { sort }), ...change }).toString()}`
  return (
    <>
      <title>{t('programmePageTitle')}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageTitle look="office">{t('programmeTitle')}</PageTitle>
        <ProgrammeFiles />
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <search className="min-w-0 grow tablet:max-w-md">
          <Form className="flex gap-2">
            <input type="hidden" name="when" value={when} />
            {sort && <input type="hidden" name="sort" value={sort} />}
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
        <NoEvents text={text} when={when} allPath={`/operator/programme?when=${when}`} />
      ) : (
        <EventTable
          events={events}
          sorting={{
            current: sort ?? (when === 'past' ? 'latest' : 'soonest'),
            addressOf: (chosen) => address({ sort: chosen }),
          }}
        />
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

interface EventTableProps {
  readonly events: readonly OfficeEventView[]
  readonly sorting: {
    readonly current: OfficeEventSort
    readonly addressOf: (sort: OfficeEventSort) => string
  }
}

function EventTable({ events, sorting }: EventTableProps) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <Table
      className="mt-group"
      caption={t('programmeTitle')}
      isStacked
      rows={events}
      sorting={sorting}
      keyOf={({ eventId }) => eventId}
      columns={[
        {
          key: 'event',
          title: t('columnEvent'),
          isHeader: true,
          sorts: { ascending: 'name', descending: 'nameReversed' },
          renderCell: ({ eventId, showName, venueName }) => (
            <>
              <LocalLink to={`/operator/events/${eventId}`} className="link">
                {showName[locale]}
              </LocalLink>
              <span className="block text-note font-normal text-soft">{venueName[locale]}</span>
            </>
          ),
        },
        {
          key: 'at',
          title: t('columnWhen'),
          sorts: { ascending: 'soonest', descending: 'latest' },
          renderCell: ({ startsAt, timeZone }) => (
            <time dateTime={startsAt} className="whitespace-nowrap">
              {formatDateTime(locale, startsAt, timeZone)}
            </time>
          ),
        },
        {
          key: 'taken',
          title: t('columnTaken'),
          align: 'end',
          className: 'whitespace-normal',
          sorts: { ascending: 'emptiest', descending: 'fullest', isDescendingFirst: true },
          renderCell: (event) => (
            <span className="whitespace-nowrap">
              {t('takenOf', {
                taken: formatCount(locale, event.taken),
                capacity: formatCount(locale, event.capacity),
              })}
              <span className="text-soft"> · {Math.round(shareOf(event) * 100)}%</span>
            </span>
          ),
        },
        {
          key: 'status',
          title: t('columnStatus'),
          sorts: { ascending: 'status', descending: 'statusReversed' },
          renderCell: (event) => <StatusMark event={event} />,
        },
      ]}
    />
  )
}

/** Share of the places that are sold or held. */
function shareOf({ taken, capacity }: OfficeEventView): number {
  return capacity === 0 ? 0 : taken / capacity
}
