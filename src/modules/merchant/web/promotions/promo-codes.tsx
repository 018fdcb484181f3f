import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { fieldMoment, figureOf, filled, momentOf, tetriOf } from '#design/forms/field-values.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Checkbox, ChoiceGroup } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField, type TextFieldProps } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import type { PromoCodeView } from '#modules/promotions/contract.ts'
import { saveOwnPromoCode, type PromotionsView } from '../../promotions-contract.ts'
import { useTexts } from '../texts.ts'

type Shows = PromotionsView['shows']

interface CodeRowProps {
  readonly code: PromoCodeView
  readonly shows: Shows
  readonly onSaved: (office: PromotionsView) => void
}

/** A promo code with what it does and how often it was used. */
export function CodeRow({ code, shows, onSaved }: CodeRowProps) {
  const t = useTexts()
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const { percent, amount, amountMax, ticketsMin, quantity, usedCount, eventIds, isActive } = code
  const facts = [
    percent !== null && `−${percent} %`,
    amount && `−${formatMoney(locale, amount)}`,
    amountMax && t('promoUpTo', { amount: formatMoney(locale, amountMax) }),
    ticketsMin.amount > 0 && t('promoFromSum', { amount: formatMoney(locale, ticketsMin) }),
    eventIds && t('showDates', { count: eventIds.length }),
    code.validFrom && t('promoFrom', { at: formatDateTime(locale, code.validFrom) }),
    code.validUntil && t('promoUntil', { at: formatDateTime(locale, code.validUntil) }),
    quantity === null
      ? t('promoUsed', { used: usedCount })
      : t('promoUsedOf', { used: usedCount, quantity }),
    t('promoTaken', { amount: formatMoney(locale, code.takenOff) }),
  ].filter(Boolean)
  return (
    <li className="py-near">
      <div className="flex flex-wrap items-center gap-x-group gap-y-1">
        <span className="figures font-semibold break-all">{code.code}</span>
        <Badge tone={isActive ? 'good' : undefined}>{t(isActive ? 'isOn' : 'isOff')}</Badge>
        <span className="min-w-0 grow text-soft">{code.note}</span>
        <Button
          look="plain"
          aria-expanded={isOpen}
          aria-label={t('promoChange', { code: code.code })}
          onClick={() => setOpen(!isOpen)}
        >
          {t('change')}
        </Button>
      </div>
      <p className="figures text-note text-soft">{facts.join(' · ')}</p>
      {isOpen && (
        <CodeForm
          code={code}
          shows={shows}
          onSaved={(office) => {
            setOpen(false)
            onSaved(office)
          }}
        />
      )}
    </li>
  )
}

interface CodeFormProps {
  /** Absent: a new one. */
  readonly code?: PromoCodeView
  readonly isBatch?: boolean
  readonly shows: Shows
  readonly onSaved: (office: PromotionsView) => void
}

/** Writes a promo code that the organiser pays for, or a batch of them. */
export function CodeForm({ code, isBatch = false, shows, onSaved }: CodeFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const { form, problemOf, isWaiting, refusal } = useForm({
    call: saveOwnPromoCode,
    async send(_, data) {
      const body = {
        ...termsOf(data),
        ...(code && { codeId: code.codeId }),
        ...(isBatch && { count: figureOf(data, 'count') ?? 0 }),
      }
      onSaved(await browserClient(locale).send(saveOwnPromoCode, { body }))
    },
    refusedField: { PromoCodeTaken: 'code', PromoCodeUsedUp: 'quantity' },
    isGuarded: true,
  })
  return (
    <form {...form} className="card card-sunk mt-near space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <Fields code={code} isBatch={isBatch} problemOf={problemOf} />
      <Dates shows={shows} chosen={code?.eventIds ?? []} />
      <div className="flex flex-wrap gap-x-group">
        <Checkbox label={t('isOn')} name="isActive" defaultChecked={code?.isActive ?? true} />
        <Checkbox
          label={t('promoCombined')}
          name="isCombined"
          defaultChecked={code?.isCombined ?? false}
        />
      </div>
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t(isBatch ? 'batchMake' : 'promoSave')}
      </SubmitBar>
    </form>
  )
}

interface FieldsProps {
  readonly code: PromoCodeView | undefined
  readonly isBatch: boolean
  readonly problemOf: (name: string) => string | null
}

function Fields({ code, isBatch, problemOf }: FieldsProps) {
  const t = useTexts()
  const field = (name: string, props: Partial<TextFieldProps> & { label: string }) => (
    <TextField name={name} error={problemOf(name)} autoComplete="off" {...props} />
  )
  const lari = (money: { amount: number } | null | undefined) => (money ? money.amount / 100 : '')
  const decimal = { inputMode: 'decimal' } as const
  const numeric = { inputMode: 'numeric' } as const
  const moment = { type: 'datetime-local' } as const
  return (
    <div className="grid gap-near tablet:grid-cols-2">
      {field('code', {
        label: t(isBatch ? 'batchPrefix' : 'promoCode'),
        hint: t(isBatch ? 'batchPrefixHint' : 'promoCodeHint'),
        maxLength: 40,
        defaultValue: code?.code ?? '',
      })}
      {isBatch && field('count', { ...numeric, label: t('batchCount'), hint: t('batchCountHint') })}
      {field('note', {
        label: t(isBatch ? 'batchName' : 'promoForYou'),
        maxLength: 200,
        defaultValue: code?.note ?? '',
      })}
      {field('percent', {
        ...decimal,
        label: t('promoPercent'),
        defaultValue: code?.percent ?? '',
      })}
      {field('amount', {
        ...decimal,
        label: t('promoAmount'),
        defaultValue: lari(code?.amount),
      })}
      {field('amountMax', {
        ...decimal,
        label: t('promoAmountMax'),
        defaultValue: lari(code?.amountMax),
      })}
      {field('ticketsMin', {
        ...decimal,
        label: t('promoTicketsMin'),
        defaultValue: code?.ticketsMin.amount ? lari(code.ticketsMin) : '',
      })}
      {!isBatch &&
        field('quantity', {
          ...numeric,
          label: t('promoQuantity'),
          hint: t('promoQuantityHint'),
          defaultValue: code?.quantity ?? '',
        })}
      {field('perCustomerMax', {
        ...numeric,
        label: t('promoPerCustomer'),
        hint: t('promoPerCustomerHint'),
        defaultValue: code?.perCustomerMax ?? '',
      })}
      {field('validFrom', {
        ...moment,
        label: t('promoValidFrom'),
        defaultValue: fieldMoment(code?.validFrom),
      })}
      {field('validUntil', {
        ...moment,
        label: t('promoValidUntil'),
        defaultValue: fieldMoment(code?.validUntil),
      })}
    </div>
  )
}

function termsOf(form: FormData) {
  const eventIds = form.getAll('eventIds').map(Number)
  return {
    code: filled(form, 'code'),
    percent: figureOf(form, 'percent'),
    amount: tetriOf(form, 'amount'),
    amountMax: tetriOf(form, 'amountMax'),
    ticketsMin: tetriOf(form, 'ticketsMin'),
    eventIds: eventIds.length > 0 ? eventIds : undefined,
    quantity: figureOf(form, 'quantity'),
    perCustomerMax: figureOf(form, 'perCustomerMax'),
    validFrom: momentOf(form, 'validFrom'),
    validUntil: momentOf(form, 'validUntil'),
    isCombined: form.has('isCombined'),
    isActive: form.has('isActive'),
    note: filled(form, 'note'),
  }
}

/** For which dates; none is all of them. */
function Dates({ shows, chosen }: { shows: Shows; chosen: readonly number[] }) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <ChoiceGroup legend={t('promoDates')} hint={t('promoDatesHint')}>
      <div className="max-h-60 overflow-y-auto">
        {shows.flatMap(({ name, dates }) =>
          dates.map(({ eventId, startsAt, timeZone }) => (
            <Checkbox
              key={eventId}
              name="eventIds"
              value={eventId}
              label={`${name}, ${formatDateTime(locale, startsAt, timeZone)}`}
              defaultChecked={chosen.includes(eventId)}
            />
          )),
        )}
      </div>
    </ChoiceGroup>
  )
}
