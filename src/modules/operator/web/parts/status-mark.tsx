import type { OfficeEventView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

const looks = {
  onSale: 'text-good',
  soldOut: '',
  notOnSale: 'text-accent',
  stopped: 'text-accent',
} as const

/** Whether a date is on sale, or the first reason why nothing of it can be bought. */
export function StatusMark({ event }: { event: OfficeEventView }) {
  const t = useTexts()
  const isStopped = event.status !== 'Active' || event.showStatus !== 'Active'
  const open = event.isSoldOut ? 'soldOut' : 'onSale'
  const key = isStopped ? 'stopped' : event.isOnSale ? open : 'notOnSale'
  return <p className={`text-note font-semibold ${looks[key]}`}>{t(key)}</p>
}
