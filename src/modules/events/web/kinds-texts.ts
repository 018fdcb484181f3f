import { useMemo } from 'react'
import { useLocale, type Translate } from '#design/texts.tsx'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import english from '../messages/kinds-en.json'
import georgian from '../messages/kinds-ka.json'

const inEnglish: SameKeys<typeof georgian, typeof english> = english

/** Texts of tables, offers, packages and requests; they come with the parts that say them, not with every page. */
export function useKindsTexts(): Translate<typeof georgian> {
  const locale = useLocale()
  return useMemo(() => {
    const texts = locale === 'ka' ? georgian : inEnglish
    return (key, values) => formatText(locale, texts[key], values)
  }, [locale])
}
