import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import {
  quoteReturn,
  returnTickets,
  type ReturnedView,
  type ReturnQuoteView,
} from '#modules/returns/contract.ts'
import type { BookingView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'

interface CancelBookingProps {
  readonly booking: BookingView
  readonly onDone: () => Promise<void>
}

/** Returns the whole booking: shows the airline's quote first, then executes exactly that. */
export function CancelBooking({ booking, onDone }: CancelBookingProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [quote, setQuote] = useState<ReturnQuoteView | null>(null)
  const [done, setDone] = useState<ReturnedView | null>(null)
  const requestQuote = () =>
    run(async () => {
      const query = { ticketIdentifier: booking.ticketIdentifiers.join(',') }
      setQuote(await browserClient(locale).send(quoteReturn, { query }))
    })
  const cancel = () =>
    run(async () => {
      if (!quote?.quote) return
      setDone(await browserClient(locale).send(returnTickets, { body: { quote: quote.quote } }))
      await onDone()
    })
  const refused = quote?.tickets.find((ticket) => ticket.refusal)?.refusal
  return (
    <Panel title={t('cancelTitle')}>
      <div id="cancel" className="space-y-near" aria-live="polite">
        {refusal && <Notice>{refusal}</Notice>}
        {done ? (
          <p>
            {t(done.isPending ? 'cancelPending' : 'cancelDone', {
              back: formatMoney(locale, done.back),
            })}
          </p>
        ) : quote?.quote ? (
          <>
            <dl className="space-y-1">
              <Row label={t('cancelBack')} sum={formatMoney(locale, quote.back)} />
              <Row label={t('cancelKept')} sum={formatMoney(locale, quote.deduction)} />
            </dl>
            <div className="flex flex-wrap gap-near">
              <Button
                isWaiting={isWaiting}
                waitingText={t('cancelling')}
                onClick={() => void cancel()}
              >
                {t('cancelConfirm', { back: formatMoney(locale, quote.back) })}
              </Button>
              <Button look="quiet" onClick={() => setQuote(null)}>
                {t('cancelKeep')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>{refused?.message ?? t('cancelText')}</p>
            {!refused && (
              <Button look="quiet" isWaiting={isWaiting} onClick={() => void requestQuote()}>
                {t('cancelAsk')}
              </Button>
            )}
          </>
        )}
      </div>
    </Panel>
  )
}

function Row({ label, sum }: { readonly label: string; readonly sum: string }) {
  return (
    <div className="flex justify-between gap-near">
      <dt>{label}</dt>
      <dd className="figures font-semibold">{sum}</dd>
    </div>
  )
}
