import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { tetriOf } from '../amounts.ts'
import type { Contact } from '../contact.ts'
import { useTexts } from '../texts.ts'

interface CashFieldsProps {
  readonly given: string
  readonly totalMinor: number
  readonly contact: Contact
  readonly onGiven: (given: string) => void
  readonly onContact: (contact: Contact) => void
}

/** Cash received, change, and optional contact details of the buyer. */
export function CashFields({ given, totalMinor, contact, onGiven, onContact }: CashFieldsProps) {
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
          value={contact.buyerEmail}
          onChange={({ target }) => onContact({ ...contact, buyerEmail: target.value })}
        />
        <TextField
          label={t('buyerPhone')}
          type="tel"
          value={contact.buyerPhone}
          onChange={({ target }) => onContact({ ...contact, buyerPhone: target.value })}
        />
      </div>
      <p className="text-note text-soft">{t('contactNote')}</p>
      {change.amount > 0 && (
        <p className="figures text-lead font-semibold">
          {t('change', { amount: formatMoney(locale, change) })}
        </p>
      )}
    </>
  )
}
