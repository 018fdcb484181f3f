import { Badge } from '#design/parts/badge.tsx'
import type { DateLine } from '../../dates-contract.ts'
import { useTexts } from '../texts.ts'

/** Whether a date is on sale, sold out, or paused. */
export function SaleBadge({ isOnSale, isSoldOut }: Pick<DateLine, 'isOnSale' | 'isSoldOut'>) {
  const t = useTexts()
  if (!isOnSale) return <Badge>{t('dateOff')}</Badge>
  return isSoldOut ? <Badge>{t('dateFull')}</Badge> : <Badge tone="good">{t('dateOn')}</Badge>
}
