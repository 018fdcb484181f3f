import { formatDate } from '#kernel/format.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { formatText } from '#kernel/texts.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }

/**
 * Name of the item in orders and tickets: the show's name, and for an offer the end of validity, since it has no start
 * time.
 */
export function itemName(event: {
  readonly name: LocalizedText
  readonly validFrom: Date | null
  readonly startsAt: Date
  readonly timeZone: string
}): LocalizedText {
  const { name, validFrom, startsAt, timeZone } = event
  if (validFrom === null) return name
  const until = (locale: 'ka' | 'en'): string => {
    const words = locale === 'ka' ? ka : en
    const date = formatDate(locale, startsAt, { timeZone, year: true })
    return `${name[locale]} · ${formatText(locale, words.validUntil, { date })}`
  }
  return { ka: until('ka'), en: until('en') }
}
