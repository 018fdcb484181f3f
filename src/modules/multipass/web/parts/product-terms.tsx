import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMoney } from '#kernel/format.ts'
import type { PassProductView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

const dayTexts = ['day1', 'day2', 'day3', 'day4', 'day5', 'day6', 'day7'] as const

/** The terms of a pass, one short line each. */
export function ProductTerms({ product }: { product: PassProductView }) {
  const t = useTexts()
  const locale = useLocale()
  const { timeZone, weekdays, hourFrom, hourUntil, validDays, validDaysFrom, sources } = product
  // A line ends between the dates.
  const date = (at: string) =>
    formatDate(locale, at, { timeZone, year: true }).replaceAll(' ', '\u00a0')
  const lines = [
    t('validBetween', { from: date(product.validFrom), until: date(product.validUntil) }),
    validDays !== null &&
      t(validDaysFrom === 'first-use' ? 'daysFromFirstUse' : 'daysFromSale', { days: validDays }),
    sources !== null &&
      sources.length > 0 &&
      t('paysOnly', { what: sources.map((source) => sourceName(t, source)).join(', ') }),
    weekdays !== null && weekdays.map((day) => t(dayTexts[day - 1] ?? 'day1')).join(', '),
    (hourFrom !== null || hourUntil !== null) &&
      t('hours', { from: hourFrom ?? 0, until: hourUntil ?? 24 }),
    product.valueMax && t('valueMax', { amount: formatMoney(locale, product.valueMax) }),
    sources?.length !== 0 && t(product.paysFees ? 'feesToo' : 'feesApart'),
    product.isAtDoor && t('atDoor'),
  ].filter((line) => line !== false && line !== null)
  return (
    <ul className="space-y-1 text-note text-soft">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function sourceName(t: ReturnType<typeof useTexts>, source: string): string {
  if (source === 'event') return t('sourceEvent')
  if (source === 'film' || source === 'cinema') return t('sourceFilm')
  return t('sourceJourney')
}
