import type { Locale } from '#kernel/locale.ts'
import en from '../messages/refusals-en.json' with { type: 'json' }
import ka from '../messages/refusals-ka.json' with { type: 'json' }

const texts: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { ka, en }

/** Explanation of a declined card payment (nexo `ErrorCondition`) for the cashier. */
export function cardRefusal(locale: Locale, condition: string): string {
  const words = texts[locale]
  return (Object.hasOwn(words, condition) ? words[condition] : words['other']) ?? ''
}
