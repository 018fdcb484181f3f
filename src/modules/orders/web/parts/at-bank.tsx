import { Clock } from 'lucide-react'
import { useEffect } from 'react'
import { LinkButton } from '#design/parts/link-button.tsx'
import { useLocale } from '#design/texts.tsx'
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
  useLookingAgain(onStale)
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

const lookAgainMilliseconds = 5_000

/** The payment may be made in another tab or by somebody else: the order is polled until it has changed. */
function useLookingAgain(look: () => void): void {
  useEffect(() => {
    const timer = setInterval(look, lookAgainMilliseconds)
    return () => clearInterval(timer)
  }, [look])
}
