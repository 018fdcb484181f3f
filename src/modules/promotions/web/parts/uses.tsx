import { orderStatus } from '#contract/enumerations.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import { readPromotionUses, type PromotionUsesView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

type UsesSubject = { readonly codeId: number } | { readonly optionId: number }

/** Orders with a code or an option. */
export function Uses(subject: UsesSubject) {
  const t = useTexts()
  const { loaded } = useLoaded(readPromotionUses, { query: subject })
  if (loaded.state === 'failed') return <Notice>{t('usesFailed')}</Notice>
  return loaded.value ? (
    <UsesTable uses={loaded.value.uses} />
  ) : (
    <Skeleton blocks={['h-12 max-w-xl']} />
  )
}

function UsesTable({ uses }: PromotionUsesView) {
  const t = useTexts()
  const locale = useLocale()
  if (uses.length === 0) return <p className="text-soft">{t('usesEmpty')}</p>
  return (
    <ul className="max-w-2xl divide-y divide-rule">
      {uses.map((use) => (
        <li key={use.orderNumber} className="figures flex flex-wrap gap-x-5 py-2">
          <LocalLink to={`/operator/orders/${use.orderNumber}`} className="link font-semibold">
            {use.orderNumber}
          </LocalLink>
          <span className="text-soft">{formatDateTime(locale, use.createdAt)}</span>
          <span>{t(statusKey(use.status))}</span>
          <span>
            {use.quantity > 1 && `${use.quantity} × `}
            {formatMoney(locale, use.amount)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function statusKey(status: number): 'statusPaid' | 'statusOpen' | 'statusEnded' {
  const { Processed, WaitingForTicket, Transferred, Draft, Checkout, PaymentPending } = orderStatus
  const isOneOf = (...some: number[]) => some.includes(status)
  if (isOneOf(Processed, WaitingForTicket, Transferred)) return 'statusPaid'
  return isOneOf(Draft, Checkout, PaymentPending) ? 'statusOpen' : 'statusEnded'
}
