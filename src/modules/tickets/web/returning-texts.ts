import { useMemo } from 'react'
import { useLocale, type Translate } from '#design/texts.tsx'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import english from '../messages/returning-en.json'
import georgian from '../messages/returning-ka.json'

const inEnglish: SameKeys<typeof georgian, typeof english> = english

/** Texts of returning and reselling; they come with the panels that say them, not with every order. */
export function useReturningTexts(): Translate<typeof georgian> {
  const locale = useLocale()
  return useMemo(() => {
    const texts = locale === 'ka' ? georgian : inEnglish
    return (key, values) => formatText(locale, texts[key], values)
  }, [locale])
}
