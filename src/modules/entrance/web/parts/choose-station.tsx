import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTime } from '#kernel/format.ts'
import {
  merchantAccessibleItems,
  merchantGatesTicketTypes,
  type AccessibleItemView,
} from '#modules/staff/contract.ts'
import { presentationEntranceCount } from '../../contract.ts'
import type { Station } from '../scanner/scanner.ts'
import { useTexts } from '../texts.ts'

type EventOfItem = AccessibleItemView['events'][number] & { readonly name: string }
type GateView = ReplyOf<typeof merchantGatesTicketTypes>['items'][number]

/** First what, then where: an event that is not over, and the way in. */
export function ChooseStation({ onChosen }: { onChosen: (station: Station) => Promise<void> }) {
  const t = useTexts()
  const [events, setEvents] = useState<EventOfItem[] | null>(null)
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map())
  const [chosen, setChosen] = useState<EventOfItem | null>(null)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    async function load(): Promise<void> {
      try {
        const client = browserClient()
        const query = { isArchive: false }
        const { items } = await client.send(merchantAccessibleItems, { query })
        const all = items.flatMap((item) =>
          item.events.map((event) => ({ ...event, name: item.name })),
        )
        setEvents(all.toSorted((left, right) => left.startsAt.localeCompare(right.startsAt)))
        const counted = await client.send(presentationEntranceCount)
        setCounts(new Map(counted.items.map((one) => [one.eventId, one.entranceCount])))
      } catch {
        setFailed(true)
      }
    }
    void load()
  }, [])

  if (chosen)
    return <ChooseGate event={chosen} onChosen={onChosen} onBack={() => setChosen(null)} />
  return (
    <div className="mx-auto max-w-xl py-6">
      <h1 className="font-display text-2xl font-[800]">{t('chooseTitle')}</h1>
      {hasFailed && events === null && <Notice>{t('networkProblem')}</Notice>}
      {events === null && !hasFailed && <div className="skeleton mt-5 h-40" aria-busy="true" />}
      {events?.length === 0 && <p className="mt-4 text-soft">{t('noEvents')}</p>}
      <ul className="mt-5 space-y-3">
        {events?.map((event) => (
          <li key={event.eventId}>
            <button
              type="button"
              onClick={() => setChosen(event)}
              className="w-full rounded-xl bg-card px-5 py-4 text-left hover:bg-sunk"
            >
              <EventLines event={event} />
              <span className="mt-1 block text-sm text-soft">
                {t('cameIn', { count: counts.get(event.eventId) ?? 0 })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function EventLines({ event }: { event: EventOfItem }) {
  const locale = useLocale()
  const { startsAt, timeZone, venue, name } = event
  return (
    <>
      <span className="block text-lg leading-snug font-bold">{name}</span>
      <span className="figures block text-accent">
        {formatDate(locale, startsAt, { timeZone, weekday: true })},{' '}
        {formatTime(startsAt, timeZone)}
      </span>
      <span className="block text-soft">{venue}</span>
    </>
  )
}

interface ChooseGateProps {
  readonly event: EventOfItem
  readonly onChosen: (station: Station) => Promise<void>
  readonly onBack: () => void
}

function ChooseGate({ event, onChosen, onBack }: ChooseGateProps) {
  const t = useTexts()
  const [gates, setGates] = useState<readonly GateView[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const { eventId } = event

  useEffect(() => {
    async function load(): Promise<void> {
      try {
        const { items } = await browserClient().send(merchantGatesTicketTypes, {
          query: { eventId },
        })
        setGates(items)
      } catch {
        setFailed(true)
      }
    }
    void load()
  }, [eventId])

  function choose(gate: GateView | null): void {
    const types = (gates ?? []).flatMap(({ ticketTypes }) => ticketTypes)
    const station = {
      eventId,
      gateId: gate?.gateId ?? null,
      gateName: gate?.name ?? null,
      typeIds: gate?.ticketTypes.map(({ ticketTypeId }) => ticketTypeId) ?? null,
      typeNames: Object.fromEntries(types.map(({ ticketTypeId, name }) => [ticketTypeId, name])),
    }
    onChosen(station).catch(() => setFailed(true))
  }

  const look = 'min-h-14 w-full rounded-xl bg-card px-5 py-3 text-left font-semibold hover:bg-sunk'
  return (
    <div className="mx-auto max-w-xl py-6">
      <button type="button" className="link min-h-11 text-soft" onClick={onBack}>
        {t('back')}
      </button>
      <div className="mt-2 mb-5">
        <EventLines event={event} />
      </div>
      <h1 className="font-display text-2xl font-[800]">{t('gateTitle')}</h1>
      {hasFailed && <Notice>{t('listProblem')}</Notice>}
      {gates === null && !hasFailed && <div className="skeleton mt-4 h-14" aria-busy="true" />}
      {gates && (
        <ul className="mt-4 space-y-3">
          {gates.map((gate) => (
            <li key={gate.gateId}>
              <button type="button" className={look} onClick={() => choose(gate)}>
                {gate.name}
                <span className="block text-sm font-normal text-soft">
                  {gate.ticketTypes.map(({ name }) => name).join(', ')}
                </span>
              </button>
            </li>
          ))}
          <li>
            <button type="button" className={look} onClick={() => choose(null)}>
              {t('anyGate')}
            </button>
          </li>
        </ul>
      )}
    </div>
  )
}
