import type { LocalizedText } from '#kernel/locale.ts'
import english from './messages/en.json' with { type: 'json' }
import georgian from './messages/ka.json' with { type: 'json' }
import type { LayoutSection } from './layout.ts'

const nounOf = (text: string) => text.replace('{row}', '').trim()

/** What a row is called on the plan if it is no row: “Box 8”. */
export function rowNounOf({ rowKind }: Pick<LayoutSection, 'rowKind'>): LocalizedText | undefined {
  return rowKind === 'box' ? { ka: nounOf(georgian.box), en: nounOf(english.box) } : undefined
}
