import { useMemo } from 'react'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import english from './messages/en.json'
import georgian from './messages/ka.json'
import { useLocale, type Translate } from './texts.tsx'

const inEnglish: SameKeys<typeof georgian, typeof english> = english

/** Words of the controls themselves; they come with the controls that say them. */
export function useKitTexts(): Translate<typeof georgian> {
  const locale = useLocale()
  return useMemo(() => {
    const texts = locale === 'ka' ? georgian : inEnglish
    return (key, values) => formatText(locale, texts[key], values)
  }, [locale])
}
