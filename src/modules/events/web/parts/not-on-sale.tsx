import { lazy, Suspense } from 'react'
import { late } from '#design/late.ts'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import type { EventOfShow, SaleState } from '#modules/catalogue/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'

const FollowButton = lazy(() => late(import('../follow/follow-button.tsx')))
const RequestForm = lazy(() => late(import('#modules/requests/web/parts/request-form.tsx')))

const titles: Partial<Record<SaleState, 'soldOutTitle' | 'cancelledTitle' | 'passedTitle'>> = {
  SoldOut: 'soldOutTitle',
  Cancelled: 'cancelledTitle',
  Passed: 'passedTitle',
}

/** Explains why nothing can be chosen, with a ticket request where it is available. */
export default function NotOnSale({
  event,
  previewKey,
  saleOf,
}: {
  event: EventOfShow & { salesOpenAt: string | null }
  previewKey: string | undefined
  /** The show, if no date of it is on sale yet. */
  saleOf: { readonly showId: number; readonly name: string } | null
}) {
  const t = useChoosingTexts()
  const locale = useLocale()
  const isSoldOut = event.saleState === 'SoldOut'
  const canAsk = isSoldOut || event.saleState === 'NotYet'
  const opens =
    event.saleState === 'NotYet' && event.salesOpenAt !== null
      ? // Kept on one line: a separator at the beginning of a line belongs to nothing.
        formatDateTime(locale, event.salesOpenAt, event.timeZone).replaceAll(' ', '\u00a0')
      : null
  return (
    <div className="ticket-lift mt-8 max-w-2xl">
      <div className={`ticket px-8 py-9 ${canAsk ? '[--cut:8.75rem]' : '[--cut:50%]'}`}>
        <h2 className="font-display text-2xl font-[800]">
          {t(titles[event.saleState] ?? 'notOnSaleTitle')}
        </h2>
        <p className="mt-2 text-soft">
          {isSoldOut && t('soldOutText')}
          {opens !== null && t('saleNotYet', { date: opens })}
          {event.saleState === 'Closed' && t('saleClosed')}
          {event.saleState === 'Passed' && t('passedText')}
          {event.saleState === 'Cancelled' && t('cancelledText')}
        </p>
        {isSoldOut && (
          <Suspense>
            <FollowButton
              kind="event"
              id={event.eventId}
              name={formatDateTime(locale, event.fromDate, event.timeZone)}
              className="mt-4 block"
            />
          </Suspense>
        )}
        {opens !== null && saleOf && (
          <Suspense>
            <FollowButton
              kind="sale"
              id={saleOf.showId}
              name={saleOf.name}
              className="mt-4 block"
            />
          </Suspense>
        )}
        {canAsk && (
          <Suspense>
            <RequestForm
              key={event.eventId}
              item={{ source: 'event', itemId: event.eventId, legFrom: 0, legTo: 1 }}
              accessCode={previewKey}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}
