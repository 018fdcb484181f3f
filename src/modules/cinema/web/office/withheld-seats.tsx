import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { formatText } from '#kernel/texts.ts'
import { createStates, placeState, readSnapshot } from '#seatmap/availability.ts'
import { unfold } from '#seatmap/expand.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import { createLiveAvailability } from '#seatmap/live.ts'
import english from '#seatmap/messages/en.json'
import georgian from '#seatmap/messages/ka.json'
import type { SeatChoiceProps } from '#seatmap/web/choice-props.ts'
import type { SeatMapTranslate } from '#seatmap/web/labels.ts'
import { SeatMap } from '#seatmap/web/seat-map.tsx'
import { screeningLayout } from '../../contract.ts'
import type { WithheldSeatsView, OfficeScreening } from '../../office-contract.ts'
import { seatsOfSofa } from '../../sofas.ts'
import { useTexts } from '../office-texts.ts'
import { useOfficePort } from './office-port.ts'

const SeatList = lazy(() =>
  import('#seatmap/web/seat-list.tsx').then((module) => ({ default: module.SeatList })),
)

/** Choices for the automatic release, in hours before the beginning. */
const releaseHours = [1, 3, 24, 72] as const

/** Form for withholding seats of a screening from sale: selected on the plan or in its list, with reason and end. */
export default function WithheldSeats({ screening }: { screening: OfficeScreening }) {
  const t = useTexts()
  const { calls } = useOfficePort()
  const { screeningId } = screening
  const part = useLoaded(calls.officeKeptSeats, { query: { screeningId } })
  return (
    <LoadedPart of={part} height="h-64">
      {(seats) =>
        seats.layout === null ? (
          <p className="text-soft">{t('keepNoPlaces')}</p>
        ) : (
          <Hall
            screening={screening}
            seats={seats}
            digest={seats.layout.digest}
            onChanged={part.reload}
          />
        )
      }
    </LoadedPart>
  )
}

function Hall({ digest, ...props }: Omit<ChoiceProps, 'hall'> & { readonly digest: string }) {
  const layout = useLoaded(screeningLayout, { params: { digest } })
  return (
    <LoadedPart of={layout} height="h-64">
      {(hall) => <Choice {...props} hall={hall} />}
    </LoadedPart>
  )
}

interface ChoiceProps {
  readonly screening: OfficeScreening
  readonly hall: SeatLayout
  readonly seats: WithheldSeatsView
  readonly onChanged: () => void
}

function Choice({ screening, hall, seats, onChanged }: ChoiceProps) {
  const t = useTexts()
  const locale = useLocale()
  const { calls, reload } = useOfficePort()
  const { run, isWaiting, refusal } = usePageWork()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isList, setList] = useState(false)
  const [reason, setReason] = useState('')
  const [hours, setHours] = useState('')
  const [openedAt] = useState(() => Date.now())
  const { screeningId, startsAt } = screening
  const shared = useSeatSelection({ hall, seats, chosen, setChosen })
  const withheld = new Set(seats.kept.map(({ placeId }) => placeId))
  const toWithhold = [...chosen].filter((placeId) => !withheld.has(placeId))
  const toRelease = [...chosen].filter((placeId) => withheld.has(placeId))
  const timeOf = (before: number): string =>
    new Date(Date.parse(startsAt) - before * 3_600_000).toISOString()

  const send = (placeIds: readonly number[], isKept: boolean): Promise<void> =>
    run(async () => {
      const until = isKept && hours !== '' ? { releaseAt: timeOf(Number(hours)) } : {}
      const body = { screeningId, placeIds: [...placeIds], isKept, reason, ...until }
      await browserClient(locale).send(calls.officeKeepSeats, { body })
      setChosen((before) => new Set([...before].filter((placeId) => !placeIds.includes(placeId))))
      if (isKept) setReason('')
      reload()
      onChanged()
    })

  return (
    <div className="space-y-near pb-near">
      <p className="text-note text-soft">{t('keepHelp')}</p>
      <Button look="plain" onClick={() => setList(!isList)}>
        {t(isList ? 'keepOnPlan' : 'keepInList')}
      </Button>
      {isList ? (
        <div className="max-h-96 overflow-y-auto border-y-2 border-ink">
          <Suspense fallback={<Skeleton blocks={['h-64']} />}>
            <SeatList {...shared} />
          </Suspense>
        </div>
      ) : (
        <SeatMap {...shared} className="rounded-lg" style={{ height: '22rem' }} />
      )}
      <div className="grid gap-near">
        <TextField
          label={t('keepReason')}
          hint={t('keepReasonHint')}
          value={reason}
          maxLength={200}
          onChange={({ target }) => setReason(target.value)}
        />
        <Select
          label={t('keepUntil')}
          value={hours}
          onChange={({ target }) => setHours(target.value)}
        >
          <option value="">{t('keepForGood')}</option>
          {releaseHours
            .filter((before) => Date.parse(timeOf(before)) > openedAt)
            .map((before) => (
              <option key={before} value={before}>
                {t('keepHoursBefore', { count: before })}
              </option>
            ))}
        </Select>
      </div>
      {refusal && <Notice>{refusal}</Notice>}
      <div className="flex flex-wrap gap-near">
        <Button
          isWaiting={isWaiting}
          waitingText={t('checking')}
          aria-disabled={toWithhold.length === 0 || undefined}
          onClick={() => toWithhold.length > 0 && void send(toWithhold, true)}
        >
          {t('keepSeats', { count: toWithhold.length })}
        </Button>
        <Button
          look="quiet"
          isWaiting={isWaiting}
          waitingText={t('checking')}
          aria-disabled={toRelease.length === 0 || undefined}
          onClick={() => toRelease.length > 0 && void send(toRelease, false)}
        >
          {t('freeSeats', { count: toRelease.length })}
        </Button>
      </div>
      <WithheldList seats={seats.kept} onRelease={(placeId) => void send([placeId], false)} />
    </div>
  )
}

/** List of the withheld seats with their reasons. */
function WithheldList(props: {
  readonly seats: WithheldSeatsView['kept']
  readonly onRelease: (placeId: number) => void
}) {
  const t = useTexts()
  const locale = useLocale()
  // The pressed button disappears with its seat, so the list takes the focus.
  const list = useRef<HTMLDivElement>(null)
  const release = (placeId: number) => {
    list.current?.focus({ preventScroll: true })
    props.onRelease(placeId)
  }
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {props.seats.length === 0 ? (
        <p className="text-soft">{t('keptNone')}</p>
      ) : (
        <ul className="divide-y divide-rule" aria-label={t('keptTitle')}>
          {props.seats.map(({ placeId, row, seat, reason, releaseAt }) => (
            <li key={placeId} className="flex flex-wrap items-center gap-x-near py-tight">
              <span className="figures font-semibold">{t('seat', { row, seat })}</span>
              <span className="min-w-0 grow break-words text-note text-soft">
                {[reason, releaseAt && t('keptUntil', { time: formatDateTime(locale, releaseAt) })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <Button look="plain" onClick={() => release(placeId)}>
                {t('freeSeat', { row, seat })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Props of the plan and its list, in which free and withheld seats can be selected, sofas as a whole. */
function useSeatSelection({
  hall,
  seats,
  chosen,
  setChosen,
}: Pick<ChoiceProps, 'hall' | 'seats'> & {
  readonly chosen: ReadonlySet<number>
  readonly setChosen: (chosen: ReadonlySet<number>) => void
}): SeatChoiceProps {
  const t = useTexts()
  const locale = useLocale()
  const translate = useMemo<SeatMapTranslate>(() => {
    const texts = locale === 'ka' ? georgian : english
    return (key, values) =>
      key === 'resale' ? t('keptState') : formatText(locale, texts[key], values)
  }, [locale, t])
  const live = useMemo(() => {
    const expanded = unfold(hall)
    const states = createStates(expanded.placeCount).fill(placeState.blocked)
    return createLiveAvailability(expanded, { states, pools: new Map() })
  }, [hall])
  useEffect(() => {
    const { availability: places, held, kept } = seats
    const snapshot = readSnapshot({ places, held, pools: [] })
    // Can be chosen like free seats, and look different from chosen ones.
    for (const { placeId } of kept) snapshot.states[placeId] = placeState.refunded
    live.replace(snapshot)
  }, [live, seats])
  const zonePrices = useMemo(
    () =>
      new Map(
        hall.zones.map(({ key, name }) => [
          key,
          { label: name[locale], priceText: '', priceMinor: 0 },
        ]),
      ),
    [hall, locale],
  )
  return {
    layout: hall,
    availability: live,
    selected: chosen,
    zonePrices,
    locale,
    translate,
    onToggle(placeId) {
      const next = new Set(chosen)
      for (const seat of seatsOfSofa(live.expanded, placeId))
        if (chosen.has(placeId)) next.delete(seat)
        else next.add(seat)
      setChosen(next)
    },
  }
}
