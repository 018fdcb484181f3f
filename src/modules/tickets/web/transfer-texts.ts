import { useMemo } from 'react'
import { useLocale, type Translate } from '#design/texts.tsx'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import english from '../messages/transfer-en.json'
import georgian from '../messages/transfer-ka.json'

const inEnglish: SameKeys<typeof georgian, typeof english> = english

/** Texts of sharing and passing on; they come with the panels that say them, not with every order. */
export function useTransferTexts(): Translate<typeof georgian> {
  const locale = useLocale()
  return useMemo(() => {
    const texts = locale === 'ka' ? georgian : inEnglish
    return (key, values) => formatText(locale, texts[key], values)
  }, [locale])
}
