import { Check, Clock } from 'lucide-react'
import { useLocale } from '#design/texts.tsx'
import { Card } from '#design/parts/card.tsx'
import { formatDate, formatMoney } from '#kernel/format.ts'
import { contentsInWords } from '#modules/orders/contents.ts'
import type { OrderTicketsView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** Returns, with the state of their refunds, and how much of the order they are together. */
export function ReturnedList({ returns, order }: Pick<OrderTicketsView, 'returns' | 'order'>) {
  const t = useTexts()
  const locale = useLocale()
  if (returns.length === 0) return null
  return (
    <Card as="section" aria-labelledby="returned">
      <h2 id="returned" className="font-display text-lg font-bold">
        {t('returnsTitle')}
      </h2>
      <ul className="mt-2 divide-y divide-rule">
        {returns.map((one) => (
          <li key={one.at} className="py-2.5">
            <p className="flex justify-between gap-4">
              <span>
                {t('returnedTickets', {
                  kind: one.isExchange ? 'exchanged' : one.kind,
                  contents: contentsInWords(t, one),
                })}
                <span className="block text-sm text-soft">{formatDate(locale, one.at)}</span>
              </span>
              {(!one.isExchange || one.back.amount > 0) && (
                <span className="figures shrink-0 font-semibold">
                  {formatMoney(locale, one.back)}
                </span>
              )}
            </p>
            {one.isPending && (
              <p className="mt-1 flex gap-2 text-sm">
                <Clock size={18} aria-hidden="true" className="shrink-0 text-soft" />
                {t('returnAsked')}
              </p>
            )}
            {one.to.map((part) => (
              <p key={part.kind + String(part.isDone)} className="mt-1 flex gap-2 text-sm">
                {part.isDone ? (
                  <Check size={18} aria-hidden="true" className="shrink-0 text-good" />
                ) : (
                  <Clock size={18} aria-hidden="true" className="shrink-0 text-soft" />
                )}
                {t(part.isDone ? 'returnDone' : 'returnPending', {
                  kind: part.kind,
                  amount: formatMoney(locale, part.amount),
                })}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <RefundedOf returns={returns} order={order} />
    </Card>
  )
}

function RefundedOf({ returns, order }: Pick<OrderTicketsView, 'returns' | 'order'>) {
  const t = useTexts()
  const locale = useLocale()
  const { total } = order.totals
  const back = returns.reduce((sum, one) => sum + one.back.amount, 0)
  if (back === 0 || back >= total.amount) return null
  return (
    <p className="border-t border-rule pt-2.5 font-semibold">
      {t('refundedOf', {
        part: formatMoney(locale, { ...total, amount: back }),
        whole: formatMoney(locale, total),
      })}
    </p>
  )
}
