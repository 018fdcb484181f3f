import { useState, type ComponentProps } from 'react'
import { paymentProvider } from '#contract/enumerations.ts'
import { CallError } from '#contract/client.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import type { PaymentView } from '../../contract.ts'
import { useOutcomeTexts } from '../outcomes-texts.ts'
import type { PayChoice } from '../pay-choice.ts'
import { useTexts } from '../texts.ts'
import { usePay } from '../use-pay.ts'

interface PayAgainProps extends Pick<ComponentProps<typeof Button>, 'size' | 'isWide'> {
  readonly orderKey: string
  readonly payment: Pick<PaymentView, 'provider' | 'redirectUrl'> | null
  /** The order may be in another state than the page shows. */
  readonly onStale: () => void
}

/** Goes straight to the bank's page of an order whose payment has begun. */
export function PayAgain({ orderKey, payment, onStale, ...look }: PayAgainProps) {
  const t = useOutcomeTexts()
  const words = useTexts()
  const [problem, setProblem] = useState<string | null>(null)
  const { isRunning, pay } = usePay((error) => {
    setProblem(error instanceof CallError ? error.message : words('networkProblem'))
    onStale()
  })
  const choice = choiceAgain(payment)
  return (
    <>
      <Button
        {...look}
        isWaiting={isRunning}
        waitingText={words('goingToBank')}
        onClick={() => void pay({ orderKey, isFree: false, choice, buyer: null })}
      >
        {t('continuePaying')}
      </Button>
      {problem && (
        <div className="order-last basis-full">
          <Notice>{problem}</Notice>
        </div>
      )}
    </>
  )
}

/** The page that is still open, or another of its kind; among card acquirers the shop chooses anew. */
export function choiceAgain(payment: PayAgainProps['payment']): PayChoice {
  const isSame = payment?.redirectUrl || payment?.provider === paymentProvider.citypay
  return isSame ? { kind: 'way', provider: payment.provider } : { kind: 'newCard' }
}
