import { useState } from 'react'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { ErrorState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatTime } from '#kernel/format.ts'
import { entranceItems, type DoorItemView } from '../../contract.ts'
import { itemTime } from '../item-time.ts'
import type { Station } from '../scanner/station.ts'
import { useTexts } from '../texts.ts'

type GateView = DoorItemView['gates'][number]

const choiceLook = 'card min-h-14 w-full py-3 text-left font-semibold hover:bg-sunk'

interface ChooseStationProps {
  /** Scans that are not sent yet. */
  readonly unsynced: number
  /** The station that was left, whose list is on the device; null if there is none. */
  readonly left: {
    readonly item: Pick<DoorItemView, 'name'>
    readonly placeName: string | null
  } | null
  readonly onResume: () => void
  readonly onChosen: (station: Station) => Promise<void>
}

/** Selects the item first, then the place: an item that is not over, the stop of a journey, and the gate. */
export function ChooseStation({ unsynced, left, onResume, onChosen }: ChooseStationProps) {
  const t = useTexts()
  const list = useLoaded(entranceItems, {})
  const [chosen, setChosen] = useState<DoorItemView | null>(null)

  if (chosen)
    return <ChoosePlace item={chosen} onChosen={onChosen} onBack={() => setChosen(null)} />
  return (
    <div className="mx-auto max-w-xl py-6">
      <PageTitle look="heading">{t('chooseTitle')}</PageTitle>
      {unsynced > 0 && (
        <p className="mt-4 font-semibold text-warn" aria-live="polite">
          {t('unsynced', { count: unsynced })}
        </p>
      )}
      {left && (
        <Button look="quiet" isWide className="mt-5" onClick={onResume}>
          {t('resume', { name: [left.item.name, left.placeName].filter(Boolean).join(' · ') })}
        </Button>
      )}
      {list.loaded.state === 'failed' ? (
        <ErrorState
          title={list.loaded.problem ?? t('itemsProblem')}
          retryText={t('tryAgain')}
          onRetry={list.reload}
          className="mt-5"
        >
          {unsynced > 0 && t('unsyncedKept')}
        </ErrorState>
      ) : (
        <LoadedPart of={list} className="mt-5" height="h-28">
          {({ items }) =>
            items.length === 0 ? (
              <p className="mt-4 text-soft">{t('noEvents')}</p>
            ) : (
              <ItemChoices items={items} onChosen={setChosen} />
            )
          }
        </LoadedPart>
      )}
    </div>
  )
}

interface ItemChoicesProps {
  readonly items: readonly DoorItemView[]
  readonly onChosen: (item: DoorItemView) => void
}

function ItemChoices({ items, onChosen }: ItemChoicesProps) {
  const t = useTexts()
  return (
    <ul className="mt-5 space-y-3">
      {items.map((item) => (
        <li key={`${item.source} ${item.itemId}`}>
          <button
            type="button"
            onClick={() => onChosen(item)}
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
  )
}

function ItemLines({ item }: { item: DoorItemView }) {
  const locale = useLocale()
  const { venue, name } = item
  return (
    <>
      <span className="block text-lg leading-snug font-bold">{name}</span>
      <span className="figures block text-accent">{itemTime(locale, item)}</span>
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
      {hasFailed && (
        <div className="mt-4">
          <Notice>{t('listProblem')}</Notice>
        </div>
      )}
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
