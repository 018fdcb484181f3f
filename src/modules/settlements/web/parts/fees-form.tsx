import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { previewTicket, type TicketPreview } from '#kernel/ticket-fees.ts'
import { merchantFeesChange, type MerchantFeesView } from '../../fees-contract.ts'
import { useTexts } from '../texts.ts'
import { commissionShare, hundredthsOf, serviceShare } from '../format-fees.ts'

interface FeesFormProps {
  readonly view: MerchantFeesView
  readonly onSaved: () => void
}

interface Typed {
  readonly isAdded: boolean
  readonly percent: string
  readonly fixed: string
  readonly least: string
  readonly most: string
}

/** Form of a new version of fees, with a preview of a ticket's price. */
export function FeesForm({ view, onSaved }: FeesFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const terms = view.coming.at(-1) ?? view.now
  const wrong = (typed: string) => (hundredthsOf(typed) === null ? t('feesNumberWrong') : null)
  const { form, field, tick, refusal, isWaiting, isSent, values } = useForm({
    initial: {
      validFrom: '',
      isAdded: terms?.isCommissionAdded ?? false,
      percent: String((terms?.ownBasisPoints ?? 0) / 100),
      fixed: String((terms?.own.amount ?? 0) / 100),
      least: String((terms?.ownMin.amount ?? 0) / 100),
      most: terms?.ownMax ? String(terms.ownMax.amount / 100) : '',
      isOwnReturned: terms?.isOwnReturned ?? true,
    },
    refusedField: { TermsTooSoon: 'validFrom', FeeLimitsCrossed: 'most' },
    check: ({ validFrom, percent, fixed, least, most }) => ({
      validFrom: validFrom === '' ? t('feesDayMissing') : null,
      percent: wrong(percent),
      fixed: wrong(fixed),
      least: wrong(least),
      most: most.trim() === '' ? null : wrong(most),
    }),
    async send(typed) {
      const most = hundredthsOf(typed.most)
      await browserClient(locale).send(merchantFeesChange, {
        body: {
          validFrom: typed.validFrom,
          isCommissionAdded: typed.isAdded,
          ownBasisPoints: hundredthsOf(typed.percent) ?? 0,
          ownMinor: hundredthsOf(typed.fixed) ?? 0,
          ownMinorMin: hundredthsOf(typed.least) ?? 0,
          ...(most === null ? {} : { ownMinorMax: most }),
          isOwnReturned: typed.isOwnReturned,
        },
      })
      onSaved()
    },
  })
  return (
    <form {...form} className="space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <DateField {...field('validFrom')} label={t('feesValidFrom')} />
      <Checkbox {...tick('isAdded')} label={t('feesAddCommission')} />
      <div className="field-grid tablet:grid-cols-2">
        <TextField {...field('percent')} label={t('feesPercent')} inputMode="decimal" />
        <TextField {...field('fixed')} label={t('feesFixed')} inputMode="decimal" />
        <TextField {...field('least')} label={t('feesMin')} inputMode="decimal" />
        <TextField
          {...field('most')}
          label={t('feesMax')}
          hint={t('feesMaxHint')}
          inputMode="decimal"
        />
      </div>
      <Checkbox {...tick('isOwnReturned')} label={t('feesReturn')} />
      <Preview view={view} typed={values} />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')} done={isSent && t('feesSaved')}>
        {t('feesSave')}
      </SubmitBar>
    </form>
  )
}

/** Computed by the same function as a sale. */
function Preview({ view, typed }: { view: MerchantFeesView; typed: Typed }) {
  const t = useTexts()
  const locale = useLocale()
  const [price, setPrice] = useState('40')
  const priceMinor = hundredthsOf(price) ?? 0
  const written = (minor: number) => formatMoney(locale, money(minor))
  const preview = previewTicket({
    priceMinor,
    service: serviceShare(view.serviceFee),
    commission: commissionShare(view.nextTerms ?? view.terms),
    isCommissionAdded: typed.isAdded,
    own: {
      basisPoints: hundredthsOf(typed.percent) ?? 0,
      fixedMinor: hundredthsOf(typed.fixed) ?? 0,
      minorMin: hundredthsOf(typed.least) ?? 0,
      minorMax: hundredthsOf(typed.most),
    },
  })
  return (
    <section aria-label={t('feesPreview')} className="space-y-near border-t border-rule pt-near">
      <h3 className="font-semibold">{t('feesPreview')}</h3>
      <TextField
        name="price"
        value={price}
        onChange={(event) => setPrice(event.target.value)}
        label={t('feesExample')}
        inputMode="decimal"
      />
      <p className="font-semibold" aria-live="polite">
        {t('feesSum', {
          price: written(priceMinor),
          pays: written(preview.buyerPaysMinor),
          gets: written(preview.organiserGetsMinor),
        })}
      </p>
      <Sums preview={preview} priceMinor={priceMinor} />
      <p className="text-note text-soft">{t('feesPreviewNote')}</p>
    </section>
  )
}

function Sums({ preview, priceMinor }: { preview: TicketPreview; priceMinor: number }) {
  const t = useTexts()
  const locale = useLocale()
  const { serviceMinor, commissionMinor, ownMinor, buyerPaysMinor, organiserGetsMinor } = preview
  const insideMinor = priceMinor + ownMinor - organiserGetsMinor
  const lines: readonly (readonly [string, number])[] = [
    [t('feesPrice'), priceMinor],
    [t('feesService'), serviceMinor],
    [t('feesCommissionAdded'), commissionMinor],
    [t('feesOwnLine'), ownMinor],
    [t('feesBuyerPays'), buyerPaysMinor],
    [t('feesCommissionInside'), -insideMinor],
    [t('feesYouGet'), organiserGetsMinor],
  ]
  return (
    <dl className="figures divide-y divide-rule">
      {lines.map(([name, minor]) => (
        <div key={name} className="flex justify-between gap-near py-1">
          <dt className="text-soft">{name}</dt>
          <dd>{formatMoney(locale, money(minor))}</dd>
        </div>
      ))}
    </dl>
  )
}
