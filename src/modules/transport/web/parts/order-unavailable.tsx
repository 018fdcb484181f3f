import { useArrival } from '#design/data/arrival.ts'
import { useTimeLeft } from '#design/data/time-left.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { formatCountdown } from '#kernel/format.ts'
import type { JourneyOrderView } from '../../shapes.ts'
import { pathsOf } from '../brands.ts'
import { useTexts } from '../texts.ts'

/**
 * Remaining time of the hold. It is not announced to screen readers; the checkout announces its
 * countdown.
 */
export function HoldTimer({
  order,
}: {
  order: Pick<JourneyOrderView, 'deadlineAt' | 'serverNow'>
}) {
  const t = useTexts()
  const left = useTimeLeft(useArrival(order))
  return (
    <p className="figures mt-1 text-soft" suppressHydrationWarning>
      {t('heldUntil', { time: formatCountdown(left) })}
    </p>
  )
}

/** Message for an order that has expired, is paid, or belongs to another customer. */
export function OrderUnavailable() {
  const t = useTexts()
  return (
    <div className="max-w-[36rem] py-part">
      <PageTitle look="heading">{t('orderGone')}</PageTitle>
      <p className="mt-2 text-soft">{t('orderGoneText')}</p>
      <LinkButton to={pathsOf(null).start} className="mt-group">
        {t('search')}
      </LinkButton>
    </div>
  )
}
