import { Clock } from 'lucide-react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useChecking } from '#design/data/use-checking.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { orderDetails } from '../../contract.ts'
import { paymentsStatus } from '../../payment-contract.ts'
import type { OrderPage } from '../checkout-data.ts'
import { useOutcomeTexts } from '../outcomes-texts.ts'
import { resultPath } from '../use-pay.ts'
import { WhoPays } from './ask-to-pay.tsx'
import { LeftBank } from './left-bank.tsx'
import { OrderCard } from './order-card.tsx'
import { PayAgain } from './pay-again.tsx'

interface AtBankProps {
  readonly page: Extract<OrderPage, { kind: 'found' }>
  /** The order may be in another state than the page shows. */
  readonly onStale: () => void
}

/** The bank's page was opened and the buyer came back without an answer from there. */
export default function AtBank({ page, onStale }: AtBankProps) {
  const t = useOutcomeTexts()
  const locale = useLocale()
  const { order } = page.checkout
  useChangedPayment(page)
  return (
    <div className="max-w-[46rem] space-y-7">
      <section className="space-y-3">
        <h2 className="flex items-center gap-2.5 font-display text-2xl font-bold">
          <Clock size={24} aria-hidden="true" className="shrink-0" />
          {t('payingTitle')}
        </h2>
        <p className="text-soft">{t('payingText')}</p>
        <WhoPays orderKey={order.orderKey} onChanged={onStale} />
      </section>
      <div className="flex flex-wrap gap-3 *:grow">
        <PayAgain
          orderKey={order.orderKey}
          payment={page.payment}
          onStale={onStale}
          size="large"
          isWide
        />
        <LeftBank order={order} />
        <LinkButton look="plain" href={resultPath(locale, order.orderKey)}>
          {t('checkPayment')}
        </LinkButton>
      </div>
      <OrderCard order={order} />
    </div>
  )
}

/** The payment may be made in another tab or by somebody else. */
function useChangedPayment({ checkout, payment }: AtBankProps['page']): void {
  const locale = useLocale()
  const { orderKey, statusName } = checkout.order
  useChecking({
    isOn: true,
    firstMilliseconds: 5_000,
    longestMilliseconds: 5_000,
    async hasChanged(signal) {
      const client = browserClient(locale)
      const query = { orderKey }
      const order = await client.send(orderDetails, { query }, { signal })
      if (order.statusName !== statusName) return true
      const now = await client.send(paymentsStatus, { query }, { signal })
      return now.paymentId !== payment?.paymentId || now.state !== payment?.state
    },
  })
}
