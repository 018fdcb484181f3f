import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { formatDate, formatTime } from '#kernel/format.ts'
import { entranceItems, type DoorItemView } from '../../contract.ts'
import type { Station } from '../scanner/station.ts'
import { useTexts } from '../texts.ts'

type GateView = DoorItemView['gates'][number]

const choiceLook = 'card min-h-14 w-full py-3 text-left font-semibold hover:bg-sunk'

/** Selects the item first, then the place: an item that is not over, the stop of a journey, and the gate. */
export function ChooseStation({ onChosen }: { onChosen: (station: Station) => Promise<void> }) {
  const t = useTexts()
  const [items, setItems] = useState<readonly DoorItemView[] | null>(null)
  const [chosen, setChosen] = useState<DoorItemView | null>(null)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    async function load(): Promise<void> {
      try {
        setItems((await browserClient().send(entranceItems)).items)
      } catch {
        setFailed(true)
      }
    }
    void load()
  }, [])

  if (chosen)
    return <ChoosePlace item={chosen} onChosen={onChosen} onBack={() => setChosen(null)} />
  return (
    <div className="mx-auto max-w-xl py-6">
      <PageTitle look="heading">{t('chooseTitle')}</PageTitle>
      {hasFailed && items === null && <Notice>{t('networkProblem')}</Notice>}
      {items === null && !hasFailed && <Skeleton className="mt-5" />}
      {items?.length === 0 && <p className="mt-4 text-soft">{t('noEvents')}</p>}
      <ul className="mt-5 space-y-3">
        {items?.map((item) => (
          <li key={`${item.source} ${item.itemId}`}>
            <button
              type="button"
              onClick={() => setChosen(item)}
              className="card w-full py-4 text-left hover:bg-sunk"
            >
              <ItemLines item={item} />
              <span className="mt-1 block text-sm text-soft">
                {t('cameIn', { count: item.admitted })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function ItemLines({ item }: { item: DoorItemView }) {
  const locale = useLocale()
  const { startsAt, timeZone, venue, name } = item
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

interface ChoosePlaceProps {
  readonly item: DoorItemView
  readonly onChosen: (station: Station) => Promise<void>
  readonly onBack: () => void
}

/** Selects the stop of a journey, then the gate, where there are gates or no other choice. */
function ChoosePlace({ item, onChosen, onBack }: ChoosePlaceProps) {
  const t = useTexts()
  const [stop, setStop] = useState<number | null | undefined>(
    item.stops.length > 0 ? undefined : null,
  )
  const [hasFailed, setFailed] = useState(false)

  const gatesAt = (place: number | null) =>
    item.gates.filter((gate) => gate.stop === null || gate.stop === place)

  function choose(place: number | null, gate: GateView | null): void {
    const stopName = place === null ? undefined : item.stops[place]?.name
    const station = {
      source: item.source,
      itemId: item.itemId,
      stop: place,
      gateId: gate?.gateId ?? null,
      placeName: [stopName, gate?.name].filter(Boolean).join(' · ') || null,
      typeIds: gate?.ticketTypeIds ?? null,
      typeNames: Object.fromEntries(
        item.ticketTypes.map(({ ticketTypeId, name }) => [ticketTypeId, name]),
      ),
      gatesOfTypes: gatesAt(place).map(({ name, ticketTypeIds }) => ({
        name,
        typeIds: ticketTypeIds,
      })),
    }
    onChosen(station).catch(() => setFailed(true))
  }

  function chooseStop(place: number | null): void {
    if (gatesAt(place).length > 0) setStop(place)
    else choose(place, null)
  }

  const isAtStops = stop === undefined
  return (
    <div className="mx-auto max-w-xl py-6">
      <button
        type="button"
        className="link min-h-11 text-soft"
        onClick={() =>
          stop !== undefined && item.stops.length > 0 ? setStop(undefined) : onBack()
        }
      >
        {t('back')}
      </button>
      <div className="mt-2 mb-5">
        <ItemLines item={item} />
      </div>
      <PageTitle look="heading">{t(isAtStops ? 'stopTitle' : 'gateTitle')}</PageTitle>
      {hasFailed && <Notice>{t('listProblem')}</Notice>}
      <ul className="mt-4 space-y-3">
        {isAtStops ? (
          <StopChoices item={item} onChosen={chooseStop} />
        ) : (
          <GateChoices item={item} gates={gatesAt(stop)} onChosen={(gate) => choose(stop, gate)} />
        )}
      </ul>
    </div>
  )
}

function StopChoices({
  item,
  onChosen,
}: {
  item: DoorItemView
  onChosen: (stop: number | null) => void
}) {
  const t = useTexts()
  return (
    <>
      {item.stops.map(({ name, departsAt, arrivesAt, timeZone }, number) => (
        <li key={number}>
          <button type="button" className={choiceLook} onClick={() => onChosen(number)}>
            {name}
            <span className="figures block text-sm font-normal text-soft">
              {[departsAt ?? arrivesAt].map((at) => at && formatTime(at, timeZone))}
            </span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={choiceLook} onClick={() => onChosen(null)}>
          {t('anyStop')}
        </button>
      </li>
    </>
  )
}

interface GateChoicesProps {
  readonly item: DoorItemView
  readonly gates: readonly GateView[]
  readonly onChosen: (gate: GateView | null) => void
}

function GateChoices({ item, gates, onChosen }: GateChoicesProps) {
  const t = useTexts()
  const letsIn = (gate: GateView) =>
    item.ticketTypes
      .filter(({ ticketTypeId }) => gate.ticketTypeIds?.includes(ticketTypeId) ?? true)
      .map(({ name }) => name)
      .join(', ')
  return (
    <>
      {gates.map((gate) => (
        <li key={gate.gateId}>
          <button type="button" className={choiceLook} onClick={() => onChosen(gate)}>
            {gate.name}
            <span className="block text-sm font-normal text-soft">{letsIn(gate)}</span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={choiceLook} onClick={() => onChosen(null)}>
          {t('anyGate')}
        </button>
      </li>
    </>
  )
}
