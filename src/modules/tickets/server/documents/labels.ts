import type { Locale } from '#kernel/locale.ts'
import { formatText, type SameKeys, type TextValues } from '#kernel/texts.ts'
import english from '../../messages/documents-en.json' with { type: 'json' }
import georgian from '../../messages/documents-ka.json' with { type: 'json' }

/** Texts of emails and printed tickets. They are separate from the pages' texts so that no browser loads them. */
const texts: {
  readonly ka: typeof georgian
  readonly en: SameKeys<typeof georgian, typeof english>
} = { ka: georgian, en: english }

export type DocumentText = (key: keyof typeof georgian, values?: TextValues) => string

export function documentTexts(locale: Locale): DocumentText {
  return (key, values) => formatText(locale, texts[locale][key], values)
}
