import { Badge } from '#design/parts/badge.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Price } from '#design/parts/price.tsx'
import { When } from '#design/parts/when.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { money } from '#kernel/money.ts'
import { contentsInWords } from '#modules/orders/contents.ts'
import type { OfficeOrderView } from '../../sales-contract.ts'
import { useTexts } from '../texts.ts'

/** Returns that wait for an external supplier: the tickets have ended, and are refunded once it has cancelled them. */
export function PendingReturns({ order }: { order: OfficeOrderView }) {
  const t = useTexts()
  const locale = useLocale()
  if (order.pendingReturns.length === 0) return null
  return (
    <Panel title={t('pendingReturns')} note={t('pendingReturnsNote')} look="ruled">
      <ul className="divide-y divide-rule">
        {order.pendingReturns.map((one) => {
          const { returnId, source, itemId, amountMinor, isOverdue, detail } = one
          const item = order.items.find((each) => each.source === source && each.itemId === itemId)
          return (
            <li key={returnId} className="space-y-tight py-near first:pt-0 last:pb-0">
              <p className="flex justify-between gap-group font-semibold">
                {item?.name[locale] ?? `${source} ${itemId}`}
                <Badge tone="warn">{t(isOverdue ? 'uncancelledState' : 'cancellingState')}</Badge>
              </p>
              <Dotted
                className="figures text-note text-soft"
                facts={[
                  contentsInWords(t, one),
                  <Price key="amount" money={money(amountMinor)} />,
                  <When key="when" at={one.createdAt} />,
                  t('confirmAttempts', { count: one.attemptCount }),
                  detail,
                ]}
              />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
