/** Comparison periods of statistics, in days of Tbilisi. Pure functions. */

import { dayOf, instantOf, type Span } from '#kernel/day-span.ts'

/** The preceding period of the same length; null for an open period. */
export function spanBefore({ from, until }: Span): Span | null {
  if (!from || !until) return null
  return { from: new Date(from.getTime() - (until.getTime() - from.getTime())), until: from }
}

export interface DayCount {
  /** ISO 8601. */
  readonly day: string
  readonly ticketCount: number
  readonly soldMinor: number
}

const weeksBefore = 4
const daysAhead = 7

/** Period on which a forecast is based: four weeks up to yesterday. */
export function forecastSpan(now: Date): Span {
  const today = dayOf(now)
  return { from: instantOf(today.subtract({ weeks: weeksBefore })), until: instantOf(today) }
}

/**
 * The coming week: for each day the average of the same weekday in the last four weeks, including days without sales.
 */
export function forecastOf(now: Date, days: readonly DayCount[]): DayCount[] {
  const byDay = new Map(days.map((one) => [one.day, one]))
  const today = dayOf(now)
  return Array.from({ length: daysAhead }, (_, ahead) => {
    const day = today.add({ days: ahead })
    const same = Array.from({ length: weeksBefore }, (_week, week) =>
      byDay.get(day.subtract({ weeks: week + 1 }).toString()),
    )
    const mean = (amountOf: (one: DayCount) => number) =>
      Math.round(same.reduce((sum, one) => sum + (one ? amountOf(one) : 0), 0) / weeksBefore)
    return {
      day: day.toString(),
      ticketCount: mean(({ ticketCount }) => ticketCount),
      soldMinor: mean(({ soldMinor }) => soldMinor),
    }
  })
}
