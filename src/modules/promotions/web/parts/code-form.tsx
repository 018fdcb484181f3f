import { useRevalidator } from 'react-router'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { browserClient } from '#design/data/browser-calls.ts'
import { fieldLari, fieldMoment, figureOf, filled } from '#design/forms/field-values.ts'
import { fieldsOf } from '#design/forms/fields-of.tsx'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PickedField } from '#design/parts/picked-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { findSubjects } from '#modules/catalogue/office-contract.ts'
import { savePromoCode, type OfficeCodeView } from '../../contract.ts'
import { codeTermsOf, problemsOfCode } from '../../code-form-shapes.ts'
import { useTexts } from '../texts.ts'
import { SourceScope, type SellingSource } from './source-scope.tsx'

interface CodeFormProps {
  /** The code to change; absent for a new one. */
  readonly code?: OfficeCodeView
  /** Creates a batch of codes. */
  readonly isBatch?: boolean
  /** Sources that are in operation. */
  readonly sources: readonly SellingSource[]
  /** Called with the new code; with null after a batch. */
  readonly onMade?: (code: string | null) => void
}

/** Form that creates or changes a promo code, or creates a batch. */
export function CodeForm({ code, isBatch = false, sources, onMade }: CodeFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const { form, problemOf, isWaiting, isSent, refusal, isChanged } = useForm({
    call: savePromoCode,
    async send(_, data) {
      const body = {
        ...termsOf(data),
        ...(code && { codeId: code.codeId }),
        ...(isBatch && { count: figureOf(data, 'count') ?? 0 }),
      }
      const made = await browserClient(locale).send(savePromoCode, { body })
      await revalidate()
      onMade?.(made.code?.code ?? null)
    },
    check: (_, data) =>
      Object.fromEntries(
        Object.entries(problemsOfCode(data)).map(([name, problem]) => [name, t(problem)]),
      ),
    refusedField: { PromoCodeTaken: 'code', PromoCodeUsedUp: 'quantity' },
    isGuarded: true,
  })
  return (
    <form {...form} className="card card-sunk space-y-4">
      {isChanged && <LeaveGuard isOn />}
      {refusal && <Notice>{refusal}</Notice>}
      <NameFields code={code} isBatch={isBatch} problemOf={problemOf} />
      <PriceFields code={code} isBatch={isBatch} problemOf={problemOf} />
      <SourceScope code={code} sources={sources} problemOf={problemOf} />
      <ScopeFields code={code} isBatch={isBatch} problemOf={problemOf} />
      <div className="flex flex-wrap gap-x-8">
        <Tick name="isActive" label={t('isActive')} isOn={code?.isActive ?? true} />
        <Tick name="isCombined" label={t('isCombined')} isOn={code?.isCombined ?? false} />
        <Tick name="buyerPaysFees" label={t('buyerPaysFees')} isOn={code?.freeFees === 'buyer'} />
        <Tick name="isMerchants" label={t('isMerchants')} isOn={code?.borneBy === 'merchant'} />
      </div>
      <SubmitBar isWaiting={isWaiting} waitingText={t('saving')} done={isSent && t('saved')}>
        {isBatch ? t('makeBatch') : t('save')}
      </SubmitBar>
    </form>
  )
}

function termsOf(form: FormData) {
  return {
    ...codeTermsOf(form),
    source: filled(form, 'source'),
    itemIds: filled(form, 'itemIds')?.split(',').map(Number),
    groups: filled(form, 'groups')?.split(','),
    merchantId: figureOf(form, 'merchantId'),
    borneBy: form.has('isMerchants') ? ('merchant' as const) : ('house' as const),
  }
}

interface FieldsProps {
  readonly code: OfficeCodeView | undefined
  readonly isBatch: boolean
  readonly problemOf: (name: string) => string | null
}

function NameFields({ code, isBatch, problemOf }: FieldsProps) {
  const t = useTexts()
  const field = fieldsOf(problemOf)
  return (
    <div className="field-grid tablet:grid-cols-3">
      {field('code', {
        label: isBatch ? t('prefix') : t('code'),
        hint: isBatch ? t('prefixHint') : t('codeHint'),
        maxLength: 40,
        defaultValue: code?.code ?? '',
      })}
      {isBatch && field('count', { label: t('count'), hint: t('countHint'), inputMode: 'numeric' })}
      {field('note', {
        label: isBatch ? t('batchName') : t('note'),
        hint: t('noteHint'),
        maxLength: 200,
        defaultValue: code?.note ?? '',
      })}
    </div>
  )
}

function PriceFields({ code, problemOf }: FieldsProps) {
  const t = useTexts()
  const field = fieldsOf(problemOf)
  const decimal = { inputMode: 'decimal' } as const
  return (
    <div className="field-grid tablet:grid-cols-4">
      {field('percent', { ...decimal, label: t('percent'), defaultValue: code?.percent ?? '' })}
      {field('amount', { ...decimal, label: t('amount'), defaultValue: fieldLari(code?.amount) })}
      {field('amountMax', {
        ...decimal,
        label: t('amountMax'),
        defaultValue: fieldLari(code?.amountMax),
      })}
      {field('ticketsMin', {
        ...decimal,
        label: t('ticketsMin'),
        defaultValue: code?.ticketsMin.amount ? fieldLari(code.ticketsMin) : '',
      })}
    </div>
  )
}

function ScopeFields({ code, isBatch, problemOf }: FieldsProps) {
  const t = useTexts()
  const field = fieldsOf(problemOf)
  const numeric = { inputMode: 'numeric' } as const
  const moment = { type: 'datetime-local' } as const
  return (
    <>
      <div className="field-grid tablet:grid-cols-3">
        {!isBatch &&
          field('quantity', {
            ...numeric,
            label: t('quantity'),
            defaultValue: code?.quantity ?? '',
          })}
        {field('perCustomerMax', {
          ...numeric,
          label: t('perCustomerMax'),
          defaultValue: code?.perCustomerMax ?? '',
        })}
        <Organiser code={code} error={problemOf('merchantId')} />
      </div>
      <div className="field-grid tablet:grid-cols-2">
        {field('validFrom', {
          ...moment,
          label: t('validFrom'),
          defaultValue: fieldMoment(code?.validFrom),
        })}
        {field('validUntil', {
          ...moment,
          label: t('validUntil'),
          defaultValue: fieldMoment(code?.validUntil),
        })}
      </div>
    </>
  )
}

/** The organiser whose tickets a code is for. */
function Organiser(props: {
  readonly code: OfficeCodeView | undefined
  readonly error: string | null
}) {
  const t = useTexts()
  const locale = useLocale()
  const { code, error } = props
  const initial = code?.merchantName
    ? { key: String(code.merchantId), label: code.merchantName[locale] }
    : null
  return (
    <PickedField
      label={t('organiser')}
      hint={t('organiserHint')}
      error={error}
      initial={initial}
      fieldsOf={(option) => ({ merchantId: option?.key ?? '' })}
      suggest={async (text, signal) => {
        const input = { query: { kinds: ['merchant' as const], text } }
        const found = await browserClient(locale).send(findSubjects, input, { signal })
        return found.subjects.map(({ id, name }) => ({ key: String(id), label: name }))
      }}
    />
  )
}

export function Tick(props: { name: string; label: string; isOn: boolean }) {
  return <Checkbox label={props.label} name={props.name} defaultChecked={props.isOn} />
}
