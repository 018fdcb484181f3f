import type { OfficeEventView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** Whether a date is on sale, or the first reason why it is not. */
export function StatusMark({ event }: { event: OfficeEventView }) {
  const t = useTexts()
  const isStopped = event.status !== 'Active' || event.showStatus !== 'Active'
  const key = isStopped ? 'stopped' : event.isOnSale ? 'onSale' : 'notOnSale'
  return (
    <p className={`text-note font-semibold ${key === 'onSale' ? 'text-good' : 'text-accent'}`}>
      {t(key)}
    </p>
  )
}
