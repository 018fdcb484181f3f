import { Card } from '#design/parts/card.tsx'
import { Price } from '#design/parts/price.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatPercent } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'
import type { MerchantMoneyView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** Without agreed terms everything is kept until the dates are over. */
const reserveWithoutTerms = 10_000

type StandingView = Pick<MerchantMoneyView, 'owed' | 'reserved' | 'inTransit' | 'terms'>

/** The balance of an organiser in four sums, and why nothing is free when more is kept than owed. */
export function Standing({ view }: { view: StandingView }) {
  const t = useTexts()
  const locale = useLocale()
  const { owed, reserved, inTransit, terms } = view
  const isBelow = owed.amount < 0
  const free = Math.max(0, owed.amount - reserved.amount)
  const figures: readonly (readonly [string, Money])[] = [
    [t(isBelow ? 'owedNegative' : 'owed'), { ...owed, amount: Math.abs(owed.amount) }],
    [t('reserved'), reserved],
    [t('available'), { ...owed, amount: free }],
    [t('inTransit'), inTransit],
  ]
  const percent = formatPercent(locale, terms?.reserveBasisPoints ?? reserveWithoutTerms)
  return (
    <>
      <dl className="grid grid-cols-1 gap-near tablet:grid-cols-2 desk:grid-cols-4">
        {figures.map(([name, amount]) => (
          <Card key={name} look="sunk">
            <dt className="text-note text-soft">{name}</dt>
            <dd className="figures mt-1 text-xl font-bold">
              <Price money={amount} />
            </dd>
          </Card>
        ))}
      </dl>
      {reserved.amount > 0 && (
        <p className="mt-near max-w-3xl text-note text-soft">
          {reserved.amount > owed.amount ? t('reservedAbove', { percent }) : t('reservedNote')}
        </p>
      )}
    </>
  )
}
