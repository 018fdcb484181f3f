/** Words of tables for statuses, types and access: exports write them, and imports read them beside the names of files. */
import type { LocalizedText } from '#kernel/locale.ts'
import { labelsOf, stateTexts } from '#platform/tables/column.ts'
import en from '../../messages/tables-en.json' with { type: 'json' }
import ka from '../../messages/tables-ka.json' with { type: 'json' }
import type { Column } from './record.ts'

export const tableLabel = labelsOf(ka, en)

const statusTexts = stateTexts(
  {
    Active: 'status-Active',
    Inactive: 'status-Inactive',
    Stopped: 'status-Stopped',
    Deleted: 'status-Deleted',
  },
  tableLabel,
)

export const textsOfStates = {
  show_status: statusTexts,
  event_status: statusTexts,
  show_type: stateTexts(
    {
      Show: 'type-Show',
      GroupShow: 'type-GroupShow',
      Offer: 'type-Offer',
      OfferPackage: 'type-OfferPackage',
    },
    tableLabel,
  ),
  show_access: stateTexts(
    {
      Default: 'access-Default',
      Private: 'access-Private',
      AccessCode: 'access-AccessCode',
    },
    tableLabel,
  ),
} as const satisfies Readonly<Partial<Record<Column, Readonly<Record<string, LocalizedText>>>>>

/** The name that a cell says in Georgian; any other text is as it is. */
export function nameOfWords(column: Column, text: string): string {
  if (!Object.hasOwn(textsOfStates, column)) return text
  const texts = Object.entries(textsOfStates[column as keyof typeof textsOfStates])
  return texts.find(([, words]) => words.ka === text.trim())?.[0] ?? text
}
