import type { OfficeEventView } from '../../contract.ts'
import { eventStatusOf, type EventStatus } from '../../event-status.ts'
import { useTexts } from '../texts.ts'

const looks = {
  onSale: 'text-good',
  soldOut: '',
  notOnSale: 'text-accent',
  stopped: 'text-accent',
  cancelled: 'text-accent',
} as const satisfies Record<EventStatus, string>

/** The status of a date in words. */
export function StatusMark({ event }: { event: OfficeEventView }) {
  const t = useTexts()
  const status = eventStatusOf(event)
  return <p className={`text-note font-semibold ${looks[status]}`}>{t(status)}</p>
}
