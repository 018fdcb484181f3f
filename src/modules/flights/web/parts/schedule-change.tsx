import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { flightAcceptChange } from '../../order-contract.ts'
import type { BookingView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import { SliceRow } from './slice-row.tsx'

interface ScheduleChangeProps {
  readonly booking: BookingView
  readonly change: NonNullable<BookingView['change']>
  readonly onChanged: (booking: BookingView) => void
}

/** A schedule change with old and new times, to be accepted or returned for a full refund. */
export function ScheduleChange({ booking, change, onChanged }: ScheduleChangeProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const { orderKey, names } = booking
  if (change.state === 'refunded' || change.state === 'replaced') return null
  if (change.state === 'accepted')
    return (
      <Card tone="good" look="sunk">
        <p>{t('changeAccepted')}</p>
      </Card>
    )
  const isCancelled = change.after.length === 0
  const accept = () =>
    run(async () => {
      if (orderKey === null) return
      const body = { orderKey, changeId: change.changeId }
      const key = { idempotencyKey: crypto.randomUUID() }
      onChanged(await browserClient(locale).send(flightAcceptChange, { body }, key))
    })
  return (
    <Card tone="warn" look="sunk" as="section" aria-labelledby="flight-change">
      <h2 id="flight-change" className="font-display text-xl font-bold">
        {t(isCancelled ? 'changeCancelledTitle' : 'changeTitle')}
      </h2>
      <p className="mt-1">{t(isCancelled ? 'changeCancelledText' : 'changeText')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <div className="mt-group grid gap-group tablet:grid-cols-2">
        <Slices title={t('changeBefore')} slices={change.before} names={names} />
        {!isCancelled && <Slices title={t('changeAfter')} slices={change.after} names={names} />}
      </div>
      <div className="mt-group flex flex-wrap gap-near">
        {!isCancelled && (
          <Button
            isWaiting={isWaiting}
            waitingText={t('changeAccepting')}
            onClick={() => void accept()}
          >
            {t('changeAccept')}
          </Button>
        )}
        {booking.ticketIdentifiers.length > 0 && (
          <LinkButton look="quiet" href="#cancel">
            {t('changeRefund')}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

function Slices({
  title,
  slices,
  names,
}: {
  readonly title: string
  readonly slices: BookingView['slices']
  readonly names: BookingView['names']
}) {
  return (
    <div className="space-y-near">
      <h3 className="font-semibold">{title}</h3>
      {slices.map((slice, index) => (
        <SliceRow key={index} slice={slice} names={names} hasDate />
      ))}
    </div>
  )
}
