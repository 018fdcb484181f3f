/**
 * `translations.txt` in the form that Google's first extension had, and that many feeds still have: the original text, a
 * language and the translation. It is read as translations of every name with that text.
 */
import type { FeedTable } from './tables.ts'

/** The rows of the present form that a row stands for. */
export type FormerRow = (
  cells: readonly string[],
  line: number,
) => Record<string, string | number | null>[]

const names = [
  ['agency', 'agency_name'],
  ['stops', 'stop_name'],
  ['routes', 'route_long_name'],
  ['trips', 'trip_headsign'],
] as const

/** Null for every file but one in that form. */
export function formerRowOf({ file }: FeedTable, headings: readonly string[]): FormerRow | null {
  if (file !== 'translations.txt' || headings.includes('table_name')) return null
  const [text, language, translation] = ['trans_id', 'lang', 'translation'].map((name) =>
    headings.indexOf(name),
  )
  if (text === undefined || language === undefined || translation === undefined) return null
  if (text < 0 || language < 0 || translation < 0) return null
  const seen = new Set<string>()
  return (cells, line) => {
    const [original, spoken, translated] = [cells[text], cells[language], cells[translation]]
    const key = JSON.stringify([original, spoken])
    if (!original || !spoken || !translated || seen.has(key)) return []
    seen.add(key)
    return names.map(([table, field]) => ({
      line,
      table_name: table,
      field_name: field,
      language: spoken,
      translation: translated,
      record_id: null,
      field_value: original,
    }))
  }
}
