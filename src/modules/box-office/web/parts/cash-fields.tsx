import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { tetriOf } from '../amounts.ts'
import { useTexts } from '../texts.ts'

interface CashFieldsProps {
  readonly given: string
  readonly totalMinor: number
  readonly email: string
  readonly onGiven: (given: string) => void
  readonly onEmail: (email: string) => void
}

/** Cash received, change, and an email address for the tickets. */
export function CashFields({ given, totalMinor, email, onGiven, onEmail }: CashFieldsProps) {
  const t = useTexts()
  const locale = useLocale()
  const givenMinor = given === '' ? totalMinor : tetriOf(given)
  const change = { amount: (givenMinor ?? 0) - totalMinor, currency: 'GEL' } as const
  return (
    <>
      <div className="grid gap-near tablet:grid-cols-2">
        <TextField
          label={t('given')}
          hint={t('givenNote')}
          error={givenMinor === null ? t('numberWrong') : null}
          inputMode="decimal"
          value={given}
          onChange={({ target }) => onGiven(target.value)}
        />
        <TextField
          label={t('buyerEmail')}
          type="email"
          value={email}
          onChange={({ target }) => onEmail(target.value)}
        />
      </div>
      {change.amount > 0 && (
        <p className="figures text-lead font-semibold">
          {t('change', { amount: formatMoney(locale, change) })}
        </p>
      )}
    </>
  )
}
