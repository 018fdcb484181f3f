import { useRef } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { Panel } from '#design/parts/card.tsx'
import { formatMoney } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { newAttemptKey } from '#modules/orders/web/use-pay.ts'
import { balanceAdd, type TopUpView } from '#modules/wallet/contract.ts'
import { readLari } from './read-lari.ts'

/** Suggested amounts, in lari. */
const usual = [20, 50, 100, 200]
const leastMinor = 100
const mostMinor = 500_000

/** Asks for the amount and opens the bank's page; the balance changes when the bank confirms. */
export function TopUpPanel() {
  const t = useTexts()
  const locale = useLocale()
  const attemptKey = useRef<string | null>(null)
  const { form, field, values, change, isWaiting, refusal } = useForm({
    initial: { amount: '' },
    words: { amount: t('topUpAmountWrong') },
    check(typed) {
      const minor = readLari(typed.amount)
      const fits = minor !== null && minor >= leastMinor && minor <= mostMinor
      return { amount: fits ? null : t('topUpAmountWrong') }
    },
    async send(typed) {
      const amount = readLari(typed.amount) ?? 0
      const body = { amount, continueUrl: localizedPath(locale, '/account/wallet') }
      // The key is kept until the server has answered, so that a retry after a lost answer continues the same
      // top-up.
      const options = { idempotencyKey: (attemptKey.current ??= newAttemptKey()) }
      let topUp: TopUpView
      try {
        topUp = await browserClient(locale).send(balanceAdd, { body }, options)
      } catch (error) {
        if (error instanceof CallError && error.status < 500) attemptKey.current = null
        throw error
      }
      attemptKey.current = null
      if (topUp.redirectUrl === null || !/^https?:\/\//.test(topUp.redirectUrl)) return 'stay'
      window.location.assign(topUp.redirectUrl)
      return 'leave'
    },
  })
  const choose = (amount: string): void => {
    // Another amount is another top-up and needs a new key.
    attemptKey.current = null
    change({ amount })
  }
  return (
    <Panel title={t('topUpTitle')} note={<p>{t('topUpNote')}</p>}>
      <form {...form} className="max-w-[30rem] space-y-4">
        {refusal && <Notice>{refusal}</Notice>}
        <TextField
          {...field('amount')}
          label={t('topUpAmount')}
          inputMode="decimal"
          autoComplete="transaction-amount"
          maxLength={10}
          className="figures max-w-[12rem] text-xl"
          onChange={(event) => choose(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          {usual.map((lari) => (
            <button
              key={lari}
              type="button"
              aria-pressed={readLari(values.amount) === lari * 100}
              className="chip figures"
              onClick={() => choose(String(lari))}
            >
              {formatMoney(locale, { amount: lari * 100, currency: 'GEL' })}
            </button>
          ))}
        </div>
        <Button type="submit" isWaiting={isWaiting} waitingText={t('topUpGoing')}>
          {t('topUp')}
        </Button>
      </form>
    </Panel>
  )
}
