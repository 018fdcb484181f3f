import { sql, type RawBuilder } from 'kysely'

/**
 * A list of columns for a statement's text. Statements name what they read: what `*` means changes beneath a running
 * release when the next one adds a column (decision 136).
 */
export function namedColumns(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)))
}
