import { useRevalidator } from 'react-router'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import { setTerms } from '../../operator-contract.ts'
import type { FeeTermsView, ServiceFeeView, StatementPeriod, TermsView } from '../../shapes.ts'
import { useOfficeTexts } from '../texts.ts'
import { hundredthsOf } from '../format-fees.ts'
import { TermsPreview } from './terms-preview.tsx'

interface TermsFormProps {
  readonly merchantId: number
  /** Initial values of the fields. */
  readonly terms: TermsView | null
  /** Fees that the organiser adds to its tickets. */
  readonly fees: FeeTermsView | null
  readonly serviceFee: ServiceFeeView | null
}

/** Form of a new version of an organiser's terms. */
export function TermsForm({ merchantId, terms, fees, serviceFee }: TermsFormProps) {
  const t = useOfficeTexts()
  const { revalidate } = useRevalidator()
  const client = useProvenClient()
  const { form, field, tick, refusal, isWaiting, isSent, values } = useForm({
    initial: {
      validFrom: '',
      commission: String((terms?.commissionBasisPoints ?? 0) / 100),
      fixed: String((terms?.commission.amount ?? 0) / 100),
      isReturned: terms?.isCommissionReturned ?? true,
      reserve: String((terms?.reserveBasisPoints ?? 10_000) / 100),
      period: terms?.period ?? 'week',
      payoutMin: String((terms?.payoutMin.amount ?? 0) / 100),
    },
    refusedField: { TermsTooSoon: 'validFrom' },
    check: ({ validFrom, commission, fixed, reserve, payoutMin }) => ({
      validFrom: validFrom === '' ? t('dayMissing') : null,
      commission: hundredthsOf(commission) === null ? t('numberWrong') : null,
      fixed: hundredthsOf(fixed) === null ? t('numberWrong') : null,
      reserve: hundredthsOf(reserve) === null ? t('numberWrong') : null,
      payoutMin: hundredthsOf(payoutMin) === null ? t('numberWrong') : null,
    }),
    async send(typed) {
      await client.send(setTerms, {
        body: {
          merchantId,
          validFrom: typed.validFrom,
          commissionBasisPoints: hundredthsOf(typed.commission) ?? 0,
          commissionMinor: hundredthsOf(typed.fixed) ?? 0,
          isCommissionReturned: typed.isReturned,
          reserveBasisPoints: hundredthsOf(typed.reserve) ?? 0,
          period: typed.period as StatementPeriod,
          payoutMinorMin: hundredthsOf(typed.payoutMin) ?? 0,
        },
      })
      await revalidate()
    },
  })
  return (
    <form {...form} className="space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <div className="field-grid tablet:grid-cols-2">
        <DateField {...field('validFrom')} label={t('validFrom')} />
        <Select {...field('period')} label={t('period')}>
          <option value="week">{t('periodWeek')}</option>
          <option value="month">{t('periodMonth')}</option>
        </Select>
        <TextField {...field('commission')} label={t('commissionPercent')} inputMode="decimal" />
        <TextField {...field('fixed')} label={t('commissionFixed')} inputMode="decimal" />
        <TextField {...field('reserve')} label={t('reservePercent')} inputMode="decimal" />
        <TextField {...field('payoutMin')} label={t('payoutMin')} inputMode="decimal" />
      </div>
      <Checkbox {...tick('isReturned')} label={t('isReturned')} />
      <TermsPreview
        commission={{
          basisPoints: hundredthsOf(values.commission) ?? 0,
          fixedMinor: hundredthsOf(values.fixed) ?? 0,
        }}
        fees={fees}
        serviceFee={serviceFee}
      />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')} done={isSent && t('saved')}>
        {t('save')}
      </SubmitBar>
    </form>
  )
}
