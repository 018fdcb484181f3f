import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { assignVehicle, readLineVehicles } from '../../assign-contract.ts'
import { AssignEffect } from '../office/assign-effect.tsx'
import { useAssignTexts } from '../office/assign-texts.ts'
import { useTexts } from '../office-texts.ts'

type LineVehicles = ReplyOf<typeof readLineVehicles>
type Trip = LineVehicles['trips'][number]

/** What the departures of a line travel in, and the form that assigns another vehicle from a day on. */
export default function OfficeAssignPage() {
  const t = useAssignTexts()
  const office = useTexts()
  const [search] = useSearchParams()
  const line = search.get('line') ?? ''
  const query = /^[1-9]\d{0,8}$/.test(line) ? { lineId: Number(line) } : {}
  const part = useLoaded(readLineVehicles, { query })
  return (
    <>
      <title>{t('assignTitle')}</title>
      <p className="text-note">
        <LocalLink to="/merchant/vehicles" className="link">
          {office('vehiclesTitle')}
        </LocalLink>
      </p>
      <PageTitle look="office" className="mt-1">
        {t('assignTitle')}
      </PageTitle>
      <p className="mt-1 max-w-[42rem] text-soft">{t('assignNote')}</p>
      <LoadedPart of={part} className="mt-group">
        {(shown) => (
          <>
            <form method="get" className="mt-group flex flex-wrap items-end gap-near">
              <Select
                key={shown.lineId}
                label={t('line')}
                name="line"
                defaultValue={shown.lineId}
                frameClassName="min-w-0 max-w-full"
              >
                {shown.lines.map(({ lineId, name }) => (
                  <option key={lineId} value={lineId}>
                    {name}
                  </option>
                ))}
              </Select>
              <Button type="submit" look="quiet">
                {t('showLine')}
              </Button>
            </form>
            {shown.trips.length === 0 ? (
              <EmptyState title={t('tripsNone')} />
            ) : (
              <AssignForm key={shown.lineId} line={shown} onChanged={part.reload} />
            )}
          </>
        )}
      </LoadedPart>
    </>
  )
}

interface AssignFormProps {
  readonly line: LineVehicles
  readonly onChanged: () => void
}

/** Departures, vehicle and day; the effect is compared before anything changes. */
function AssignForm({ line, onChanged }: AssignFormProps) {
  const t = useAssignTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const [wanted, setWanted] = useState('')
  const [from, setFrom] = useState(line.today)
  const [outcome, setOutcome] = useState<ReplyOf<typeof assignVehicle> | null>(null)
  const isReady = picked.size > 0 && wanted !== '' && from !== ''
  const changed = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value)
      setOutcome(null)
    }
  }
  const pick = changed(setPicked)
  const send = (isDryRun: boolean) =>
    run(async () => {
      const body = {
        lineId: line.lineId,
        tripIds: [...picked],
        vehicleTypeId: Number(wanted),
        from,
      }
      const reply = await browserClient(locale).send(assignVehicle, { body: { ...body, isDryRun } })
      setOutcome(reply)
      if (isDryRun) return
      showToast({ text: t('saved') })
      onChanged()
    })
  return (
    <form
      className="mt-group space-y-group"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void send(outcome === null)
      }}
    >
      <Trips trips={line.trips} picked={picked} onPick={pick} />
      {line.trips.every(({ vehicle }) => vehicle === null) ? (
        <p className="text-soft">{t('tripsNoneSold')}</p>
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-near">
            <Select
              label={t('vehicle')}
              frameClassName="min-w-0 max-w-full grow tablet:max-w-xl"
              value={wanted}
              onChange={({ target }) => changed(setWanted)(target.value)}
            >
              <option value="">{t('vehicleNone')}</option>
              {line.vehicles.map(({ vehicleTypeId, name, placeCount }) => (
                <option key={vehicleTypeId} value={vehicleTypeId}>
                  {t('vehicleOption', { name, count: placeCount })}
                </option>
              ))}
            </Select>
            <DateField
              label={t('from')}
              required
              min={line.today}
              value={from}
              onChange={({ target }) => changed(setFrom)(target.value)}
            />
          </div>
          {refusal && <Notice>{refusal}</Notice>}
          <Last {...{ outcome, isReady, isWaiting }} />
        </>
      )}
    </form>
  )
}

interface LastProps {
  readonly outcome: ReplyOf<typeof assignVehicle> | null
  readonly isReady: boolean
  readonly isWaiting: boolean
}

/** The button that compares, and after that the effect with the button that saves. */
function Last({ outcome, isReady, isWaiting }: LastProps) {
  const t = useAssignTexts()
  if (!outcome)
    return (
      <div>
        {!isReady && <p className="mb-near text-soft">{t('pickTrips')}</p>}
        <Button
          type="submit"
          aria-disabled={!isReady || undefined}
          isWaiting={isWaiting}
          waitingText={t('waiting')}
        >
          {t('check')}
        </Button>
      </div>
    )
  return (
    <Panel title={t('effectTitle')} look="ruled">
      <AssignEffect outcome={outcome} />
      {outcome.trips + outcome.runs > 0 && (
        <Button type="submit" className="mt-near" isWaiting={isWaiting} waitingText={t('waiting')}>
          {t('save')}
        </Button>
      )}
    </Panel>
  )
}

interface TripsProps {
  readonly trips: readonly Trip[]
  readonly picked: ReadonlySet<number>
  readonly onPick: (picked: ReadonlySet<number>) => void
}

function Trips({ trips, picked, onPick }: TripsProps) {
  const t = useAssignTexts()
  const sellable = trips.filter(({ vehicle }) => vehicle !== null)
  const toggle = (tripId: number, isOn: boolean) => {
    const next = new Set(picked)
    if (isOn) next.add(tripId)
    else next.delete(tripId)
    onPick(next)
  }
  return (
    <fieldset>
      <legend className="font-display text-xl leading-snug font-bold">{t('tripsTitle')}</legend>
      {sellable.length > 1 && (
        <div className="mt-near">
          <Checkbox
            label={t('selectAll')}
            checked={picked.size === sellable.length}
            onChange={({ target }) =>
              onPick(new Set(target.checked ? sellable.map(({ tripId }) => tripId) : []))
            }
          />
        </div>
      )}
      <ul className="mt-tight border-t border-rule">
        {trips.map((trip) => (
          <TripRow
            key={trip.tripId}
            trip={trip}
            isPicked={picked.has(trip.tripId)}
            onPick={(isOn) => toggle(trip.tripId, isOn)}
          />
        ))}
      </ul>
    </fieldset>
  )
}

interface TripRowProps {
  readonly trip: Trip
  readonly isPicked: boolean
  readonly onPick: (isOn: boolean) => void
}

function TripRow({ trip, isPicked, onPick }: TripRowProps) {
  const t = useAssignTexts()
  const locale = useLocale()
  const { name, from, to, departsSeconds, vehicle, later } = trip
  const label = t('selectTrip', { name, from, to, time: timeOf(departsSeconds) })
  const vehicles = [
    vehicle?.name ?? t('tripOffice'),
    ...later.map((one) =>
      t('tripLater', { date: formatDate(locale, `${one.from}T12:00:00Z`), name: one.name }),
    ),
  ].join(' · ')
  return (
    <li className="border-b border-rule py-near">
      {vehicle ? (
        <Checkbox
          label={label}
          hint={vehicles}
          checked={isPicked}
          onChange={({ target }) => onPick(target.checked)}
        />
      ) : (
        <>
          <p className="break-words">{label}</p>
          <p className="text-note break-words text-soft">{vehicles}</p>
        </>
      )}
    </li>
  )
}

/** Time of day of a departure; night runs may leave after 24:00 of their service day. */
function timeOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60) % 1_440
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
