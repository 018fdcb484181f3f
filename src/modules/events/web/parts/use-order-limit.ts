import type { EventMapView } from '#modules/events/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { useKindsTexts } from '../kinds-texts.ts'

/** How many tickets, or tables, one order may have. */
export function useOrderLimit(map: EventMapView | undefined, count: number): string {
  const t = useChoosingTexts()
  const k = useKindsTexts()
  const hasTables = map?.ticketTypes.some(({ table }) => table) ?? false
  return hasTables ? k('tablesMax', { count }) : t('orderMax', { count })
}
