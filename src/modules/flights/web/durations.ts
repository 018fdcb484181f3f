import type { useTexts } from './texts.ts'

/** A duration such as `3 h 55 min`. */
export function durationText(t: ReturnType<typeof useTexts>, minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (rest === 0) return t('durationHours', { hours })
  return hours === 0
    ? t('durationMinutes', { minutes: rest })
    : t('duration', { hours, minutes: rest })
}
