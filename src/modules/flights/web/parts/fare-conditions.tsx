import { FoldOut } from '#design/parts/fold-out.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'
import type { PriceDetailView } from '../../shapes.ts'
import { sumOfSeats } from '../seat-choice.ts'
import { useTexts } from '../texts.ts'

type Fare = Pick<PriceDetailView, 'fare' | 'rules' | 'refundEstimate' | 'total'> & {
  /** Seats that are already paid. */
  readonly seats?: readonly { readonly price: Money }[]
  /** Whether the airline changed the flights, in which case no fees apply. */
  readonly isChanged?: boolean
}

/** The cost of a return for all passengers, shown before payment. */
function useCancelCost({ fare, refundEstimate, total, isChanged }: Fare): string {
  const t = useTexts()
  const locale = useLocale()
  if (isChanged) return t('cancelChanged')
  if (fare.refund === 'none') return t('cancelNone', { total: formatMoney(locale, total) })
  if (fare.refund === 'free' || fare.refundFee === null) return t('cancelFree')
  return t('cancelFee', {
    kept: formatMoney(locale, refundEstimate.kept),
    back: formatMoney(locale, refundEstimate.back),
  })
}

/** Conditions of a fare: refund and change are visible, the rest is folded. */
export function FareConditions(price: Fare) {
  const t = useTexts()
  const locale = useLocale()
  const cost = useCancelCost(price)
  const forSeats = sumOfSeats(price.seats ?? [])
  const isOpen = ({ about }: Fare['rules'][number]) =>
    !price.isChanged && (about === 'refund' || about === 'change')
  return (
    <div className="not-first:mt-group not-first:border-t not-first:border-rule not-first:pt-near">
      <h3 className="font-semibold">{t('rules')}</h3>
      <p className="mt-1">{cost}</p>
      {forSeats && forSeats.amount > 0 && price.fare.refund !== 'none' && !price.isChanged && (
        <p className="mt-1">{t('cancelSeats', { sum: formatMoney(locale, forSeats) })}</p>
      )}
      <Rules rules={price.rules.filter(isOpen)} />
      <FoldOut title={t('rulesMore')} className="mt-near">
        <Rules rules={price.rules.filter((rule) => !isOpen(rule))} />
      </FoldOut>
    </div>
  )
}

/** List of conditions. */
export function Rules({ rules }: Pick<Fare, 'rules'>) {
  return (
    <dl className="space-y-near py-near">
      {rules.map(({ about, title, text }) => (
        <div key={about}>
          <dt className="text-note font-semibold">{title}</dt>
          <dd className="text-note text-soft">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
