import type { LocalizedText } from '#kernel/locale.ts'

/** `{name}`, `{{ first name }}`: what mail programmes fill in. */
const placeholder = /\{\{?\s*[\p{L}_][\p{L}\p{M}\p{N}_ .-]{0,40}\}?\}/u

/** The first placeholder of these texts as it is written; undefined if there is none. Nothing fills them in here. */
export function placeholderIn(texts: readonly LocalizedText[]): string | undefined {
  for (const { ka, en } of texts) {
    const found = placeholder.exec(ka) ?? placeholder.exec(en)
    if (found) return found[0]
  }
  return undefined
}
