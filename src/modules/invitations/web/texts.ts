import { useMemo } from 'react'
import { useLocale, type Translate } from '#design/texts.tsx'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import english from '../messages/en.json'
import georgian from '../messages/ka.json'

const inEnglish: SameKeys<typeof georgian, typeof english> = english

/** Texts of invitations; they come with the panels and the page that say them. */
export function useTexts(): Translate<typeof georgian> {
  const locale = useLocale()
  return useMemo(() => {
    const texts = locale === 'ka' ? georgian : inEnglish
    return (key, values) => formatText(locale, texts[key], values)
  }, [locale])
}
