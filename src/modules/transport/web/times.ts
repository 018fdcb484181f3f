/** Formats times and durations of journeys. */
import { dayKey } from '#kernel/format.ts'
import type { useTexts } from './texts.ts'

type Texts = ReturnType<typeof useTexts>

export function durationText(t: Texts, minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return t('durationShort', { minutes })
  return rest === 0 ? t('durationHours', { hours }) : t('duration', { hours, minutes: rest })
}

interface Moment {
  readonly at: string
  readonly timeZone: string
}

/** Number of calendar days between two moments, each by its local date. */
export function daysBetween(from: Moment, to: Moment): number {
  const day = ({ at, timeZone }: Moment): number => Date.parse(dayKey(at, timeZone))
  return Math.round((day(to) - day(from)) / 86_400_000)
}

export function minutesBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 60_000)
}
