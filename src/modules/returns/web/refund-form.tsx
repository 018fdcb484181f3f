import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import type { Loaded } from '#design/data/use-loaded.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale, type Translate } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'
import type { RefundQuoteView } from '../refund-shapes.ts'
import { RefundSummary, type RefundSummaryTexts } from './refund-summary.tsx'

/** Messages that the page's module has for the form. */
type RefundFormTexts = RefundSummaryTexts &
  Readonly<
    Record<
      | 'refundNote'
      | 'refundReason'
      | 'refundReasonMissing'
      | 'refundSubmit'
      | 'refundLeave'
      | 'refundWaiting'
      | 'refundDone',
      string
    >
  >

interface RefundProps {
  /** The quote as it is loaded. */
  readonly of: { readonly loaded: Loaded<RefundQuoteView>; readonly reload: () => void }
  readonly t: Translate<RefundFormTexts>
  /**
   * Makes the refund.
   *
   * @param amountMinor the sum that was shown; with another sum by then the call is refused
   */
  readonly send: (
    body: { readonly reason: string; readonly amountMinor: number },
    options: { readonly idempotencyKey: string },
  ) => Promise<{ readonly amount: Money }>
  readonly onLeft: () => void
  readonly onDone: () => void
}

/** A refund by staff as it would be made, loaded before it can be confirmed. */
export function Refund(props: RefundProps) {
  const { of, t, onLeft } = props
  return (
    <LoadedPart
      of={of}
      height="h-40"
      className="mt-near"
      action={
        <Button look="quiet" onClick={onLeft}>
          {t('refundLeave')}
        </Button>
      }
    >
      {(quote) => <RefundForm {...props} quote={quote} />}
    </LoadedPart>
  )
}

function RefundForm(props: RefundProps & { readonly quote: RefundQuoteView }) {
  const { quote, of, t, send, onLeft, onDone } = props
  const locale = useLocale()
  // One idempotency key per form and amount, so that repeated requests make one refund.
  const [formKey] = useState(() => crypto.randomUUID())
  const { amount: amountMinor } = quote.back
  const { form, field, refusal, isWaiting } = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('refundReasonMissing') : null }),
    async send({ reason }) {
      try {
        const options = { idempotencyKey: `${formKey}-${amountMinor}` }
        const { amount } = await send({ reason, amountMinor }, options)
        showToast({ text: t('refundDone', { amount: formatMoney(locale, amount) }) })
      } catch (error) {
        if (error instanceof CallError && error.code === 'QuoteChanged') of.reload()
        throw error
      }
      onDone()
    },
  })
  return (
    <form {...form} className="mt-near space-y-near">
      <RefundSummary quote={quote} t={t} />
      <p className="text-soft">{t('refundNote')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('reason')} label={t('refundReason')} maxLength={300} />
      <SubmitBar
        isWaiting={isWaiting}
        waitingText={t('refundWaiting')}
        others={
          <Button look="quiet" onClick={onLeft}>
            {t('refundLeave')}
          </Button>
        }
      >
        {t('refundSubmit', { amount: formatMoney(locale, quote.back) })}
      </SubmitBar>
    </form>
  )
}
