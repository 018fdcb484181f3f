import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { useTexts } from '../texts.ts'
import type { Cash } from './use-cash.ts'

/** Cash received, and change. */
export function CashFields({ cash }: { readonly cash: Cash }) {
  const t = useTexts()
  const locale = useLocale()
  const { given, givenMinor, totalMinor, missingMinor, onGiven } = cash
  const change = { amount: (givenMinor ?? 0) - totalMinor, currency: 'GEL' } as const
  const missing = formatMoney(locale, { amount: missingMinor, currency: 'GEL' })
  const error =
    givenMinor === null ? t('numberWrong') : missingMinor > 0 && t('cashMissing', { missing })
  return (
    <>
      <TextField
        label={t('given')}
        hint={t('givenNote')}
        error={error || null}
        inputMode="decimal"
        value={given}
        onChange={({ target }) => onGiven(target.value)}
      />
      {change.amount > 0 && (
        <p className="figures text-lead font-semibold">
          {t('change', { amount: formatMoney(locale, change) })}
        </p>
      )}
    </>
  )
}
