import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { majorUnits, type Money } from '#kernel/money.ts'
import { payByWallet } from '../../wallet-pay-contract.ts'
import { newAttemptKey, resultPath, sendBuyer } from '../use-pay.ts'
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
  // Who comes back by the browser's own button finds the page as it was left.
  useEffect(() => {
    const shown = () => onBusy(false)
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [onBusy])

  const payBy =
    (wallet: Wallet): PaymentAlternative =>
    async (buyer) => {
      const { orderKey } = order
      onBusy(true)
      setClosed(null)
      // The sheet opens with the press itself: browsers allow it at no later moment.
      const sheet = openSheet(wallet, { orderKey, toPay, label: t('payee') })
      try {
        const [outcome, details] = await Promise.all([sheet.outcome, buyer])
        if (outcome === 'absent') setAbsent(wallet.kind)
        if (outcome === 'closed') setClosed(wallet.kind)
        if (typeof outcome === 'string') return onBusy(false)
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
        onBusy(false)
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
        <button
          key={wallet.kind}
          type="submit"
          form={formId}
          disabled={isBusy}
          onClick={() => onChosen(payBy(wallet))}
          aria-label={t('payBy', { wallet: names[wallet.kind], amount: amountIn(toPay) })}
          className={`wallet-button wallet-${wallet.kind}`}
        >
          {names[wallet.kind]}
        </button>
      ))}
      <output className="block text-note font-semibold empty:hidden">
        {closed !== null && t('closed', { wallet: names[closed] })}
      </output>
      {offered.length > 0 && <p className="text-note text-soft">{t('note')}</p>}
    </div>
  )
}

function amountIn(money: Money): string {
  return `${majorUnits(money).toFixed(2)} ${money.currency}`
}
