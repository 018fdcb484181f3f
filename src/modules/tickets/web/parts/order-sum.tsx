import { useLocale } from '#design/texts.tsx'
import { Card } from '#design/parts/card.tsx'
import { formatDate, formatMoney } from '#kernel/format.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { joinEqualLines } from '#modules/orders/equal-lines.ts'
import { useTexts } from '../texts.ts'

/** The lines of an order with their prices: tickets first, equal ones together. */
export function OrderSum({ order }: { order: OrderView }) {
  const t = useTexts()
  const locale = useLocale()
  const tickets = order.lines.filter(({ kind }) => kind === 'Ticket')
  const others = order.lines.filter(({ kind }) => kind !== 'Ticket')
  return (
    <Card as="section" aria-labelledby="order-sum">
      <h2 id="order-sum" className="font-display text-lg font-bold">
        {t('orderHeading', { order: order.orderNumber })}
      </h2>
      <p className="text-sm text-soft">
        {t('boughtOn', { date: formatDate(locale, order.createdAt, { year: true }) })}
      </p>
      <ul className="mt-3 divide-y divide-rule">
        {[...joinEqualLines(tickets), ...joinEqualLines(others)].map((line) => (
          <li key={line.lineId} className="flex justify-between gap-4 py-2.5">
            <span className={line.kind === 'Ticket' ? '' : 'text-soft'}>
              {line.description}
              {line.quantity > 1 && (
                <span className="figures whitespace-nowrap">
                  {' '}
                  {line.kind === 'Ticket'
                    ? `× ${line.quantity}`
                    : `${line.quantity} × ${formatMoney(locale, line.price)}`}
                </span>
              )}
            </span>
            <span className="figures shrink-0">{formatMoney(locale, line.amount)}</span>
          </li>
        ))}
      </ul>
      <p className="flex items-baseline justify-between gap-4 border-t-2 border-ink pt-3">
        <span className="font-semibold">{t('total')}</span>
        <span className="figures font-display text-xl font-bold">
          {formatMoney(locale, order.totals.total)}
        </span>
      </p>
      {order.buyer.email !== '' && order.statusName === 'Processed' && (
        <p className="mt-3 text-sm break-words text-soft">
          {t('sentTo', { email: order.buyer.email })}
        </p>
      )}
    </Card>
  )
}
