import { CircleX, ReceiptText, TimerOff } from 'lucide-react'
import type { OrderView } from '../../contract.ts'
import { useOutcomeTexts } from '../outcomes-texts.ts'
import { BackToEvent } from './next-steps.tsx'
import { OrderMessage } from './order-message.tsx'

/** Why nothing can be paid any more. */
export type OrderEnd = 'canceled' | 'timeOver' | 'empty'

const ends = {
  canceled: { Icon: CircleX, title: 'canceledTitle', text: 'canceledText' },
  timeOver: { Icon: TimerOff, title: 'timeOverTitle', text: 'timeOverText' },
  empty: { Icon: ReceiptText, title: 'emptyTitle', text: 'emptyText' },
} as const

/** An order that can no longer be paid, and where its places were chosen. */
export default function EndedOrder({ order, end }: { order: OrderView; end: OrderEnd }) {
  const t = useOutcomeTexts()
  const { Icon, title, text } = ends[end]
  return (
    <OrderMessage
      icon={<Icon size={40} />}
      tone="calm"
      title={t(title)}
      actions={<BackToEvent order={order} />}
      takesFocus
    >
      <p>{t(text)}</p>
    </OrderMessage>
  )
}
