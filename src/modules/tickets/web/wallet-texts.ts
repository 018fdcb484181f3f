import { useMemo } from 'react'
import { useLocale, type Translate } from '#design/texts.tsx'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import english from '../messages/wallet-en.json'
import georgian from '../messages/wallet-ka.json'

const inEnglish: SameKeys<typeof georgian, typeof english> = english

/** Texts of the panel for wallets; they come with it. */
export function useWalletTexts(): Translate<typeof georgian> {
  const locale = useLocale()
  return useMemo(() => {
    const texts = locale === 'ka' ? georgian : inEnglish
    return (key, values) => formatText(locale, texts[key], values)
  }, [locale])
}
