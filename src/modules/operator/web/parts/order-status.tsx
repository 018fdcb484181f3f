import { Badge } from '#design/parts/badge.tsx'
import { useTexts } from '../texts.ts'

const known = [
  'Draft',
  'Checkout',
  'PaymentPending',
  'Processed',
  'WaitingForTicket',
  'Transferred',
  'Failed',
  'Canceled',
  'Timeout',
] as const
type Known = (typeof known)[number]

const tones: Partial<Record<Known, 'good' | 'warn' | 'bad'>> = {
  Processed: 'good',
  Transferred: 'good',
  PaymentPending: 'warn',
  WaitingForTicket: 'warn',
  Failed: 'bad',
}

/** The state of an order in a word; one that is imported or sold elsewhere by its own name. */
export function OrderStatusMark({ name }: { name: string }) {
  const words = useOrderStatus()
  const status = known.find((each) => each === name)
  return <Badge tone={status && tones[status]}>{words(name)}</Badge>
}

/** Words for the states of orders. */
export function useOrderStatus(): (name: string) => string {
  const t = useTexts()
  return (name) => {
    const status = known.find((each) => each === name)
    return status ? t(`order${status}`) : name
  }
}
