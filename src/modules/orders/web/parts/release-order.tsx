import { lazy, Suspense, useRef, useState } from 'react'
import type { OrderLineView, OrderView } from '../../contract.ts'
import { itemNameOf } from '../../equal-lines.ts'
import { CrossIcon } from '../icons.tsx'
import { useTexts } from '../texts.ts'
import type { Leaving } from './ask-release.tsx'
import { usePlaceName } from './order-card.tsx'

/** Comes with the press. */
const AskRelease = lazy(() => import('./ask-release.tsx'))

/**
 * Giving places back. Somebody else may have them a moment later, so it is asked for once more; the last
 * ticket takes the order with it.
 */
export function useReleaseOrder(order: OrderView, onChanged: (order: OrderView) => void) {
  const t = useTexts()
  const placeName = usePlaceName()
  const [leaving, setLeaving] = useState<Leaving | null>(null)
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
      {leaving !== null && (
        <Suspense>
          <AskRelease
            order={order}
            leaving={leaving}
            onClose={() => setLeaving(null)}
            onChanged={changed}
          />
        </Suspense>
      )}
    </>
  )
  const nameOf = (line: OrderLineView): string =>
    [itemNameOf(order, line.lineId), placeName(line)].filter(Boolean).join(', ')
  const lineAction = (line: OrderLineView) => (
    <button
      type="button"
      onClick={() => setLeaving(tickets.length === 1 ? 'all' : line)}
      aria-label={t('removeNamed', { place: nameOf(line) })}
      className="-ml-2 flex min-h-11 items-center gap-1.5 rounded-md px-2 text-note text-soft hover:text-accent"
    >
      <CrossIcon size={18} />
      {t('remove')}
    </button>
  )
  return { dialog, lineAction, askForAll: () => setLeaving('all') }
}
