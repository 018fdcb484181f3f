import type { FormEvent } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { changeOrderOption, type OfficeOptionView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { tetriOf, useSave } from '../use-save.ts'
import { Tick } from './code-form.tsx'
import { Uses } from './uses.tsx'

/** Something to choose beside tickets: what it costs, whether it is offered, how often it was chosen. */
export function OptionRow({ option }: { option: OfficeOptionView }) {
  const t = useTexts()
  const locale = useLocale()
  const saving = useSave()
  const { optionId, eventId, source, itemId, merchantId, percent, amountMax } = option

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = {
      optionId,
      amount: tetriOf(form, 'amount') ?? 0,
      isActive: form.has('isActive'),
    }
    void saving.save(() => browserClient(locale).send(changeOrderOption, { body }))
  }

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
      {saving.refusal !== null && <Notice>{saving.refusal}</Notice>}
      <form onSubmit={send} className="mt-2 flex flex-wrap items-end gap-x-6 gap-y-2" noValidate>
        <TextField
          label={option.pricing === 'share' || option.pricing === 'free' ? t('least') : t('price')}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={option.amount.amount / 100}
          error={saving.problemOf('amount')}
        />
        <Tick name="isActive" label={t('isOffered')} isOn={option.isActive} />
        <Button type="submit" look="quiet" isWaiting={saving.isSaving} waitingText={t('saving')}>
          {t('save')}
        </Button>
        <output className="pb-2.5 text-soft">{saving.isSaved && t('saved')}</output>
      </form>
      <Uses optionId={optionId} />
    </li>
  )
}
