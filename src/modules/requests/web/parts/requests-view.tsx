import { useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import {
  merchantPurchaseRequestEvents,
  merchantPurchaseRequestMove,
  merchantPurchaseRequests,
} from '../../office-contract.ts'
import { useOfficeTexts } from '../office-texts.ts'
import { RequestCard } from './request-card.tsx'

const pageSize = 20
const statuses = ['New', 'Accepted', 'Declined', 'Fulfilled', 'Withdrawn'] as const

/** Requests for one item, which is chosen first; undecided ones come first. */
export function RequestsView() {
  const t = useOfficeTexts()
  const events = useLoaded(merchantPurchaseRequestEvents, {})
  return (
    <LoadedPart of={events}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t('none')} />
        ) : (
          <RequestsOfItem items={items} onDecided={events.reload} />
        )
      }
    </LoadedPart>
  )
}

interface RequestsOfItemProps {
  readonly items: ReplyOf<typeof merchantPurchaseRequestEvents>['items']
  readonly onDecided: () => void
}

function RequestsOfItem({ items, onDecided }: RequestsOfItemProps) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const [chosen, setChosen] = useState<string | null>(null)
  const item = items.find((one) => keyOf(one) === chosen) ?? items[0]
  if (!item) return null
  return (
    <div className="space-y-group">
      <Select
        label={t('item')}
        value={keyOf(item)}
        onChange={({ target }) => setChosen(target.value)}
      >
        {items.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {`${one.name}, ${formatDateTime(locale, one.startsAt, one.timeZone)} · ${t('itemWaiting', { count: one.newCount })}`}
          </option>
        ))}
      </Select>
      <RequestList key={keyOf(item)} item={item} onDecided={onDecided} />
    </div>
  )
}

interface Item {
  readonly eventId: number
  readonly source: string
  readonly legFrom: number
  readonly legTo: number
}

function keyOf({ source, eventId, legFrom, legTo }: Item): string {
  return `${source} ${eventId} ${legFrom}-${legTo}`
}

const noFilter = {
  status: '',
  name: '',
  email: '',
  phoneNumber: '',
  requestDateFrom: '',
  requestDateTo: '',
}

function RequestList({ item, onDecided }: { item: Item; onDecided: () => void }) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const [typed, setTyped] = useState(noFilter)
  const [filter, setFilter] = useState(noFilter)
  const [limit, setLimit] = useState(pageSize)
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  const { eventId, source, legFrom, legTo } = item
  const query = { ...Object.fromEntries(given), eventId, source, legFrom, legTo, limit }
  const part = useLoaded(merchantPurchaseRequests, { query })
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
          setFilter(typed)
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
      <LoadedPart of={part} height="h-64">
        {(value) => (
          <>
            <output className="block text-soft">{t('found', { count: value.totalCount })}</output>
            <ul className="space-y-group">
              {value.items.map((request) => (
                <li key={request.requestId}>
                  <RequestCard
                    request={request}
                    decide={(body) =>
                      browserClient(locale).send(merchantPurchaseRequestMove, { body })
                    }
                    onDecided={() => {
                      part.reload()
                      onDecided()
                    }}
                  />
                </li>
              ))}
            </ul>
            {value.items.length < value.totalCount && limit < 100 && (
              <Button look="quiet" onClick={() => setLimit(Math.min(limit + pageSize, 100))}>
                {t('more')}
              </Button>
            )}
          </>
        )}
      </LoadedPart>
    </>
  )
}
