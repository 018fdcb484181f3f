import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMoney } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import type { EventMapView, TicketTypeView } from '#modules/events/contract.ts'
import { useKindsTexts } from '../kinds-texts.ts'
import { useChoosingTexts } from '../choosing-texts.ts'

/** The price of a ticket; for a foreign price also the charged amount: `45 € ≈ 141,75 ₾`. */
export function priceText(locale: Locale, { total, foreign }: TicketTypeView): string {
  const charged = formatMoney(locale, total)
  if (!foreign || foreign.rate === null) return charged
  return `${formatMoney(locale, foreign.total)} ≈ ${charged}`
}

export function TypePrice({ type }: { type: TicketTypeView }) {
  const t = useChoosingTexts()
  const locale = useLocale()
  return <>{type.total.amount === 0 ? t('free') : priceText(locale, type)}</>
}

/** The exchange rates of an event's prices, or a note that there is none. */
export function RateNote({ map }: { map: EventMapView }) {
  const k = useKindsTexts()
  const locale = useLocale()
  const foreign = map.ticketTypes.flatMap((type) => type.foreign ?? [])
  const rates = new Map(foreign.map((price) => [price.total.currency, price]))
  if (rates.size === 0) return null
  return (
    <div className="mt-4 text-sm text-soft">
      {[...rates].map(([currency, { rate, ratedOn }]) => (
        <p key={currency} className="figures">
          {rate !== null && ratedOn !== null
            ? k('rate', {
                currency,
                rate: locale === 'ka' ? rate.replace('.', ',') : rate,
                date: formatDate(locale, `${ratedOn}T12:00:00Z`),
              })
            : k('noRate')}
        </p>
      ))}
    </div>
  )
}
