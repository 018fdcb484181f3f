/** Periods of statements, in Tbilisi time. Pure. */
import { dayOf, instantOf } from '#kernel/day-span.ts'
import type { StatementPeriod } from '../shapes.ts'

/** The end of the period that a moment lies in: the next Monday or first of a month, at midnight. */
export function periodEnd(at: Date, period: StatementPeriod): Date {
  const today = dayOf(at)
  if (period === 'week') return instantOf(today.add({ days: 8 - today.dayOfWeek }))
  return instantOf(today.with({ day: 1 }).add({ months: 1 }))
}
