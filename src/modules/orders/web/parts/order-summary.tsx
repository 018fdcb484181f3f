import { useId, useState, type ReactNode } from 'react'
import { Button } from '#design/parts/button.tsx'
import { contentsInWords, countContents } from '../../contents.ts'
import type { OrderView } from '../../contract.ts'
import { DownIcon } from '../icons.tsx'
import { useTexts } from '../texts.ts'
import { OrderCard } from './order-card.tsx'

interface OrderSummaryProps {
  readonly order: OrderView
  readonly lineAction: (line: OrderView['lines'][number]) => ReactNode
  /** What the button would pay, in words. */
  readonly toPay: string
  readonly onCancel: () => void
}

/** What is being bought: one row on a phone, which opens; beside the form, always in sight, where there is room. */
export function OrderSummary({ order, lineAction, toPay, onCancel }: OrderSummaryProps) {
  const t = useTexts()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [item] = order.items
  const sold = order.lines.filter(({ kind }) => kind === 'Ticket')
  const names = order.items.map(({ name }) => name)
  return (
    <aside
      aria-label={t('orderTitle')}
      className="min-w-0 desk:sticky desk:top-20 desk:col-start-2 desk:row-start-1"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="card card-lifted flex w-full items-center gap-3 p-3 text-left desk:hidden"
      >
        {item?.imageUrl && (
          <img
            src={item.imageUrl}
            alt=""
            width={42}
            height={56}
            className="h-14 w-10.5 shrink-0 rounded-md bg-sunk object-cover"
          />
        )}
        <span className="min-w-0 grow">
          <span className="sr-only">{t('showOrder')}: </span>
          <span className="line-clamp-2 font-semibold">
            {names.length > 0 ? names.join(' · ') : t('orderTitle')}
          </span>
          <span className="figures block text-note text-soft">
            {contentsInWords(t, countContents(sold))} · {toPay}
          </span>
        </span>
        <DownIcon className={`shrink-0 ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <div id={id} className={isOpen ? 'mt-4 desk:mt-0' : 'hidden desk:block'}>
        <OrderCard order={order} lineAction={lineAction} />
        <Button look="plain" onClick={onCancel} className="mt-2 text-note text-soft">
          {t('cancelOrder')}
        </Button>
      </div>
    </aside>
  )
}
