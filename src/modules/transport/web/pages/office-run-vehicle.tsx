import { useState } from 'react'
import { useParams } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { showToast } from '#design/parts/toast.ts'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import {
  changeRunVehicle,
  runVehicles,
  type ReseatedRun,
  type RunVehicle,
} from '../../vehicle-contract.ts'
import { NewSeats } from '../office/new-seats.tsx'
import { useVehicleTexts } from '../office/vehicle-texts.ts'

type RunWithVehicles = ReplyOf<typeof runVehicles>

/** Another vehicle for a run: who sits where is shown before anything changes. */
export default function OfficeRunVehiclePage() {
  const { runId = '' } = useParams()
  const part = useLoaded(runVehicles, { query: { runId } })
  return (
    <LoadedPart of={part}>
      {(run) => (
        <OneRun key={`${run.runId} ${run.vehicleTypeId}`} run={run} onChanged={part.reload} />
      )}
    </LoadedPart>
  )
}

interface RunProps {
  readonly run: RunWithVehicles
  readonly onChanged: () => void
}

function OneRun({ run, onChanged }: RunProps) {
  const t = useVehicleTexts()
  const { runId, name, route, departsAt, timeZone, vehicleTypeId, vehicles, changes } = run
  const present = vehicles.find((one) => one.vehicleTypeId === vehicleTypeId)
  return (
    <>
      <title>{t('pageTitle')}</title>
      <p className="text-note">
        <LocalLink to={`/merchant/runs/${runId}`} className="link">
          {t('backToRun')}
        </LocalLink>
      </p>
      <PageTitle look="office" className="mt-1">
        {t('pageTitle')}
      </PageTitle>
      <p className="text-soft">
        <Dotted
          facts={[`${name}, ${route}`, <When key="at" at={departsAt} timeZone={timeZone} />]}
        />
      </p>
      <div className="mt-group space-y-group">
        {present && (
          <Panel title={t('present')} look="ruled">
            <p className="font-semibold">{present.name}</p>
            <VehicleFacts vehicle={present} />
          </Panel>
        )}
        {!run.isChangeable ? (
          <Notice>{t('fixed')}</Notice>
        ) : vehicles.length < 2 ? (
          <p>{t('noOther')}</p>
        ) : (
          <Exchange run={run} onChanged={onChanged} />
        )}
        {changes.length > 0 && (
          <Panel title={t('historyTitle')} look="ruled">
            <ul className="space-y-1">
              {changes.map(({ at, from, to }) => (
                <li key={at}>
                  <Dotted
                    facts={[
                      <When key="at" at={at} timeZone={timeZone} />,
                      t('historyEntry', { from, to }),
                    ]}
                  />
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  )
}

function useSeatsText(): (vehicle: RunVehicle) => string {
  const t = useVehicleTexts()
  return ({ classes }) =>
    classes.map(({ name, seatCount: count }) => t('seatsOfClass', { name, count })).join(', ')
}

function VehicleFacts({ vehicle }: { readonly vehicle: RunVehicle }) {
  const t = useVehicleTexts()
  const { coachCount, wheelchairSpaces } = vehicle
  const facts = [
    ...(coachCount > 1 ? [t('coachCount', { count: coachCount })] : []),
    useSeatsText()(vehicle),
    ...(wheelchairSpaces > 0 ? [t('wheelchairs', { count: wheelchairSpaces })] : []),
  ]
  return (
    <p className="figures text-soft">
      <Dotted facts={facts} />
    </p>
  )
}

function Exchange({ run, onChanged }: RunProps) {
  const t = useVehicleTexts()
  const locale = useLocale()
  const seatsOf = useSeatsText()
  const { run: work, isWaiting, refusal } = useWork()
  const [wanted, setWanted] = useState<number | null>(null)
  const [preview, setPreview] = useState<ReseatedRun | null>(null)
  const others = run.vehicles.filter(({ vehicleTypeId }) => vehicleTypeId !== run.vehicleTypeId)
  const send = (body: { readonly isDryRun?: boolean; readonly withoutSeatMax?: number }) =>
    browserClient(locale).send(changeRunVehicle, {
      body: { ...body, runId: run.runId, vehicleTypeId: wanted ?? 0 },
    })
  const show = () =>
    work(async () => {
      setPreview(null)
      setPreview(await send({ isDryRun: true }))
    })
  const change = ({ withoutSeat }: ReseatedRun) =>
    work(async () => {
      await send({ withoutSeatMax: withoutSeat })
      showToast({ text: t('done') })
      onChanged()
    })
  return (
    <>
      <Panel title={t('pick')} look="ruled">
        <form
          className="flex flex-wrap items-end gap-near"
          onSubmit={(event) => {
            event.preventDefault()
            void show()
          }}
        >
          <Select
            label={t('pickLabel')}
            frameClassName="min-w-0 max-w-full grow tablet:max-w-xl"
            value={wanted ?? ''}
            onChange={({ target }) => {
              setWanted(target.value === '' ? null : Number(target.value))
              setPreview(null)
            }}
          >
            <option value="">{t('pickNone')}</option>
            {others.map((vehicle) => (
              <option key={vehicle.vehicleTypeId} value={vehicle.vehicleTypeId}>
                {t('vehicleOption', { name: vehicle.name, seats: seatsOf(vehicle) })}
              </option>
            ))}
          </Select>
          <Button
            type="submit"
            look="quiet"
            disabled={wanted === null}
            isWaiting={isWaiting && preview === null}
            waitingText={t('previewing')}
          >
            {t('preview')}
          </Button>
        </form>
        {refusal && <Notice>{refusal}</Notice>}
      </Panel>
      {preview && (
        <Effect preview={preview} isWaiting={isWaiting} onConfirm={() => void change(preview)} />
      )}
    </>
  )
}

interface EffectProps {
  readonly preview: ReseatedRun
  readonly isWaiting: boolean
  readonly onConfirm: () => void
}

/** The consequences, and the button that makes the change; passengers without a seat need a separate consent. */
function Effect({ preview, isWaiting, onConfirm }: EffectProps) {
  const t = useVehicleTexts()
  const [mayLeaveOut, setMayLeaveOut] = useState(false)
  const { withoutSeat } = preview
  return (
    <Panel title={t('effectTitle')} look="ruled">
      <NewSeats change={preview} />
      <p className="mt-near text-soft">{t('tellNote')}</p>
      {withoutSeat > 0 && (
        <div className="mt-near">
          <Checkbox
            label={t('confirmWithout', { count: withoutSeat })}
            checked={mayLeaveOut}
            onChange={({ target }) => setMayLeaveOut(target.checked)}
          />
        </div>
      )}
      <Button
        className="mt-near"
        disabled={withoutSeat > 0 && !mayLeaveOut}
        isWaiting={isWaiting}
        waitingText={t('changing')}
        onClick={onConfirm}
      >
        {t('confirm')}
      </Button>
    </Panel>
  )
}
