import { useLocale, type Translate } from '#design/texts.tsx'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import english from '../../messages/follow-en.json'
import georgian from '../../messages/follow-ka.json'

const inEnglish: SameKeys<typeof georgian, typeof english> = english

/** Texts of following; they come with its buttons. */
export function useFollowTexts(): Translate<typeof georgian> {
  const locale = useLocale()
  const texts = locale === 'ka' ? georgian : inEnglish
  return (key, values) => formatText(locale, texts[key], values)
}
