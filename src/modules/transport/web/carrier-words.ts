import { useSyncExternalStore } from 'react'
import { useLocale } from '#design/texts.tsx'
import type { carrierText } from '../shapes.ts'
import type { z } from 'zod'

type CarrierText = z.output<typeof carrierText>
type CarrierLanguage = keyof CarrierText

const beyondPages = ['ru', 'az'] as const

/** A text of a carrier's with its language, where that is not the page's. */
export interface CarrierWords {
  readonly words: string
  readonly lang: CarrierLanguage | undefined
}

/**
 * Carriers give their texts in more languages than pages have: who reads Russian or Azerbaijani before the page's own
 * language gets those in it. Pages are the same for everybody, so the browser says what it reads after they are there.
 */
export function useCarrierWords(): (text: CarrierText) => CarrierWords {
  const locale = useLocale()
  const wanted = useSyncExternalStore(
    nothingChanges,
    () => languageOf(navigator.languages, locale),
    () => null,
  )
  return (text) => {
    const own = wanted === null ? undefined : text[wanted]
    return wanted !== null && own
      ? { words: own, lang: wanted }
      : { words: text[locale], lang: undefined }
  }
}

/** The language beside those of the pages that comes before the page's own; null where none does. */
export function languageOf(
  wanted: readonly string[],
  locale: 'ka' | 'en',
): (typeof beyondPages)[number] | null {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-', 1)[0]
    if (language === locale) return null
    const found = beyondPages.find((one) => one === language)
    if (found) return found
  }
  return null
}

function nothingChanges(): () => void {
  return () => {}
}
