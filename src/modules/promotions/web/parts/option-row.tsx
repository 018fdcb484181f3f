import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney, formatPercent } from '#kernel/format.ts'
import { changeOrderOption, type OfficeOptionView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { tetriOf } from '#design/forms/field-values.ts'
import { Tick } from './code-form.tsx'
import { PromotionLine } from './promotion-line.tsx'
import { itemText, sourceName } from './source-scope.tsx'
import { Uses } from './uses.tsx'

/** An option: its price, whether it is offered, and how often it was chosen. */
export function OptionRow({ option }: { option: OfficeOptionView }) {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const { optionId, source, item, merchantName, percent, amountMax } = option

  const { form, problemOf, isWaiting, isSent, refusal } = useForm({
    call: changeOrderOption,
    async send(_, data) {
      const amount = tetriOf(data, 'amount') ?? 0
      const body = { optionId, amount, isActive: data.has('isActive') }
      await browserClient(locale).send(changeOrderOption, { body })
      await revalidate()
    },
  })

  return (
    <PromotionLine
      name={option.name[locale]}
      state={option.isActive ? 'on' : 'off'}
      facts={[
        t(`pricing-${option.pricing}`),
        percent !== null && formatPercent(locale, percent * 100),
        amountMax && t('upTo', { amount: formatMoney(locale, amountMax) }),
        item ? itemText(item) : source && sourceName(t, source),
        merchantName && t('ofMerchant', { name: merchantName[locale] }),
        option.beneficiary,
      ]}
      figures={[
        t('soldOption', { count: option.soldCount, sum: formatMoney(locale, option.sold) }),
      ]}
      panels={[{ label: t('uses'), content: <Uses optionId={optionId} /> }]}
    >
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
        <output className="pb-2.5 text-good">{isSent && t('saved')}</output>
      </form>
    </PromotionLine>
  )
}
