import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { multipassCheckout } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** Form for the buyer's details of an order that is paid entirely with passes. */
export function FinishForm({ order }: { order: OrderView }) {
  const t = useTexts()
  const locale = useLocale()
  const { form, field, tick, refusal, isWaiting } = useForm({
    initial: { name: order.buyer.name, email: order.buyer.email, terms: false },
    check: ({ email, terms }) => ({
      email: /^\S+@\S+\.\S+$/.test(email.trim()) ? null : t('emailWrong'),
      terms: terms ? null : t('termsMissing'),
    }),
    send: async ({ name, email }) => {
      const { orderKey } = order
      const buyer = { name, email, phone: order.buyer.phone }
      const body = { orderKey, buyer, acceptTerms: true }
      const checkout = localizedPath(locale, `/checkout/${orderKey}`)
      try {
        await browserClient(locale).send(multipassCheckout, { body })
        window.location.assign(`${checkout}/result`)
      } catch (error) {
        // Other required fields, such as passengers of a journey, are entered on the checkout page.
        const isIncomplete = error instanceof CallError && error.code === 'ExtraFieldsMissing'
        if (!isIncomplete) throw error
        window.location.assign(checkout)
      }
    },
  })
  return (
    <form {...form} className="space-y-group">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('name')} label={t('name')} autoComplete="name" />
      <TextField {...field('email')} label={t('email')} type="email" autoComplete="email" />
      <Checkbox
        {...tick('terms')}
        label={t('terms')}
        after={
          <LocalLink to="/standard-terms-and-conditions" className="link">
            {t('termsLink')}
          </LocalLink>
        }
      />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('finish')}
      </SubmitBar>
    </form>
  )
}
