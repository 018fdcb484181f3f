/** Periods of statements, in Tbilisi time. Pure functions. */
import { dayOf, instantOf } from '#kernel/day-span.ts'
import type { StatementPeriod } from '../shapes.ts'

/** End of the period that contains an instant: the next Monday or first of a month, at midnight. */
export function periodEnd(at: Date, period: StatementPeriod): Date {
  const today = dayOf(at)
  if (period === 'week') return instantOf(today.add({ days: 8 - today.dayOfWeek }))
  return instantOf(today.with({ day: 1 }).add({ months: 1 }))
}
