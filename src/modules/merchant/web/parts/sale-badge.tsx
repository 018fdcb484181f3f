import { Badge } from '#design/parts/badge.tsx'
import type { DateLine } from '../../dates-contract.ts'
import { useTexts } from '../texts.ts'

/** Whether a date is on sale, sold out, paused, or cancelled. */
export function SaleBadge({
  isOnSale,
  isCancelled,
  isSoldOut,
}: Pick<DateLine, 'isOnSale' | 'isCancelled' | 'isSoldOut'>) {
  const t = useTexts()
  if (isCancelled) return <Badge>{t('dateCancelled')}</Badge>
  if (!isOnSale) return <Badge>{t('dateOff')}</Badge>
  return isSoldOut ? <Badge>{t('dateFull')}</Badge> : <Badge tone="good">{t('dateOn')}</Badge>
}
