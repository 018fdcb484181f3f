/** What the calendar says of a day instead of a price. */
import type { SaleState } from '../shapes.ts'
import type { Day } from './search-data.ts'

const notes = {
  // Seats are left, but not these passengers'.
  open: 'dayOthers',
  full: 'dayFull',
  office: 'dayOffice',
  suspended: 'daySuspended',
  'not-yet': 'dayNotYet',
  closed: 'dayClosed',
  cancelled: 'dayCancelled',
} as const satisfies Record<SaleState, string>

/** Key of the text; null for a day with a price. `sale` is the best state of its departures. */
export function dayNoteOf({
  departures,
  lowestPrice,
  sale,
}: Pick<Day, 'departures' | 'lowestPrice' | 'sale'>) {
  if (departures === 0 || sale === null) return 'dayNone'
  return lowestPrice ? null : notes[sale]
}
