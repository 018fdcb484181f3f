import { useLocale, type Translate } from '#design/texts.tsx'
import { formatText, type Messages, type SameKeys } from '#kernel/texts.ts'
import english from '../messages/choosing-en.json'
import georgian from '../messages/choosing-ka.json'
import { useShowTexts, type ShowTexts } from './texts.ts'

const inEnglish: SameKeys<typeof georgian, typeof english> = english

/** Texts of choosing places and of the page around them; loaded with the map. */
export function useChoosingTexts(): Translate<typeof georgian & ShowTexts> {
  const locale = useLocale()
  const onPage = useShowTexts()
  const texts: Messages = locale === 'ka' ? georgian : inEnglish
  return (key, values) => {
    const text = texts[key]
    return text === undefined
      ? onPage(key as keyof ShowTexts, values)
      : formatText(locale, text, values)
  }
}
