import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { useLocale } from '#design/texts.tsx'
import { unreserve, type OrderLineView, type OrderView } from '../../contract.ts'
import { useHoldingTexts } from '../holding-texts.ts'
import { usePlaceName } from './order-card.tsx'

/** What is about to be released: one line, or the whole order. */
export type Leaving = OrderLineView | 'all'

interface AskReleaseProps {
  readonly order: OrderView
  readonly leaving: Leaving
  readonly onClose: () => void
  readonly onChanged: (order: OrderView) => void
}

/** Asks once more before places are released; the dialog is there as long as the question is. */
export default function AskRelease({ order, leaving, onClose, onChanged }: AskReleaseProps) {
  const t = useHoldingTexts()
  const locale = useLocale()
  const placeName = usePlaceName()
  const { run, isWaiting, refusal } = useWork()
  const isAll = leaving === 'all'

  const releaseOrder = () =>
    run(async () => {
      const part = isAll ? { cancel: true } : { lineIds: [leaving.lineId] }
      const body = { orderKey: order.orderKey, ...part }
      onChanged(await browserClient(locale).send(unreserve, { body }))
    })

  return (
    <Dialog isOpen title={isAll ? t('cancelAsk') : t('removeAsk')} onClose={onClose}>
      <p className="mt-3">
        {isAll ? t('cancelText') : t('removeText', { place: unbroken(placeName(leaving)) })}
      </p>
      {refusal && (
        <p role="alert" className="mt-3 text-accent">
          {refusal}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3 *:grow">
        <Button look="quiet" onClick={onClose}>
          {t('keep')}
        </Button>
        <Button
          isWaiting={isWaiting}
          waitingText={t('removing')}
          onClick={() => void releaseOrder()}
        >
          {isAll ? t('cancelYes') : t('removeYes')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Rows and seats stay on the line of their numbers. */
function unbroken(place: string): string {
  return place.replaceAll(/ (?=\d)/g, '\u00A0')
}
