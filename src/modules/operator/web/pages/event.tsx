import { eventPath } from '#modules/catalogue/event-path.ts'
import { useState, type FormEvent } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime, wallTime } from '#kernel/format.ts'
import {
  changeOfficeEvent,
  changeOfficeShow,
  getOfficeEvent,
  type OfficeEventView,
} from '../../contract.ts'
import { operatorReply } from '../operator-page.ts'
import { AudienceOf } from '../parts/audience.tsx'
import { CancelEvent } from '../parts/cancel-event.tsx'
import { EventSales } from '../parts/event-sales.tsx'
import { StatusMark } from '../parts/status-mark.tsx'
import { useTexts } from '../texts.ts'

export function loader(request: LoaderFunctionArgs) {
  const eventId = request.params['eventId'] ?? ''
  return operatorReply(request, getOfficeEvent, { params: { eventId } })
}

/** One date: how it is sold, and where its show stands. What is sold stays sold. */
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
      <p className="mt-1 text-soft">
        {formatDateTime(locale, event.startsAt, event.timeZone)} · {event.venueName[locale]} ·{' '}
        {t('takenOf', { taken: formatCount(event.taken), capacity: formatCount(event.capacity) })}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-5">
        <StatusMark event={event} />
        <LocalLink to={eventPath(event.eventId)} className="link flex min-h-11 items-center">
          {t('seeInShop')}
        </LocalLink>
      </div>
      <EventSales key={`sales ${event.eventId}`} eventId={event.eventId} />
      <div className="mt-6 grid gap-8 desk:grid-cols-2">
        <SaleForm key={`sale ${event.eventId}`} event={event} />
        <ShowForm key={`show ${event.showId}`} event={event} />
      </div>
      <CancelEvent key={event.eventId} eventId={event.eventId} startsAt={event.startsAt} />
      <AudienceOf key={event.eventId} showId={event.showId} eventId={event.eventId} />
    </>
  )
}

/** Sends a form, says how it went, and reads the page anew. */
function useSaving(send: (form: FormData) => Promise<unknown>) {
  const t = useTexts()
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')
  const [refusal, setRefusal] = useState<string | null>(null)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (state === 'saving') return
    setState('saving')
    setRefusal(null)
    try {
      await send(new FormData(event.currentTarget))
      await revalidate()
      setState('saved')
    } catch (error) {
      setState('idle')
      setRefusal(error instanceof CallError ? error.message : t('errorText'))
    }
  }
  return { submit: (event: FormEvent<HTMLFormElement>) => void submit(event), state, refusal }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

const statuses = ['Active', 'Inactive', 'Stopped'] as const
const statusLabels = {
  Active: 'statusActive',
  Inactive: 'statusInactive',
  Stopped: 'statusStopped',
} as const

function statusOf(form: FormData): (typeof statuses)[number] {
  const value = textOf(form, 'status')
  return statuses.find((status) => status === value) ?? 'Inactive'
}

function StatusField({ value, label }: { value: string; label: string }) {
  const t = useTexts()
  return (
    <label className="block font-semibold">
      {label}
      <select name="status" defaultValue={value} className="field mt-1.5 font-normal">
        {statuses.map((status) => (
          <option key={status} value={status}>
            {t(statusLabels[status])}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The shop's clock is Georgia's: four hours before UTC, all year. */
const platformOffset = '+04:00'

function fieldMoment(instant: string | null): string {
  if (instant === null) return ''
  const { year, month, day, hour, minute } = wallTime(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

function SaleForm({ event }: { event: OfficeEventView }) {
  const t = useTexts()
  const locale = useLocale()
  const { submit, state, refusal } = useSaving((form) => {
    const moment = (name: string) => {
      const value = textOf(form, name)
      return value === '' ? undefined : `${value}:00${platformOffset}`
    }
    return browserClient(locale).send(changeOfficeEvent, {
      params: { eventId: event.eventId },
      body: {
        status: statusOf(form),
        isOnSale: form.get('isOnSale') !== null,
        placesPerOrderMax: Number(textOf(form, 'placesPerOrderMax')),
        salesOpenAt: moment('salesOpenAt'),
        salesCloseAt: moment('salesCloseAt'),
      },
    })
  })
  return (
    <form onSubmit={submit} className="space-y-5 rounded-lg border border-rule bg-card p-5">
      <h2 className="text-lg font-bold">{t('saleTitle')}</h2>
      {refusal && <Notice>{refusal}</Notice>}
      <StatusField value={event.status} label={t('eventStatus')} />
      <Check name="isOnSale" label={t('isOnSale')} isChecked={event.isOnSale} />
      <TextField
        label={t('salesOpenAt')}
        hint={t('salesOpenHint')}
        type="datetime-local"
        name="salesOpenAt"
        defaultValue={fieldMoment(event.salesOpenAt)}
      />
      <TextField
        label={t('salesCloseAt')}
        hint={t('salesCloseHint')}
        type="datetime-local"
        name="salesCloseAt"
        defaultValue={fieldMoment(event.salesCloseAt)}
      />
      <TextField
        label={t('perOrderMax')}
        type="number"
        inputMode="numeric"
        min={1}
        max={1_000}
        required
        name="placesPerOrderMax"
        defaultValue={event.placesPerOrderMax}
      />
      <Save state={state} />
    </form>
  )
}

function ShowForm({ event }: { event: OfficeEventView }) {
  const t = useTexts()
  const locale = useLocale()
  const { submit, state, refusal } = useSaving((form) =>
    browserClient(locale).send(changeOfficeShow, {
      params: { showId: event.showId },
      body: {
        status: statusOf(form),
        isPinned: form.get('isPinned') !== null,
        isMainBanner: form.get('isMainBanner') !== null,
        popularity: Number(textOf(form, 'popularity')),
      },
    }),
  )
  return (
    <form onSubmit={submit} className="space-y-5 rounded-lg border border-rule bg-card p-5">
      <h2 className="text-lg font-bold">{t('showTitle')}</h2>
      {refusal && <Notice>{refusal}</Notice>}
      <StatusField value={event.showStatus} label={t('showStatus')} />
      <Check name="isPinned" label={t('isPinned')} isChecked={event.isPinned} />
      <Check name="isMainBanner" label={t('isMainBanner')} isChecked={event.isMainBanner} />
      <TextField
        label={t('popularity')}
        hint={t('popularityHint')}
        type="number"
        inputMode="numeric"
        min={0}
        max={1_000_000}
        required
        name="popularity"
        defaultValue={event.popularity}
      />
      <Save state={state} />
    </form>
  )
}

function Check({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }) {
  return <Checkbox label={label} name={name} defaultChecked={isChecked} />
}

function Save({ state }: { state: 'idle' | 'saving' | 'saved' }) {
  const t = useTexts()
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button type="submit" isWaiting={state === 'saving'} waitingText={t('saving')}>
        {t('save')}
      </Button>
      <output className="text-good">{state === 'saved' ? t('saved') : ''}</output>
    </div>
  )
}
