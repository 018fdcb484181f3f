import type { EventMapView } from '#modules/events/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'

/** Lists what checkout requires besides a name and an email, before anything is chosen. */
export function AsksNote({ asks }: { asks: EventMapView['asks'] }) {
  const t = useChoosingTexts()
  const { ticketsPerPersonMax, phoneCode, details } = asks
  const needed = [
    ...(ticketsPerPersonMax === null ? [] : [t('asksPerson')]),
    ...(phoneCode ? [t('asksPhone')] : []),
    ...details,
  ]
  if (needed.length === 0) return null
  return (
    <p className="mb-2 text-xs leading-snug text-soft desk:text-sm">
      {ticketsPerPersonMax !== null && (
        <strong className="text-ink">{t('asksMost', { count: ticketsPerPersonMax })} </strong>
      )}
      {t('asksNeeded', { what: needed.join(', ') })}
    </p>
  )
}
