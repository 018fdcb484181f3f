import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { useLocale } from '#design/texts.tsx'
import { unreserve, type OrderLineView, type OrderView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { usePlaceName } from './order-card.tsx'

/** What is about to be given back: one line, or the whole order. */
type Leaving = OrderLineView | 'all' | null

/**
 * Giving places back. Somebody else may have them a moment later, so it is asked for once more; the last
 * ticket takes the order with it.
 */
export function useReleaseOrder(order: OrderView, onChanged: (order: OrderView) => void) {
  const t = useTexts()
  const placeName = usePlaceName()
  const [leaving, setLeaving] = useState<Leaving>(null)
  const [announced, setAnnounced] = useState('')
  const tickets = order.lines.filter((line) => line.kind === 'Ticket')
  const status = useRef<HTMLOutputElement>(null)

  function changed(left: OrderView): void {
    setLeaving(null)
    setAnnounced(t('removed'))
    onChanged(left)
    // The button that was pressed is gone with its line.
    status.current?.focus()
  }

  const dialog = (
    <>
      <output ref={status} tabIndex={-1} className="sr-only">
        {announced}
      </output>
      <AskDialog
        order={order}
        leaving={leaving}
        onClose={() => setLeaving(null)}
        onChanged={changed}
      />
    </>
  )
  const lineAction = (line: OrderLineView) => (
    <button
      type="button"
      onClick={() => setLeaving(tickets.length === 1 ? 'all' : line)}
      aria-label={t('removeNamed', { place: placeName(line) })}
      className="-ml-2 flex min-h-11 items-center gap-1.5 rounded-md px-2 text-note text-soft hover:text-accent"
    >
      <X size={18} aria-hidden="true" />
      {t('remove')}
    </button>
  )
  return { dialog, lineAction, askForAll: () => setLeaving('all') }
}

interface AskDialogProps {
  readonly order: OrderView
  readonly leaving: Leaving
  readonly onClose: () => void
  readonly onChanged: (order: OrderView) => void
}

function AskDialog({ order, leaving, onClose, onChanged }: AskDialogProps) {
  const t = useTexts()
  const locale = useLocale()
  const placeName = usePlaceName()
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isAll = leaving === 'all'

  async function releaseOrder(): Promise<void> {
    if (leaving === null) return
    setWaiting(true)
    setProblem(null)
    const part = isAll ? { cancel: true } : { lineIds: [leaving.lineId] }
    try {
      const body = { orderKey: order.orderKey, ...part }
      onChanged(await browserClient(locale).send(unreserve, { body }))
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : t('networkProblem'))
    } finally {
      setWaiting(false)
    }
  }

  return (
    <Dialog
      isOpen={leaving !== null}
      title={isAll ? t('cancelAsk') : t('removeAsk')}
      onClose={onClose}
    >
      <p className="mt-3">
        {leaving === null || isAll
          ? t('cancelText')
          : t('removeText', { place: placeName(leaving) })}
      </p>
      {problem && (
        <p role="alert" className="mt-3 text-accent">
          {problem}
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
