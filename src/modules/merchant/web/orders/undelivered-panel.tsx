import { browserClient } from '#design/data/browser-calls.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { EmailField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { resendTickets, type MerchantOrderView } from '../../orders-contract.ts'
import { useTexts } from '../texts.ts'

interface UndeliveredPanelProps {
  readonly order: Pick<
    MerchantOrderView,
    'orderNumber' | 'buyerEmail' | 'undelivered' | 'mayCorrectAddress'
  >
  readonly onChanged: () => void
}

/** Messages that did not reach the buyer, and the field for the right address. */
export function UndeliveredPanel({ order, onChanged }: UndeliveredPanelProps) {
  const t = useTexts()
  const locale = useLocale()
  const { orderNumber, buyerEmail, undelivered, mayCorrectAddress } = order
  const { form, field, refusal, isWaiting } = useForm({
    initial: { email: buyerEmail },
    check: ({ email }) => ({ email: email.trim() === '' ? t('orderAddressMissing') : null }),
    async send({ email }) {
      const body = { orderNumber, email: email.trim() }
      await browserClient(locale).send(resendTickets, { body })
      showToast({ text: t('orderAddressCorrected') })
      onChanged()
    },
  })
  if (undelivered.length === 0) return null
  return (
    <Panel title={t('orderUndelivered')} note={t('orderUndeliveredNote')} look="ruled">
      <ul className="space-y-tight">
        {undelivered.map(({ kind, error, failedAt }) => (
          <li key={`${kind} ${failedAt}`} className="wrap-anywhere">
            {formatDateTime(locale, failedAt)}
            <span className="block text-note text-soft">{error || '–'}</span>
          </li>
        ))}
      </ul>
      {mayCorrectAddress ? (
        <form {...form} className="mt-near max-w-xl space-y-near">
          {refusal && <Notice>{refusal}</Notice>}
          <EmailField {...field('email')} label={t('orderAddress')} autoComplete="off" required />
          <SubmitBar look="quiet" isWaiting={isWaiting} waitingText={t('waiting')}>
            {t('orderAddressCorrect')}
          </SubmitBar>
        </form>
      ) : (
        <p className="mt-near text-soft">{t('orderAddressOfSeveral')}</p>
      )}
    </Panel>
  )
}
