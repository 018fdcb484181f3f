import { Card } from '#design/parts/card.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { SoldView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { PrintButtons } from './print-buttons.tsx'

/** The last sale: change, places, prints. */
export function Sold({ sold }: { sold: SoldView }) {
  const t = useTexts()
  const locale = useLocale()
  const { orderNumber, total, change, tickets } = sold
  return (
    <Card tone="good" as="output" className="block">
      <p className="figures font-semibold">{t('sold', { orderNumber })}</p>
      <Dotted
        className="figures"
        facts={[
          t('total', { amount: formatMoney(locale, total) }),
          change.amount > 0 && (
            <strong key="change">{t('change', { amount: formatMoney(locale, change) })}</strong>
          ),
        ]}
      />
      <ul className="mt-1 space-y-1">
        {tickets.map(({ ticketIdentifier, place }) => (
          <li key={ticketIdentifier}>{place}</li>
        ))}
      </ul>
      <PrintButtons orderNumber={orderNumber} />
    </Card>
  )
}
