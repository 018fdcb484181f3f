import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { changeOrderOption, type OfficeOptionView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { tetriOf } from '#design/forms/field-values.ts'
import { Tick } from './code-form.tsx'
import { Uses } from './uses.tsx'

/** An option: its price, whether it is offered, and how often it was chosen. */
export function OptionRow({ option }: { option: OfficeOptionView }) {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const { optionId, eventId, source, itemId, merchantId, percent, amountMax } = option

  const { form, problemOf, isWaiting, isSent, refusal } = useForm({
    call: changeOrderOption,
    async send(_, data) {
      const amount = tetriOf(data, 'amount') ?? 0
      const body = { optionId, amount, isActive: data.has('isActive') }
      await browserClient(locale).send(changeOrderOption, { body })
      await revalidate()
    },
  })

  const facts = [
    t(`pricing-${option.pricing}`),
    percent !== null && `${percent}%`,
    amountMax && t('upTo', { amount: formatMoney(locale, amountMax) }),
    eventId === null
      ? source && [source, itemId].filter((part) => part !== null).join(' ')
      : t('ofEvent', { id: eventId }),
    merchantId !== null && t('ofMerchant', { id: merchantId }),
    option.beneficiary,
  ].filter(Boolean)
  return (
    <li className="border-b border-rule py-4">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-semibold">{option.name[locale]}</span>
        <span className="figures text-soft">{facts.join(' · ')}</span>
        {!option.isActive && <span className="text-warn">{t('isOff')}</span>}
      </p>
      <p className="figures mt-1 text-soft">
        {t('soldOption', { count: option.soldCount, sum: formatMoney(locale, option.sold) })}
      </p>
      {refusal && <Notice>{refusal}</Notice>}
      <form {...form} className="mt-2 flex flex-wrap items-end gap-x-6 gap-y-2">
        <TextField
          label={option.pricing === 'share' || option.pricing === 'free' ? t('least') : t('price')}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={option.amount.amount / 100}
          error={problemOf('amount')}
        />
        <Tick name="isActive" label={t('isOffered')} isOn={option.isActive} />
        <Button
          type="submit"
          look="quiet"
          aria-label={`${t('save')}: ${option.name[locale]}`}
          isWaiting={isWaiting}
          waitingText={t('saving')}
        >
          {t('save')}
        </Button>
        <output className="pb-2.5 text-soft">{isSent && t('saved')}</output>
      </form>
      <Uses optionId={optionId} name={option.name[locale]} />
    </li>
  )
}
