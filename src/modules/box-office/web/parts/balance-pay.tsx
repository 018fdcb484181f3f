import { browserClient } from '#design/data/browser-calls.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { payByBalance } from '../../basket-contract.ts'
import type { BasketView, SoldView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import type { Contact } from '../contact.ts'
import type { Questions } from '../use-questions.ts'

interface BalancePayProps {
  readonly basket: BasketView
  readonly contact: Contact
  readonly questions: Questions
  readonly onSold: (sold: SoldView) => void
}

/** Payment from the buyer's balance with a code from their wallet; the button shows the amount. */
export function BalancePay({ basket, contact, questions, onSold }: BalancePayProps) {
  const t = useTexts()
  const locale = useLocale()
  const { orderKey, total, name } = basket
  const { form, field, refusal, isWaiting } = useForm({
    initial: { code: '' },
    refusedField: { BalanceCodeWrong: 'code' },
    check: ({ code }) => ({
      code: code.replaceAll(/[^\p{L}\p{N}]/gu, '').length < 8 ? t('balanceCodeShort') : null,
    }),
    async send({ code }) {
      await questions.sell(async (extras) => {
        const body = { orderKey, code: code.trim(), buyerName: name ?? '', ...contact, extras }
        const idempotencyKey = crypto.randomUUID()
        onSold(await browserClient(locale).send(payByBalance, { body }, { idempotencyKey }))
      })
    },
  })
  return (
    <form {...form} className="space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <p className="text-soft">{t('balanceNote')}</p>
      <TextField {...field('code')} label={t('balanceCode')} autoComplete="off" />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('balanceTake', { amount: formatMoney(locale, total) })}
      </SubmitBar>
    </form>
  )
}
