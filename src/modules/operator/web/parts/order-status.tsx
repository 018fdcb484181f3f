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

/** Label of an order's state; unknown states are shown by name. */
export function OrderStatusMark({ name }: { name: string }) {
  const words = useOrderStatus()
  const status = known.find((each) => each === name)
  return <Badge tone={status && tones[status]}>{words(name)}</Badge>
}

/** Labels of order states. */
export function useOrderStatus(): (name: string) => string {
  const t = useTexts()
  return (name) => {
    const status = known.find((each) => each === name)
    return status ? t(`order${status}`) : name
  }
}
