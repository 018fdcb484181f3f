import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import type { OrderView } from '../../contract.ts'
import { useOutcomeTexts } from '../outcomes-texts.ts'
import { useLeave } from '../use-leave.ts'

/** After leaving the bank's page: another payment method, or other seats; the places stay held. */
export function LeftBank({ order }: { order: OrderView }) {
  const t = useOutcomeTexts()
  const { running, problem, leave } = useLeave(order)
  return (
    <>
      <Button
        look="quiet"
        isWaiting={running === 'otherwise'}
        waitingText={t('retrying')}
        onClick={() => void leave('otherwise')}
      >
        {t('payOtherwise')}
      </Button>
      <Button
        look="quiet"
        isWaiting={running === 'places'}
        waitingText={t('retrying')}
        onClick={() => void leave('places')}
      >
        {t('changeSeats')}
      </Button>
      {problem && (
        <div className="basis-full">
          <Notice>{problem}</Notice>
        </div>
      )}
    </>
  )
}
