import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Radio } from '#design/parts/checkbox.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { Panel } from '#design/parts/card.tsx'
import { defaultTimeZone, formatDate, formatDateTime, formatMoney } from '#kernel/format.ts'
import { CodeForm, sentCode, type SentCode } from '#modules/accounts/web/account/code-form.tsx'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { newAttemptKey } from '#modules/orders/web/use-pay.ts'
import type { BalancesView } from '#modules/wallet/contract.ts'
import { balanceWithdrawAccount, type WithdrawalView } from '#modules/wallet/withdrawal-contract.ts'
import { BankAccounts, type BankAccountView } from './bank-accounts.tsx'
import { readLari } from './read-lari.ts'

interface WithdrawPanelProps {
  readonly balances: BalancesView
  readonly accounts: readonly BankAccountView[]
  readonly withdrawals: readonly WithdrawalView[]
  /** Withdrawal codes are sent to verified phones only. */
  readonly isPhoneVerified: boolean
  /** When withdrawals are possible again after a change of the account's security; null: now. */
  readonly withdrawalsFrom: string | null
}

/** Withdraws from the balance to the customer's own bank account. */
export function WithdrawPanel(props: WithdrawPanelProps) {
  const { balances, accounts, withdrawals, isPhoneVerified, withdrawalsFrom } = props
  const t = useTexts()
  const locale = useLocale()
  const hasMoney = balances.available.amount > 0
  return (
    <Panel title={t('withdrawTitle')} note={<p>{t('withdrawNote')}</p>}>
      {!isPhoneVerified && (
        <p>
          {t('withdrawNeedsPhone')}{' '}
          <LocalLink to="/account/profile" className="link flex min-h-11 w-fit items-center">
            {t('withdrawToPhone')}
          </LocalLink>
        </p>
      )}
      <BankAccounts accounts={accounts} />
      {withdrawalsFrom && (
        <p className="mt-3">
          {t('withdrawPaused', {
            when: formatDateTime(locale, withdrawalsFrom, defaultTimeZone),
          })}
        </p>
      )}
      {isPhoneVerified && withdrawalsFrom === null && hasMoney && accounts.length > 0 && (
        <WithdrawForm accounts={accounts} availableMinor={balances.available.amount} />
      )}
      <Withdrawals withdrawals={withdrawals} />
    </Panel>
  )
}

interface WithdrawalForm {
  readonly amount: number
  readonly bankAccountId: number
}

function WithdrawForm(props: { accounts: readonly BankAccountView[]; availableMinor: number }) {
  const { accounts, availableMinor } = props
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<number | null>(null)
  const [sent, setSent] = useState<{ form: WithdrawalForm; code: SentCode } | null>(null)
  const attemptKey = useRef<string | null>(null)
  const bankAccountId = accounts.find((one) => one.bankAccountId === chosen)
    ? chosen
    : accounts[0]?.bankAccountId

  async function sendCode(form: WithdrawalForm): Promise<void> {
    const reply = await browserClient(locale).send(balanceWithdrawAccount, { body: form })
    if ('codeId' in reply) setSent({ form, code: sentCode(reply) })
  }
  const { form, field, reset, isWaiting, refusal } = useForm({
    initial: { amount: '' },
    words: { amount: t('withdrawAmountWrong') },
    check({ amount }) {
      const minor = readLari(amount)
      const fits = minor !== null && minor >= 1 && minor <= availableMinor
      return { amount: fits ? null : t('withdrawAmountWrong') }
    },
    refusedField: { BalanceNotEnough: 'amount', WithdrawalLimitReached: 'amount' },
    async send({ amount }) {
      if (bankAccountId != null) await sendCode({ amount: readLari(amount) ?? 0, bankAccountId })
    },
  })
  if (sent)
    return (
      <CodeForm
        sent={sent.code}
        otherText={t('withdrawOther')}
        onOther={() => setSent(null)}
        sendAgain={() => sendCode(sent.form)}
        confirm={async (code) => {
          const body = { ...sent.form, codeId: sent.code.codeId, code }
          // The key is kept until the server has answered, so that a retry after a lost answer withdraws nothing
          // twice.
          const options = { idempotencyKey: (attemptKey.current ??= newAttemptKey()) }
          try {
            await browserClient(locale).send(balanceWithdrawAccount, { body }, options)
          } catch (error) {
            if (error instanceof CallError && error.status < 500) attemptKey.current = null
            throw error
          }
          attemptKey.current = null
          reset()
          setSent(null)
          await revalidate()
        }}
      />
    )
  return (
    <form {...form} className="mt-5 max-w-[30rem] space-y-4">
      {refusal && <Notice>{refusal}</Notice>}
      <AccountChoice accounts={accounts} chosen={bankAccountId} onChoose={setChosen} />
      <TextField
        {...field('amount')}
        label={t('withdrawAmount')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        className="figures max-w-[12rem] text-xl"
      />
      <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('sending')}>
        {t('codeSend')}
      </Button>
    </form>
  )
}

interface AccountChoiceProps {
  readonly accounts: readonly BankAccountView[]
  readonly chosen: number | null | undefined
  readonly onChoose: (bankAccountId: number) => void
}

/** Selects the account; a single account needs no selection. */
function AccountChoice({ accounts, chosen, onChoose }: AccountChoiceProps) {
  const t = useTexts()
  if (accounts.length < 2) return null
  return (
    <fieldset>
      <legend className="font-semibold">{t('withdrawWhere')}</legend>
      {accounts.map(({ bankAccountId, ibanHint }) => (
        <Radio
          key={bankAccountId}
          label={ibanHint}
          name="bankAccount"
          checked={bankAccountId === chosen}
          onChange={() => onChoose(bankAccountId)}
        />
      ))}
    </fieldset>
  )
}

const shownMax = 5
const stateTexts = {
  held: 'withdrawalOnItsWay',
  sent: 'withdrawalOnItsWay',
  paid: 'withdrawalPaid',
  rejected: 'withdrawalRejected',
} as const satisfies Record<WithdrawalView['state'], string>

function Withdrawals({ withdrawals }: { withdrawals: readonly WithdrawalView[] }) {
  const t = useTexts()
  const locale = useLocale()
  if (withdrawals.length === 0) return null
  return (
    <ul className="mt-6 border-t border-rule">
      {withdrawals
        .slice(0, shownMax)
        .map(({ withdrawalId, kind, state, amount, target, createdAt }) => (
          <li
            key={withdrawalId}
            className="figures flex items-baseline justify-between gap-4 border-b border-rule py-3"
          >
            <p className="min-w-0">
              <span className="font-semibold">
                {kind === 'account' ? target : t('withdrawalToCard')}
              </span>
              <span className="block text-note text-soft">
                {formatDate(locale, createdAt, { year: true })} · {t(stateTexts[state])}
              </span>
            </p>
            <p className="shrink-0 font-semibold">{formatMoney(locale, amount)}</p>
          </li>
        ))}
    </ul>
  )
}
