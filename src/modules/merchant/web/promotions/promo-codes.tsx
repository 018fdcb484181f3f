import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { browserClient } from '#design/data/browser-calls.ts'
import { fieldLari, fieldMoment, figureOf } from '#design/forms/field-values.ts'
import { fieldsOf } from '#design/forms/fields-of.tsx'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Checkbox, ChoiceGroup } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney, formatPercent } from '#kernel/format.ts'
import { codeTermsOf, problemsOfCode } from '#modules/promotions/code-form-shapes.ts'
import type { PromoCodeView } from '#modules/promotions/contract.ts'
import { saveOwnPromoCode, type PromotionsView } from '../../promotions-contract.ts'
import { useTexts } from '../texts.ts'
import { CodeLine } from './code-line.tsx'

type Shows = PromotionsView['shows']

interface CodeRowProps {
  readonly code: PromoCodeView
  readonly shows: Shows
  readonly onSaved: (office: PromotionsView) => void
}

/** A promo code with its discount and its uses. */
export function CodeRow({ code, shows, onSaved }: CodeRowProps) {
  const t = useTexts()
  const locale = useLocale()
  const { percent, amount, amountMax, ticketsMin, quantity, usedCount, eventIds, isActive } = code
  const facts = [
    percent !== null && `−${formatPercent(locale, percent * 100)}`,
    amount && `−${formatMoney(locale, amount)}`,
    amountMax && t('promoUpTo', { amount: formatMoney(locale, amountMax) }),
    ticketsMin.amount > 0 && t('promoFromSum', { amount: formatMoney(locale, ticketsMin) }),
    eventIds && t('showDates', { count: eventIds.length }),
    code.validFrom && t('promoFrom', { at: formatDateTime(locale, code.validFrom) }),
    code.validUntil && t('promoUntil', { at: formatDateTime(locale, code.validUntil) }),
    quantity === null
      ? t('promoUsed', { used: usedCount })
      : t('promoUsedOf', { used: usedCount, quantity }),
    (percent === 100 || code.freeFees === 'buyer') &&
      t(code.freeFees === 'buyer' ? 'promoFreeWithFees' : 'promoFreeWithoutFees'),
    t('promoTaken', { amount: formatMoney(locale, code.takenOff) }),
  ]
  return (
    <CodeLine code={code.code} isActive={isActive} note={code.note} facts={facts}>
      {(close) => (
        <CodeForm
          code={code}
          shows={shows}
          onSaved={(office) => {
            close()
            onSaved(office)
          }}
        />
      )}
    </CodeLine>
  )
}

interface CodeFormProps {
  /** Absent for a new code. */
  readonly code?: PromoCodeView
  readonly isBatch?: boolean
  readonly shows: Shows
  readonly onSaved: (office: PromotionsView) => void
}

/** Form of a promo code that the organiser funds, or of a batch of codes. */
export function CodeForm({ code, isBatch = false, shows, onSaved }: CodeFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const { form, problemOf, isWaiting, refusal, isChanged } = useForm({
    call: saveOwnPromoCode,
    async send(_, data) {
      const body = {
        ...termsOf(data),
        ...(code && { codeId: code.codeId }),
        ...(isBatch && { count: figureOf(data, 'count') ?? 0 }),
      }
      onSaved(await browserClient(locale).send(saveOwnPromoCode, { body }))
    },
    check: (_, data) =>
      Object.fromEntries(
        Object.entries(problemsOfCode(data)).map(([name, problem]) => [name, t(problem)]),
      ),
    refusedField: { PromoCodeTaken: 'code', PromoCodeUsedUp: 'quantity' },
    isGuarded: true,
  })
  return (
    <form {...form} className="card card-sunk mt-near space-y-near">
      {isChanged && <LeaveGuard isOn />}
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
        <Checkbox
          label={t('promoBuyerPaysFees')}
          hint={t('promoBuyerPaysFeesHint')}
          name="buyerPaysFees"
          defaultChecked={code?.freeFees === 'buyer'}
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
  const field = fieldsOf(problemOf)
  const decimal = { inputMode: 'decimal' } as const
  const numeric = { inputMode: 'numeric' } as const
  const moment = { type: 'datetime-local' } as const
  return (
    <div className="field-grid tablet:grid-cols-2">
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
        defaultValue: fieldLari(code?.amount),
      })}
      {field('amountMax', {
        ...decimal,
        label: t('promoAmountMax'),
        defaultValue: fieldLari(code?.amountMax),
      })}
      {field('ticketsMin', {
        ...decimal,
        label: t('promoTicketsMin'),
        defaultValue: code?.ticketsMin.amount ? fieldLari(code.ticketsMin) : '',
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
  return { ...codeTermsOf(form), eventIds: eventIds.length > 0 ? eventIds : undefined }
}

/** Dates that a code applies to; none selected means all. */
function Dates({ shows, chosen }: { shows: Shows; chosen: readonly number[] }) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <ChoiceGroup legend={t('promoDates')} hint={t('promoDatesHint')}>
      <div className="max-h-60 overflow-y-auto rounded-md border border-rule px-near">
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
