import { browserClient } from '#design/data/browser-calls.ts'
import { useChecking } from '#design/data/use-checking.ts'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { DoneNote } from '#modules/accounts/web/account/done-note.tsx'
import { useTexts } from '#modules/accounts/web/texts.ts'
import type { AccountView } from '#modules/accounts/shapes.ts'
import type { SavedCardView } from '#modules/payments/contract.ts'
import {
  ownTopUp,
  type BalancesView,
  type MovementView,
  type TopUpView,
} from '#modules/wallet/contract.ts'
import type { WithdrawalView } from '#modules/wallet/withdrawal-contract.ts'
import type { BankAccountView } from './bank-accounts.tsx'
import { CardsPanel } from './cards-panel.tsx'
import { CounterCodePanel } from './counter-code-panel.tsx'
import { StatementPanel } from './statement-panel.tsx'
import { TopUpPanel } from './top-up-panel.tsx'
import { WithdrawPanel } from './withdraw-panel.tsx'

export interface WalletData {
  readonly balances: BalancesView
  readonly movements: readonly MovementView[]
  readonly nextCursor: number | null
  readonly cards: readonly SavedCardView[]
  readonly accounts: readonly BankAccountView[]
  readonly withdrawals: readonly WithdrawalView[]
  /** When withdrawals are possible again after a change of the account's security; null: now. */
  readonly withdrawalsFrom: string | null
  /** The top-up that the bank has just redirected back from. */
  readonly topUp: TopUpView | null
}

export function WalletSection({ wallet, account }: { wallet: WalletData; account: AccountView }) {
  const t = useTexts()
  const locale = useLocale()
  const { available, held } = wallet.balances
  return (
    <>
      {wallet.topUp && <TopUpUpdate topUp={wallet.topUp} />}
      <div className="ticket-lift">
        <div className="ticket px-6 py-7 [--cut:50%] tablet:px-9">
          <h2 className="text-soft">{t('balanceTitle')}</h2>
          <p className="figures font-display text-[2.5rem] leading-tight font-[800]">
            {formatMoney(locale, available)}
          </p>
          {held.amount > 0 && (
            <p className="figures text-soft">
              {t('balanceHeld', { amount: formatMoney(locale, held) })}
            </p>
          )}
        </div>
      </div>
      <TopUpPanel />
      {available.amount > 0 && <CounterCodePanel />}
      <StatementPanel
        key={wallet.movements[0]?.number}
        first={wallet.movements}
        nextCursor={wallet.nextCursor}
      />
      <WithdrawPanel {...wallet} isPhoneVerified={account.isPhoneVerified} />
      <CardsPanel cards={wallet.cards} />
    </>
  )
}

/** State of the top-up; polled until the bank has reported it. */
function TopUpUpdate({ topUp }: { topUp: TopUpView }) {
  const t = useTexts()
  const locale = useLocale()
  const isWaiting = !topUp.isFinal
  useChecking({
    isOn: isWaiting,
    firstMilliseconds: 2_000,
    longestMilliseconds: 5_000,
    async hasChanged(signal) {
      const input = { params: { paymentId: topUp.paymentId } }
      const { state } = await browserClient(locale).send(ownTopUp, input, { signal })
      return state !== topUp.state
    },
  })
  const amount = formatMoney(locale, topUp.amount)
  if (topUp.state === 'captured') return <DoneNote>{t('topUpDone', { amount })}</DoneNote>
  return (
    <output className="block rounded-lg border-l-4 border-warn bg-warn-wash px-4 py-3">
      {isWaiting ? t('topUpWaiting', { amount }) : t('topUpFailed', { amount })}
    </output>
  )
}
