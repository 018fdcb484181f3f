import { orderStatus, type OrderStatusName } from '#contract/enumerations.ts'
import { Badge } from '#design/parts/badge.tsx'
import { useStatusTexts } from '../statuses-texts.ts'

const tones: Partial<Record<OrderStatusName, 'good' | 'warn' | 'bad'>> = {
  Processed: 'good',
  Transferred: 'good',
  PaymentPending: 'warn',
  WaitingForTicket: 'warn',
  Failed: 'bad',
}

/** Label of an order's state in a back office. */
export function OrderStatusMark({ name }: { name: string }) {
  const label = useOrderStatus()
  return <Badge tone={isKnown(name) ? tones[name] : undefined}>{label(name)}</Badge>
}

/** Labels of order states; unknown states are shown by name. */
export function useOrderStatus(): (name: string) => string {
  const t = useStatusTexts()
  return (name) => (isKnown(name) ? t(name) : name)
}

function isKnown(name: string): name is OrderStatusName {
  return Object.hasOwn(orderStatus, name)
}
