import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Section } from '#design/parts/section.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatDateTime, formatTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { rebook, type RebookingView } from '../../sale-contract.ts'
import { daysBetween, durationText, minutesBetween } from '../times.ts'
import { useTexts } from '../texts.ts'
import { Alerts } from './alerts.tsx'
import { Clock } from './journey-times.tsx'
import { Vehicle } from './vehicle.tsx'

type Offer = RebookingView['offers'][number]

const titles = {
  cancelled: 'rebookCancelled',
  delayed: 'rebookDelayed',
  'no-seat': 'rebookNoSeat',
  skipped: 'rebookSkipped',
} as const

interface RebookingProps {
  readonly ticketIdentifier: string
  readonly rebooking: RebookingView
}

/**
 * Free rebooking of a cancelled or very late departure, or of a ticket without a seat: the next departures with enough seats, each taken
 * by one button.
 */
export function Rebooking({ ticketIdentifier, rebooking }: RebookingProps) {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const { run, isWaiting, refusal } = useWork()
  const { reason, until, offers } = rebooking
  const count = rebooking.ticketIdentifiers.length
  const [taken, setTaken] = useState<Offer | null>(null)
  const take = (offer: Offer): Promise<void> =>
    run(async () => {
      const { runId, legFrom, legTo } = offer
      if (runId === null) return
      setTaken(offer)
      const body = { ticketIdentifier, runId, legFrom, legTo }
      const { orderNumber } = await browserClient(locale).send(rebook, { body })
      await navigate(localizedPath(locale, `/account/orders/${orderNumber}`))
    })
  return (
    <Section title={t(titles[reason])} note={t('rebookNote', { count })} className="mt-group">
      {until !== null && (
        <p className="mb-near text-soft">
          {t('rebookUntil', { time: formatDateTime(locale, until) })}
        </p>
      )}
      {refusal && <Notice>{refusal}</Notice>}
      {offers.length === 0 && <p>{t('rebookNone')}</p>}
      <ol className="space-y-near">
        {offers.map((offer) => (
          <OfferRow
            key={`${offer.runId}.${offer.legFrom}`}
            offer={offer}
            isWaiting={isWaiting && offer === taken}
            onTake={() => void take(offer)}
          />
        ))}
      </ol>
    </Section>
  )
}

function OfferRow(props: { offer: Offer; isWaiting: boolean; onTake: () => void }) {
  const { offer, isWaiting, onTake } = props
  const { from, to } = offer
  const t = useTexts()
  const locale = useLocale()
  const departs = formatTime(from.at, from.timeZone)
  const days = daysBetween(from, to)
  const day = formatDate(locale, from.at, { timeZone: from.timeZone, weekday: true })
  return (
    <Card look="lifted" as="li">
      <div className="flex flex-wrap items-center justify-between gap-near">
        <div className="figures min-w-0">
          <p className="text-note text-soft">{day}</p>
          <p className="text-xl font-[750]">
            <Clock {...from} /> – <Clock {...to} />
            {days > 0 && (
              <sup className="ml-1 text-sm font-normal text-soft">
                {t('daysLater', { count: days })}
              </sup>
            )}{' '}
            <span className="text-note font-normal text-soft">
              {durationText(t, minutesBetween(from.at, to.at))}
            </span>
          </p>
          <p className="text-note">
            <Vehicle segment={offer} />
          </p>
        </div>
        <Button
          isWaiting={isWaiting}
          waitingText={t('changing')}
          aria-label={t('rebookTakeNamed', { day, departs, vehicle: offer.vehicle })}
          onClick={onTake}
        >
          {t('rebookTake')}
        </Button>
      </div>
      <Alerts segments={[offer]} />
    </Card>
  )
}
