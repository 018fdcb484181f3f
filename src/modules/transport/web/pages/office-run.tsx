import { useState } from 'react'
import { useParams } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { Table } from '#design/parts/table.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { dayKey, formatCount, formatDateTime } from '#kernel/format.ts'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import {
  cancelOfficeRun,
  delayOfficeRun,
  readOfficeRun,
  reinstateOfficeRun,
  switchOfficeSale,
  type OfficeRunView,
} from '../../office-contract.ts'
import { PlatformForm } from '../office/platform-form.tsx'
import { RunBadges } from '../office/run-badges.tsx'
import { useTexts } from '../office-texts.ts'

/** One run: its sale, occupancy, stops and delay, its cancellation, and what withdraws it. */
export default function OfficeRunPage() {
  const { runId = '' } = useParams()
  const part = useLoaded(readOfficeRun, { query: { runId } })
  return (
    <LoadedPart of={part}>
      {(run) => <OneRun key={run.runId} run={run} onChanged={part.reload} />}
    </LoadedPart>
  )
}

interface RunProps {
  readonly run: OfficeRunView
  readonly onChanged: () => void
}

function OneRun({ run, onChanged }: RunProps) {
  const t = useTexts()
  const { runId, name, from, to, departsAt, timeZone, line } = run
  const day = dayKey(departsAt, timeZone)
  return (
    <>
      <title>{name}</title>
      <p className="text-note">
        <LocalLink to={`/merchant/runs?day=${day}`} className="link">
          {t('runsTitle')}
        </LocalLink>
      </p>
      <PageTitle look="office" className="mt-1">
        {name}, {t('way', { from, to })}
      </PageTitle>
      <p className="text-soft">
        <Dotted facts={[<When key="at" at={departsAt} timeZone={timeZone} />, line]} />
      </p>
      <div className="mt-tight">
        <RunBadges run={run} />
      </div>
      <div className="mt-near flex flex-wrap gap-near">
        <LinkButton
          look="quiet"
          to={`/merchant/attendees?source=transport&item=${runId}&day=${day}`}
        >
          {t('passengers')}
        </LinkButton>
        <LinkButton look="quiet" to={`/merchant/runs/${runId}/vehicle`}>
          {t('otherVehicle')}
        </LinkButton>
      </div>
      <div className="mt-group space-y-group">
        <Sale run={run} onChanged={onChanged} />
        <Legs run={run} />
        <Stops run={run} />
        {run.state !== 'cancelled' && <Delay run={run} onChanged={onChanged} />}
        {!run.isOver && run.state !== 'cancelled' && (
          <PlatformForm run={run} onChanged={onChanged} />
        )}
        {!run.isOver &&
          (run.state === 'cancelled' ? (
            <Reinstate run={run} onChanged={onChanged} />
          ) : (
            <Cancel run={run} onChanged={onChanged} />
          ))}
      </div>
    </>
  )
}

function Sale({ run, onChanged }: RunProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run: work, isWaiting, refusal } = useWork()
  const { runId, sale, sold, held, withoutSeat, capacity, vehicle, isOver, state } = run
  const isStopped = sale === 'stopped'
  const figures = [
    [t('seats'), formatCount(locale, capacity)],
    [t('sold'), formatCount(locale, sold)],
    ...(withoutSeat > 0 ? [[t('withoutSeat'), formatCount(locale, withoutSeat)] as const] : []),
    [t('held'), formatCount(locale, held)],
    [t('vehicle'), vehicle],
  ] as const
  return (
    <Panel title={t('runSale')} note={t('runSaleNote')} look="ruled">
      {refusal && <Notice>{refusal}</Notice>}
      <dl className="flex flex-wrap gap-x-part gap-y-2">
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt className="text-note text-soft">{label}</dt>
            <dd className="figures text-lg font-semibold">{figure}</dd>
          </div>
        ))}
      </dl>
      {!isOver && state !== 'cancelled' && (
        <Button
          look="quiet"
          className="mt-near"
          isWaiting={isWaiting}
          waitingText={t('waiting')}
          onClick={() =>
            void work(async () => {
              const body = { runIds: [runId], isOnSale: isStopped }
              await browserClient(locale).send(switchOfficeSale, { body })
              onChanged()
            })
          }
        >
          {t(isStopped ? 'resumeSale' : 'stopSale')}
        </Button>
      )}
    </Panel>
  )
}

function Legs({ run }: { run: OfficeRunView }) {
  const t = useTexts()
  const locale = useLocale()
  const { stops, legs, capacity } = run
  const rows = legs.map((leg, index) => ({
    ...leg,
    index,
    name: t('way', { from: stops[index]?.name ?? '', to: stops[index + 1]?.name ?? '' }),
  }))
  return (
    <Panel title={t('legsTitle')} look="ruled">
      <Table
        caption={t('legsTitle')}
        rows={rows}
        keyOf={({ index }) => index}
        columns={[
          {
            key: 'name',
            title: t('legColumn'),
            isHeader: true,
            // On phones the counts are below the name: beside it they would be cut off.
            renderCell: ({ name, sold, held }) => (
              <>
                {name}
                <span className="figures block text-note font-normal text-soft tablet:hidden">
                  {t('soldOf', { sold: formatCount(locale, sold) })}
                  {held > 0 && ` · ${t('heldOf', { held: formatCount(locale, held) })}`}
                </span>
              </>
            ),
          },
          {
            key: 'free',
            title: t('freeColumn'),
            align: 'end',
            renderCell: ({ sold, held }) => Math.max(0, capacity - sold - held),
          },
          {
            key: 'sold',
            title: t('sold'),
            align: 'end',
            className: 'hidden tablet:table-cell',
            renderCell: ({ sold }) => sold,
          },
          {
            key: 'held',
            title: t('held'),
            align: 'end',
            className: 'hidden tablet:table-cell',
            renderCell: ({ held }) => held,
          },
        ]}
      />
    </Panel>
  )
}

function Stops({ run: { stops } }: { run: OfficeRunView }) {
  const t = useTexts()
  return (
    <Panel title={t('stopsTitle')} look="ruled">
      <Table
        caption={t('stopsTitle')}
        rows={stops.map((stop, index) => ({ ...stop, index }))}
        keyOf={({ index }) => index}
        columns={[
          {
            key: 'name',
            title: t('stopColumn'),
            isHeader: true,
            renderCell: ({ name, platform, plannedPlatform: planned, isSkipped }) => (
              <>
                {name}
                {isSkipped && (
                  <span className="block text-note font-normal text-bad">{t('stopSkipped')}</span>
                )}
                {platform !== null && (
                  <span className="block text-note font-normal text-soft">
                    {planned === null
                      ? t('stopPlatform', { platform })
                      : t('stopOtherPlatform', { platform, planned })}
                  </span>
                )}
              </>
            ),
          },
          {
            key: 'arrives',
            title: t('arrivesColumn'),
            renderCell: ({ arrivesAt, timeZone }) =>
              arrivesAt && <When at={arrivesAt} timeZone={timeZone} show="time" />,
          },
          {
            key: 'departs',
            title: t('departsColumn'),
            renderCell: ({ departsAt, timeZone }) =>
              departsAt && <When at={departsAt} timeZone={timeZone} show="time" />,
          },
          // Absent while nothing is late: the table is then as wide as a phone.
          ...(stops.some(({ delayMinutes }) => delayMinutes > 0)
            ? [
                {
                  key: 'late',
                  title: t('lateColumn'),
                  align: 'end' as const,
                  renderCell: ({ delayMinutes }: OfficeRunView['stops'][number]) =>
                    delayMinutes === 0 ? '' : t('lateMinutes', { minutes: delayMinutes }),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

function Delay({ run, onChanged }: RunProps) {
  const t = useTexts()
  const client = useProvenClient()
  const { run: work, isWaiting, refusal } = useWork()
  const [stop, setStop] = useState(0)
  const [minutes, setMinutes] = useState('')
  const { runId, stops } = run
  return (
    <Panel title={t('delayTitle')} note={t('delayNote')} look="ruled">
      {refusal && <Notice>{refusal}</Notice>}
      <form
        className="flex flex-wrap items-end gap-near"
        onSubmit={(event) => {
          event.preventDefault()
          void work(async () => {
            const body = { runId, stop, minutes: Number(minutes) }
            await client.send(delayOfficeRun, { body })
            showToast({ text: t('delaySaved') })
            onChanged()
          })
        }}
      >
        <Select
          label={t('delayFrom')}
          value={stop}
          onChange={({ target }) => setStop(Number(target.value))}
        >
          {stops.map(({ name }, index) => (
            <option key={`${index} ${name}`} value={index}>
              {name}
            </option>
          ))}
        </Select>
        <TextField
          label={t('delayMinutes')}
          type="number"
          inputMode="numeric"
          required
          min={0}
          max={720}
          value={minutes}
          onChange={({ target }) => setMinutes(target.value)}
        />
        <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('waiting')}>
          {t('delaySave')}
        </Button>
      </form>
    </Panel>
  )
}

function Cancel({ run, onChanged }: RunProps) {
  const t = useTexts()
  const locale = useLocale()
  const client = useProvenClient()
  const { run: work, isWaiting, refusal } = useWork()
  const [isAsking, setAsking] = useState(false)
  const { runId, name, departsAt, timeZone, sold, withoutSeat } = run
  const time = formatDateTime(locale, departsAt, timeZone)
  return (
    <Panel title={t('cancelTitle')} note={t('cancelNote')} look="ruled">
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('cancelOpen')}
      </Button>
      <Dialog
        isOpen={isAsking}
        isSheet
        title={t('cancelSure', { name, time })}
        onClose={() => setAsking(false)}
      >
        <p className="mt-near">
          {t('cancelCount', { sold: formatCount(locale, sold + withoutSeat) })}
        </p>
        <p className="mt-tight text-soft">{t('cancelNote')}</p>
        {refusal && <Notice>{refusal}</Notice>}
        <div className="mt-near flex flex-wrap gap-near">
          <Button
            look="danger"
            isWaiting={isWaiting}
            waitingText={t('waiting')}
            onClick={() =>
              void work(async () => {
                await client.send(cancelOfficeRun, { body: { runId } })
                setAsking(false)
                onChanged()
              })
            }
          >
            {t('cancelYes')}
          </Button>
          <Button look="quiet" onClick={() => setAsking(false)}>
            {t('cancelNo')}
          </Button>
        </div>
      </Dialog>
    </Panel>
  )
}

function Reinstate({ run: { runId }, onChanged }: RunProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run: work, isWaiting, refusal } = useWork()
  return (
    <Panel title={t('reinstateTitle')} note={t('reinstateNote')} look="ruled">
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        look="quiet"
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        onClick={() =>
          void work(async () => {
            await browserClient(locale).send(reinstateOfficeRun, { body: { runId } })
            showToast({ text: t('reinstated') })
            onChanged()
          })
        }
      >
        {t('reinstate')}
      </Button>
    </Panel>
  )
}
