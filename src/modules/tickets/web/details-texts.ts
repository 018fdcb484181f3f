import { useMemo } from 'react'
import { useLocale, type Translate } from '#design/texts.tsx'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import english from '../messages/details-en.json'
import georgian from '../messages/details-ka.json'

const inEnglish: SameKeys<typeof georgian, typeof english> = english

/** Texts of visitors and additional fields; downloaded with the panels that use them. */
export function useDetailTexts(): Translate<typeof georgian> {
  const locale = useLocale()
  return useMemo(() => {
    const texts = locale === 'ka' ? georgian : inEnglish
    return (key, values) => formatText(locale, texts[key], values)
  }, [locale])
}
