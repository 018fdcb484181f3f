import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import type { OrderView } from '../../contract.ts'
import { useOutcomeTexts } from '../outcomes-texts.ts'
import { useLeave } from '../use-leave.ts'

/** For who has left the bank's page: another way to pay, or other seats; the places stay theirs. */
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
