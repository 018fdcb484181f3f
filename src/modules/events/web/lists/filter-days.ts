import { dayKey } from '#kernel/format.ts'

/** Filters by time, in the order they are offered. */
export const whens = ['today', 'tomorrow', 'weekend', 'month'] as const

const dayMilliseconds = 86_400_000

/** Days of a filter (`2026-11-21`) in the shop's time zone. The weekend begins on Friday. */
export function daysOf(when: string | null, now: Date): { fromDate?: string; toDate?: string } {
  const after = (days: number): string => dayKey(new Date(now.getTime() + days * dayMilliseconds))
  if (when === 'today') return { fromDate: after(0), toDate: after(0) }
  if (when === 'tomorrow') return { fromDate: after(1), toDate: after(1) }
  if (when === 'month') return { fromDate: after(0), toDate: after(30) }
  if (when !== 'weekend') return {}
  const weekday = new Date(`${after(0)}T12:00:00Z`).getUTCDay()
  const untilSunday = (7 - weekday) % 7
  return { fromDate: after(Math.max(0, untilSunday - 2)), toDate: after(untilSunday) }
}
