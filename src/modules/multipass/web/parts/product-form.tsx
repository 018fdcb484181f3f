import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { browserClient } from '#design/data/browser-calls.ts'
import { fieldsOf } from '#design/forms/fields-of.tsx'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Checkbox, ChoiceGroup } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import {
  savePassProduct,
  type OfficeProductView,
  type readPassProducts,
} from '../../office-contract.ts'
import { bodyOf, dayOf, lariOf } from '../product-values.ts'
import { useOfficeTexts } from '../texts.ts'

export type FormChoices = Pick<ReplyOf<typeof readPassProducts>, 'sources' | 'merchants'>

interface ProductFormProps {
  /** The pass to change; a new one when absent. */
  readonly product?: OfficeProductView
  readonly choices: FormChoices
}

/** Form for creating or changing a pass. */
export function ProductForm({ product, choices }: ProductFormProps) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const { form, problemOf, isWaiting, isSent, refusal, isChanged } = useForm({
    async send(_, data) {
      const body = { ...bodyOf(data, product), ...(product && { productId: product.productId }) }
      await browserClient(locale).send(savePassProduct, { body })
      await revalidate()
    },
    isGuarded: true,
  })
  const fields = { product, problemOf }
  return (
    <form {...form} className="card card-sunk space-y-4">
      {isChanged && <LeaveGuard isOn />}
      {refusal && <Notice>{refusal}</Notice>}
      <NameFields {...fields} merchants={choices.merchants} />
      <SaleFields {...fields} />
      <ValidityFields {...fields} />
      <ScopeFields {...fields} sources={choices.sources} />
      <div className="flex flex-wrap gap-x-8">
        <Checkbox
          label={t('paysFees')}
          name="paysFees"
          defaultChecked={product?.paysFees ?? true}
        />
        <Checkbox
          label={t('isAtDoor')}
          name="isAtDoor"
          defaultChecked={product?.isAtDoor ?? false}
        />
        <Checkbox
          label={t('isActive')}
          name="isActive"
          defaultChecked={product?.isActive ?? true}
        />
      </div>
      <SubmitBar isWaiting={isWaiting} waitingText={t('saving')} done={isSent && t('saved')}>
        {t('save')}
      </SubmitBar>
    </form>
  )
}

interface FieldsProps {
  readonly product: OfficeProductView | undefined
  readonly problemOf: (name: string) => string | null
}

const numeric = { inputMode: 'numeric' } as const
const decimal = { inputMode: 'decimal' } as const

function NameFields({
  product,
  problemOf,
  merchants,
}: FieldsProps & Pick<FormChoices, 'merchants'>) {
  const t = useOfficeTexts()
  const field = fieldsOf(problemOf)
  const text = (name: 'nameKa' | 'nameEn' | 'descriptionKa' | 'descriptionEn', maxLength: number) =>
    field(name, { label: t(name), required: true, maxLength, defaultValue: product?.[name] ?? '' })
  return (
    <div className="field-grid tablet:grid-cols-2">
      {text('nameKa', 80)}
      {text('nameEn', 80)}
      {text('descriptionKa', 400)}
      {text('descriptionEn', 400)}
      <Select
        label={t('merchant')}
        name="merchantId"
        error={problemOf('merchantId')}
        defaultValue={product?.merchantId ?? merchants[0]?.merchantId}
      >
        {merchants.map(({ merchantId, name }) => (
          <option key={merchantId} value={merchantId}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

function SaleFields({ product, problemOf }: FieldsProps) {
  const t = useOfficeTexts()
  const field = fieldsOf(problemOf)
  const whole = (
    name: 'uses' | 'topUpUses' | 'cardsMax' | 'usesPerOrderMax',
    initial: number | '',
    hint?: string,
  ) => field(name, { ...numeric, label: t(name), hint, defaultValue: product?.[name] ?? initial })
  return (
    <div className="field-grid tablet:grid-cols-2 desk:grid-cols-4">
      {whole('uses', 10)}
      {field('price', { ...decimal, label: t('price'), defaultValue: lariOf(product?.price) })}
      {whole('topUpUses', '', t('topUpHint'))}
      {field('topUpPrice', {
        ...decimal,
        label: t('topUpPrice'),
        hint: t('topUpHint'),
        defaultValue: lariOf(product?.topUpPrice),
      })}
      {whole('cardsMax', 1_000)}
      {whole('usesPerOrderMax', 4)}
      {field('valueMax', {
        ...decimal,
        label: t('valueMax'),
        hint: t('valueMaxHint'),
        defaultValue: lariOf(product?.valueMax),
      })}
    </div>
  )
}

function ValidityFields({ product, problemOf }: FieldsProps) {
  const t = useOfficeTexts()
  const field = fieldsOf(problemOf)
  const date = { type: 'date', required: true } as const
  // Read once, so that server and browser render the same date.
  const [today] = useState(() => new Date().toISOString())
  return (
    <div className="field-grid tablet:grid-cols-2 desk:grid-cols-4">
      {field('validFrom', {
        ...date,
        label: t('validFrom'),
        defaultValue: dayOf(product?.validFrom ?? today),
      })}
      {field('validUntil', {
        ...date,
        label: t('validUntil'),
        defaultValue: product ? dayOf(product.validUntil) : '',
      })}
      {field('validDays', {
        ...numeric,
        label: t('validDays'),
        hint: t('validDaysHint'),
        defaultValue: product?.validDays ?? '',
      })}
      <Select
        label={t('validDaysFrom')}
        name="validDaysFrom"
        error={problemOf('validDaysFrom')}
        defaultValue={product?.validDaysFrom ?? ''}
      >
        <option value="">{t('validDaysNone')}</option>
        <option value="sale">{t('fromSale')}</option>
        <option value="first-use">{t('fromFirstUse')}</option>
      </Select>
    </div>
  )
}

const dayTexts = ['day1', 'day2', 'day3', 'day4', 'day5', 'day6', 'day7'] as const
const sourceTexts = {
  event: 'source-event',
  cinema: 'source-cinema',
  transport: 'source-transport',
  flight: 'source-flight',
} as const

function ScopeFields({ product, problemOf, sources }: FieldsProps & Pick<FormChoices, 'sources'>) {
  const t = useOfficeTexts()
  const field = fieldsOf(problemOf)
  const sourceName = (source: string) => {
    const key = sourceTexts[source as keyof typeof sourceTexts]
    return key ? t(key) : source
  }
  return (
    <div className="grid gap-4 tablet:grid-cols-2">
      <ChoiceGroup legend={t('scope')} hint={t('scopeHint')} error={problemOf('sources')}>
        {sources.map((source) => (
          <Checkbox
            key={source}
            label={sourceName(source)}
            name="source"
            value={source}
            defaultChecked={product?.sources?.includes(source) ?? false}
          />
        ))}
        <Checkbox
          label={t('doorOnly')}
          name="isDoorOnly"
          defaultChecked={product?.sources?.length === 0}
        />
      </ChoiceGroup>
      <ChoiceGroup legend={t('weekdays')} hint={t('weekdaysHint')} error={problemOf('weekdays')}>
        <div className="grid grid-cols-2">
          {dayTexts.map((word, index) => (
            <Checkbox
              key={word}
              label={t(word)}
              name="weekday"
              value={index + 1}
              defaultChecked={product?.weekdays?.includes(index + 1) ?? false}
            />
          ))}
        </div>
      </ChoiceGroup>
      {field('hourFrom', {
        ...numeric,
        label: t('hourFrom'),
        defaultValue: product?.hourFrom ?? '',
      })}
      {field('hourUntil', {
        ...numeric,
        label: t('hourUntil'),
        defaultValue: product?.hourUntil ?? '',
      })}
      {field('merchantIds', {
        label: t('merchantIds'),
        defaultValue: product?.merchantIds?.join(', ') ?? '',
      })}
    </div>
  )
}
