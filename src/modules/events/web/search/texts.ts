import { useLocale, type Translate } from '#design/texts.tsx'
import type { Locale } from '#kernel/locale.ts'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import english from './messages/en.json'
import georgian from './messages/ka.json'

type Keys = typeof georgian
const checked: SameKeys<Keys, typeof english> = english
const texts: Readonly<Record<Locale, Keys>> = { ka: georgian, en: checked }

/** Texts of the search, loaded with its script. */
export function useSearchTexts(): Translate<Keys> {
  const locale = useLocale()
  return (key, values) => formatText(locale, texts[locale][key], values)
}
