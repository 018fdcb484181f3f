import { useSyncExternalStore } from 'react'
import { useLocale } from '#design/texts.tsx'
import type { carrierText } from '../shapes.ts'
import type { z } from 'zod'

type CarrierText = z.output<typeof carrierText>
type CarrierLanguage = keyof CarrierText

const beyondPages = ['ru', 'az'] as const

/** A carrier's text, and its language if it differs from the page's. */
export interface CarrierWords {
  readonly words: string
  readonly lang: CarrierLanguage | undefined
}

/**
 * Carriers supply texts in more languages than the pages have. Visitors whose browser prefers Russian or
 * Azerbaijani to the page's language see that text. Since cached pages are the same for all visitors, it is
 * chosen in the browser after hydration.
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

/** The first additional language that the browser prefers to the page's language; null if there is none. */
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
