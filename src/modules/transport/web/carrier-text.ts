import { useSyncExternalStore } from 'react'
import { useLocale } from '#design/texts.tsx'
import type { carrierText } from '../shapes.ts'
import type { z } from 'zod'

type CarrierText = z.output<typeof carrierText>
type CarrierLanguage = keyof CarrierText

const additionalLanguages = ['ru', 'az'] as const

/** A carrier's text, and its language if it differs from the page's. */
export interface LocalizedCarrierText {
  readonly text: string
  readonly lang: CarrierLanguage | undefined
}

/**
 * Carriers supply texts in more languages than the pages have. Visitors whose browser prefers Russian or
 * Azerbaijani to the page's language see that text. Since cached pages are the same for all visitors, it is
 * chosen in the browser after hydration.
 */
export function useCarrierText(): (text: CarrierText) => LocalizedCarrierText {
  const locale = useLocale()
  const preferred = useSyncExternalStore(
    subscribeToNothing,
    () => languageOf(navigator.languages, locale),
    () => null,
  )
  return (text) => {
    const own = preferred === null ? undefined : text[preferred]
    return preferred !== null && own
      ? { text: own, lang: preferred }
      : { text: text[locale], lang: undefined }
  }
}

/** The first additional language that the browser prefers to the page's language; null if there is none. */
export function languageOf(
  preferred: readonly string[],
  locale: 'ka' | 'en',
): (typeof additionalLanguages)[number] | null {
  for (const tag of preferred) {
    const language = tag.toLowerCase().split('-', 1)[0]
    if (language === locale) return null
    const found = additionalLanguages.find((one) => one === language)
    if (found) return found
  }
  return null
}

function subscribeToNothing(): () => void {
  return () => {}
}
