import { useMemo } from 'react'
import { formatText, type Messages, type SameKeys } from '#kernel/texts.ts'
import { useLocale, type Translate } from './texts.tsx'

/**
 * Texts in both languages that are loaded with the component that uses them instead of with the page. Keys missing
 * in one language fail the type check.
 *
 * export const useReturningTexts = ownTexts(georgian, english)
 */
export function ownTexts<Georgian extends Messages, English extends Messages>(
  georgian: Georgian,
  english: English & SameKeys<Georgian, English>,
): () => Translate<Georgian> {
  return function useOwnTexts() {
    const locale = useLocale()
    return useMemo(() => {
      const texts: Messages = locale === 'ka' ? georgian : english
      return (key, values) => formatText(locale, texts[key] ?? key, values)
    }, [locale])
  }
}
