import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { tetriOf } from '../amounts.ts'
import { useTexts } from '../texts.ts'

interface CashFieldsProps {
  readonly given: string
  readonly totalMinor: number
  readonly onGiven: (given: string) => void
}

/** Cash received, and change. */
export function CashFields({ given, totalMinor, onGiven }: CashFieldsProps) {
  const t = useTexts()
  const locale = useLocale()
  const givenMinor = given === '' ? totalMinor : tetriOf(given)
  const change = { amount: (givenMinor ?? 0) - totalMinor, currency: 'GEL' } as const
  return (
    <>
      <TextField
        label={t('given')}
        hint={t('givenNote')}
        error={givenMinor === null ? t('numberWrong') : null}
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
