import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import type { OrderPage } from '../checkout-data.ts'
import { useOutcomeTexts } from '../outcomes-texts.ts'
import type { PayChoice } from '../pay-choice.ts'
import { useTexts } from '../texts.ts'
import { resultPath, usePay } from '../use-pay.ts'
import { WhoPays } from './ask-to-pay.tsx'
import { LeftBank } from './left-bank.tsx'
import { OrderCard } from './order-card.tsx'

interface AtBankProps {
  readonly page: Extract<OrderPage, { kind: 'found' }>
  /** The order may be in another state than the page shows. */
  readonly onStale: () => void
}

/** The bank's page was opened and the buyer came back without an answer from there. */
export default function AtBank({ page, onStale }: AtBankProps) {
  const t = useOutcomeTexts()
  const words = useTexts()
  const locale = useLocale()
  const { order } = page.checkout
  const [problem, setProblem] = useState<string | null>(null)
  const { isRunning, pay } = usePay((error) => {
    setProblem(error instanceof CallError ? error.message : words('networkProblem'))
    onStale()
  })
  const open = page.payment?.redirectUrl ? page.payment.provider : null
  const choice: PayChoice = open === null ? { kind: 'newCard' } : { kind: 'way', provider: open }
  useLookingAgain(onStale)
  return (
    <div className="max-w-[46rem] space-y-7">
      <section className="space-y-3">
        <h2 className="flex items-center gap-2.5 font-display text-2xl font-bold">
          <Clock size={24} aria-hidden="true" />
          {t('payingTitle')}
        </h2>
        <p className="text-soft">{t('payingText')}</p>
        <WhoPays orderKey={order.orderKey} onChanged={onStale} />
      </section>
      {problem && <Notice>{problem}</Notice>}
      <div className="flex flex-wrap gap-3 *:grow">
        <Button
          size="large"
          isWide
          isWaiting={isRunning}
          waitingText={words('goingToBank')}
          onClick={() => void pay({ orderKey: order.orderKey, isFree: false, choice, buyer: null })}
        >
          {t('continuePaying')}
        </Button>
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
