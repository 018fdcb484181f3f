import type { Locale } from '#kernel/locale.ts'
import { formatText, type SameKeys, type TextValues } from '#kernel/texts.ts'
import english from '../../messages/transfer-documents-en.json' with { type: 'json' }
import georgian from '../../messages/transfer-documents-ka.json' with { type: 'json' }

const texts: {
  readonly ka: typeof georgian
  readonly en: SameKeys<typeof georgian, typeof english>
} = { ka: georgian, en: english }

export type TransferText = (key: keyof typeof georgian, values?: TextValues) => string

/** Texts of emails and SMS about transferred tickets. */
export function transferTexts(locale: Locale): TransferText {
  return (key, values) => formatText(locale, texts[locale][key], values)
}

const nameLengthMax = 40

/**
 * The sender's first name, if it is a plausible name. These emails go to people who did not ask for them, so a name
 * must contain nothing actionable: no address, no digits, no sentence.
 */
export function firstNameOf(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  const isName = /^\p{L}[\p{L}\p{M}'’-]*$/u.test(first) && first.length <= nameLengthMax
  return isName ? first : ''
}
