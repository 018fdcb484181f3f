import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { majorUnits } from '#kernel/money-arithmetic.ts'
import { type Money } from '#kernel/money.ts'
import { payByWallet } from '../../wallet-pay-contract.ts'
import { newAttemptKey, resultPath, sendBuyer } from '../use-pay.ts'
import { useTexts } from '../texts.ts'
import { openSheet, useWallets, type Wallet } from '../use-wallets.ts'
import type { PaymentAlternative, PaymentAlternativeProps } from '../payment-alternative.ts'
import { useWayTexts } from '../ways-texts.ts'

const names = { 'apple-pay': 'Apple Pay', 'google-pay': 'Google Pay' } as const

/** Apple Pay and Google Pay, where the browser may have them. One that turns out to have none is told so, once. */
export function WalletPay(props: PaymentAlternativeProps & { readonly toPay: Money }) {
  const { order, formId, isBusy, onBusy, onChosen, toPay } = props
  const t = useWayTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const wallets = useWallets(toPay)
  const [absent, setAbsent] = useState<Wallet['kind'] | null>(null)
  const [closed, setClosed] = useState<Wallet['kind'] | null>(null)
  const [running, setRunning] = useState<Wallet['kind'] | null>(null)
  const run = useCallback(
    (kind: Wallet['kind'] | null) => {
      setRunning(kind)
      onBusy(kind !== null)
    },
    [onBusy],
  )
  // Who comes back by the browser's own button finds the page as it was left.
  useEffect(() => {
    const shown = () => run(null)
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [run])

  const payBy =
    (wallet: Wallet): PaymentAlternative =>
    async (buyer) => {
      const { orderKey } = order
      run(wallet.kind)
      setClosed(null)
      // The sheet opens with the press itself: browsers allow it at no later moment.
      const sheet = openSheet(wallet, { orderKey, toPay, label: t('payee') })
      try {
        const [outcome, details] = await Promise.all([sheet.outcome, buyer])
        if (outcome === 'absent') setAbsent(wallet.kind)
        if (outcome === 'closed') setClosed(wallet.kind)
        if (typeof outcome === 'string') return run(null)
        await sendBuyer(locale, orderKey, details)
        const { redirectUrl, state } = await browserClient(locale).send(
          payByWallet,
          {
            body: {
              orderKey,
              kind: wallet.kind,
              token: outcome.token,
              continueUrl: resultPath(locale, orderKey),
            },
          },
          { idempotencyKey: newAttemptKey() },
        )
        await sheet.close(state !== 'declined')
        if (redirectUrl !== null) return window.location.assign(redirectUrl)
        await navigate(resultPath(locale, orderKey))
      } catch (error) {
        run(null)
        await sheet.close(false)
        throw error
      }
    }

  if (wallets.length === 0) return null
  const offered = wallets.filter(({ kind }) => kind !== absent)
  return (
    <div className="flex flex-col gap-near">
      {absent !== null && <Notice>{t('absent', { wallet: names[absent] })}</Notice>}
      {offered.map((wallet) => (
        <WalletButton
          key={wallet.kind}
          kind={wallet.kind}
          form={formId}
          isRunning={running === wallet.kind}
          disabled={isBusy && running !== wallet.kind}
          label={t('payBy', { wallet: names[wallet.kind], amount: amountIn(toPay) })}
          onPress={() => onChosen(payBy(wallet))}
        />
      ))}
      <output className="block text-note font-semibold empty:hidden">
        {closed !== null && t('closed', { wallet: names[closed] })}
      </output>
      {offered.length > 0 && <p className="text-note text-soft">{t('note')}</p>}
    </div>
  )
}

interface WalletButtonProps {
  readonly kind: Wallet['kind']
  readonly form: string
  readonly disabled: boolean
  /** Its sheet is open, or the bank has been asked: it keeps the focus and ignores presses. */
  readonly isRunning: boolean
  readonly label: string
  readonly onPress: () => void
}

/** Drawn by the browser where it can; while it runs by the page, since browsers draw no such state. */
function WalletButton({ kind, form, disabled, isRunning, label, onPress }: WalletButtonProps) {
  const t = useTexts()
  return (
    <button
      type="submit"
      form={form}
      disabled={disabled}
      aria-disabled={isRunning || undefined}
      aria-label={isRunning ? undefined : label}
      onClick={(event) => {
        if (isRunning) event.preventDefault()
        else onPress()
      }}
      className={isRunning ? 'wallet-button' : `wallet-button wallet-${kind}`}
    >
      {isRunning && <span className="spinner" aria-hidden="true" />}
      {isRunning ? t('finishing') : names[kind]}
    </button>
  )
}

function amountIn(money: Money): string {
  return `${majorUnits(money).toFixed(2)} ${money.currency}`
}
