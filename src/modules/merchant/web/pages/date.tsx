import { useState } from 'react'
import { useParams } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import { readDate, switchDateSale, type DateView } from '../../dates-contract.ts'
import { AllotmentsPanel } from '../dates/allotments-panel.tsx'
import { PoolsPanel } from '../dates/pools-panel.tsx'
import { SeatsPanel } from '../dates/seats-panel.tsx'
import { SaleBadge } from '../parts/sale-badge.tsx'
import { useTexts } from '../texts.ts'

/** One date: its sale, its capacity and withheld places. */
export default function DatePage() {
  const { eventId = '' } = useParams()
  const date = useLoaded(readDate, { query: { eventId } })
  return <LoadedPart of={date}>{(value) => <OneDate key={eventId} read={value} />}</LoadedPart>
}

function OneDate({ read }: { read: DateView }) {
  const t = useTexts()
  const locale = useLocale()
  const [date, setDate] = useState(read)
  const { eventId, name, venue, startsAt, timeZone } = date
  return (
    <>
      <title>{name}</title>
      <p className="text-note">
        <LocalLink to="/merchant/dates" className="link">
          {t('navDates')}
        </LocalLink>
      </p>
      <PageTitle look="office" className="mt-1">
        {name}
      </PageTitle>
      <Dotted
        className="text-soft"
        facts={[
          <time key="when" dateTime={startsAt}>
            {formatDateTime(locale, startsAt, timeZone)}
          </time>,
          venue,
        ]}
      />
      <div className="mt-group space-y-group">
        <Sale date={date} onChanged={setDate} />
        {date.pools.length > 0 && <PoolsPanel date={date} onChanged={setDate} />}
        {date.sections.length > 0 && <SeatsPanel key={eventId} date={date} onChanged={setDate} />}
        <AllotmentsPanel key={`allotments ${date.sold}`} eventId={eventId} onChanged={setDate} />
      </div>
    </>
  )
}

interface DatePanelProps {
  readonly date: DateView
  readonly onChanged: (date: DateView) => void
}

function Sale({ date, onChanged }: DatePanelProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const { eventId, isOnSale, isCancelled, sold, held, kept, capacity } = date
  const toggle = () =>
    run(async () => {
      const body = { eventId, isOnSale: !isOnSale }
      onChanged(await browserClient(locale).send(switchDateSale, { body }))
    })
  const figures = [
    [t('dateCapacity'), capacity],
    [t('columnTickets'), sold],
    [t('dateHeldFigure'), held],
    [t('dateKeptFigure'), kept],
  ] as const
  return (
    <Panel
      title={t('dateSale')}
      note={t(isCancelled ? 'dateCancelledNote' : 'dateSaleNote')}
      look="ruled"
      action={<SaleBadge {...date} />}
    >
      {refusal && <Notice>{refusal}</Notice>}
      <dl className="flex flex-wrap gap-x-part gap-y-2">
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt className="text-note text-soft">{label}</dt>
            <dd className="figures text-lg font-semibold">{formatCount(locale, figure)}</dd>
          </div>
        ))}
      </dl>
      {!isCancelled && (
        <Button
          look="quiet"
          className="mt-near"
          isWaiting={isWaiting}
          waitingText={t('waiting')}
          onClick={() => void toggle()}
        >
          {t(isOnSale ? 'datePause' : 'dateResume')}
        </Button>
      )}
    </Panel>
  )
}
