import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'
import { useTexts } from '../texts.ts'

interface ChangeTermsProps {
  readonly fee: Money
  /** Deadline, and the time zone of the departure. */
  readonly until: string
  readonly timeZone: string
}

/** What changing a ticket costs, and until when. */
export function ChangeTerms({ fee, until, timeZone }: ChangeTermsProps) {
  const t = useTexts()
  const locale = useLocale()
  const date = formatDateTime(locale, until, timeZone).replaceAll(' ', '\u00a0')
  return fee.amount === 0
    ? t('termsChangeFree', { date })
    : t('termsChange', { price: formatMoney(locale, fee), date })
}
