import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import type { TicketCardView } from '../../shapes.ts'
import { useReturningTexts } from '../returning-texts.ts'
import { GoBack } from './actions/go-back.tsx'

interface JourneyBackProps {
  /** What was cancelled. */
  readonly name: string
  /** Tickets of the journey there and back, which are still good. */
  readonly journey: readonly [TicketCardView, ...TicketCardView[]]
  readonly heldCount: number
}

/** What somebody travels to was cancelled: the journey of the same order is offered back, by its own terms. */
export default function JourneyBack({ name, journey, heldCount }: JourneyBackProps) {
  const t = useReturningTexts()
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const [first] = journey
  /** However it is closed, what went back is not offered again. */
  const close = async (): Promise<void> => {
    setOpen(false)
    await revalidate()
  }
  return (
    <Card tone="warn" className="not-printed">
      <p className="font-semibold">{t('journeyNotNeeded', { name })}</p>
      <p className="mt-1">{t('journeyBackText')}</p>
      <Button look="quiet" className="mt-near" onClick={() => setOpen(true)}>
        {t('journeyBack', { count: journey.length })}
      </Button>
      <Dialog
        isOpen={isOpen}
        title={t('journeyBack', { count: journey.length })}
        onClose={() => void close()}
      >
        {isOpen && (
          <GoBack
            ticket={first}
            number={1}
            orderNumber={first.orderNumber}
            isBuyers
            heldCount={heldCount}
            kind="return"
            journey={journey.map(({ ticketIdentifier }) => ticketIdentifier)}
            onClose={() => void close()}
          />
        )}
      </Dialog>
    </Card>
  )
}
