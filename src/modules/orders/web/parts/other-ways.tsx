import { Tickets } from 'lucide-react'
import { LocalLink } from '#design/parts/local-link.tsx'
import type { Money } from '#kernel/money.ts'
import type { PaymentAlternativeProps } from '../payment-alternative.ts'
import { useWayTexts } from '../ways-texts.ts'
import { AskToPay } from './ask-to-pay.tsx'
import { WalletPay } from './wallet-pay.tsx'

interface OtherWaysProps extends PaymentAlternativeProps {
  /** What a card would pay. */
  readonly toPay: Money
  /** Something of the order is paid from a balance: wallets pay whole orders. */
  readonly isBalanceUsed: boolean
}

/** Ways to pay that begin with another button than the form's: wallets of the browser, a pass, somebody else. */
export default function OtherWays({ toPay, isBalanceUsed, ...way }: OtherWaysProps) {
  const t = useWayTexts()
  // What a balance pays has been set aside: a wallet would be told another sum.
  const isShared = isBalanceUsed || way.order.lines.some(({ kind }) => kind === 'Balance')
  return (
    <>
      {!isShared && <WalletPay {...way} toPay={toPay} />}
      <div className="grid justify-items-start">
        <LocalLink
          to={`/multipass/use/${way.order.orderKey}`}
          className="link inline-flex min-h-11 items-center gap-tight"
        >
          <Tickets size={20} aria-hidden="true" className="shrink-0" />
          {t('payWithPass')}
        </LocalLink>
        <AskToPay {...way} />
      </div>
    </>
  )
}
