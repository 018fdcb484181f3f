import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Select } from '#design/parts/select.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { EmptyState, ErrorState } from '#design/parts/states.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { merchantPurchaseRequestEvents, merchantPurchaseRequests } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { RequestCard } from './request-card.tsx'

const pageSize = 20
const statuses = ['New', 'Accepted', 'Declined', 'Fulfilled', 'Withdrawn'] as const

/** Requests for tickets: the event first, those that wait for an answer foremost. */
export function RequestsView() {
  const t = useTexts()
  const locale = useLocale()
  const [chosen, setChosen] = useState<string | null>(null)
  const { loaded, reload } = useLoaded(merchantPurchaseRequestEvents, {})
  if (loaded.state === 'failed')
    return (
      <ErrorState
        title={loaded.problem ?? t('networkProblem')}
        retryText={t('retry')}
        onRetry={reload}
      />
    )
  if (!loaded.value) return <Skeleton className="h-96 rounded-lg" />
  const { items } = loaded.value
  const eventId = chosen ?? String(items[0]?.eventId ?? '')
  if (eventId === '') return <EmptyState title={t('requestsNone')} />
  return (
    <div className="space-y-group">
      <Select
        label={t('requestsEvent')}
        value={eventId}
        onChange={({ target }) => setChosen(target.value)}
      >
        {items.map((event) => (
          <option key={event.eventId} value={event.eventId}>
            {`${event.name}, ${formatDateTime(locale, event.startsAt, event.timeZone)} · ${t('requestsWaiting', { count: event.newCount })}`}
          </option>
        ))}
      </Select>
      <RequestList key={eventId} eventId={eventId} onDecided={reload} />
    </div>
  )
}

const noFilter = {
  status: '',
  name: '',
  email: '',
  phoneNumber: '',
  requestDateFrom: '',
  requestDateTo: '',
}

function RequestList({ eventId, onDecided }: { eventId: string; onDecided: () => void }) {
  const t = useTexts()
  const [typed, setTyped] = useState(noFilter)
  const [asked, setAsked] = useState(noFilter)
  const [limit, setLimit] = useState(pageSize)
  const given = Object.entries(asked).filter(([, value]) => value !== '')
  const query = { ...Object.fromEntries(given), eventId, limit } as {
    eventId: string
    limit: number
  }
  const { loaded, reload } = useLoaded(merchantPurchaseRequests, { query })
  const change = (name: keyof typeof noFilter) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  })
  return (
    <>
      <form
        className="grid items-end gap-near tablet:grid-cols-3"
        onSubmit={(event) => {
          event.preventDefault()
          setLimit(pageSize)
          setAsked(typed)
        }}
      >
        <Select {...change('status')} label={t('status')}>
          <option value="">{t('statusAll')}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(`status${status}`)}
            </option>
          ))}
        </Select>
        <TextField {...change('name')} label={t('name')} />
        <TextField {...change('email')} label={t('email')} />
        <TextField {...change('phoneNumber')} label={t('phone')} inputMode="tel" />
        <DateField {...change('requestDateFrom')} label={t('from')} />
        <DateField {...change('requestDateTo')} label={t('until')} />
        <Button type="submit" look="quiet" className="justify-self-start">
          {t('find')}
        </Button>
      </form>
      {loaded.state === 'failed' ? (
        <ErrorState
          title={loaded.problem ?? t('networkProblem')}
          retryText={t('retry')}
          onRetry={reload}
        />
      ) : loaded.value ? (
        <>
          <output className="block text-soft">
            {t('requestsFound', { count: loaded.value.totalCount })}
          </output>
          <ul className="space-y-group">
            {loaded.value.items.map((request) => (
              <li key={request.requestId}>
                <RequestCard
                  request={request}
                  onDecided={() => {
                    reload()
                    onDecided()
                  }}
                />
              </li>
            ))}
          </ul>
          {loaded.value.items.length < loaded.value.totalCount && limit < 100 && (
            <Button look="quiet" onClick={() => setLimit(Math.min(limit + pageSize, 100))}>
              {t('more')}
            </Button>
          )}
        </>
      ) : (
        <Skeleton className="h-64 rounded-lg" />
      )}
    </>
  )
}
