import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCountdown } from '#kernel/format.ts'
import { reservePermanent, type OrderView } from '../../contract.ts'
import { useHoldingTexts } from '../holding-texts.ts'

interface MoreTimeProps {
  readonly order: OrderView
  readonly left: number
  readonly onDone: () => void
  readonly onExtended: (order: OrderView) => void
}

/** Asks whether more time is needed; the dialog is there as long as the question is. */
export default function MoreTime({ order, left, onDone, onExtended }: MoreTimeProps) {
  const t = useHoldingTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()

  const extend = () =>
    run(async () => {
      const body = { orderKey: order.orderKey }
      onExtended(await browserClient(locale).send(reservePermanent, { body }))
    })

  return (
    <Dialog isOpen title={t('moreTimeTitle')} onClose={onDone}>
      <p className="mt-3">{t('moreTimeText', { time: formatCountdown(left) })}</p>
      {refusal && (
        <p role="alert" className="mt-3 text-accent">
          {refusal}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3 *:grow">
        <Button isWaiting={isWaiting} waitingText={t('moreTimeYes')} onClick={() => void extend()}>
          {t('moreTimeYes')}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t('moreTimeNo')}
        </Button>
      </div>
    </Dialog>
  )
}
