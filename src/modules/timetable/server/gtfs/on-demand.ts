/** Service on demand (GTFS-Flex), which is not sold. */
import type { NoticeCode } from '../../notice-codes.ts'

/** What is said of a row that is left out; null of every other one. */
export type PassedOver = (
  cells: readonly string[],
) => { readonly code: NoticeCode; readonly field: string; readonly value: string } | null

/** Of service on demand: zones and groups of stops without a place in a timetable, and hours in place of times. */
const demandColumns = ['location_group_id', 'location_id', 'start_pickup_drop_off_window'] as const

/** Rows of `stop_times.txt` that no departure can be sold of. */
export function isOnDemand(headings: readonly (string | null)[]): PassedOver | undefined {
  const columns = demandColumns.flatMap((field) => {
    const index = headings.indexOf(field)
    return index < 0 ? [] : [{ field, index }]
  })
  if (columns.length === 0) return undefined
  return (cells) => {
    const found = columns.find(({ index }) => (cells[index] ?? '') !== '')
    if (!found) return null
    return { code: 'on_demand_stop_time', field: found.field, value: cells[found.index] ?? '' }
  }
}
