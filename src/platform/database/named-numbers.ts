import { sql, type RawBuilder } from 'kysely'

/**
 * The numbers of an enumeration for use in SQL by name: `state = ${placeStates.held}`. They are written as literals,
 * not as parameters, so that partial indexes on them are used.
 */
export function namedNumbers<Name extends string>(
  numbers: Readonly<Record<Name, number>>,
): Readonly<Record<Name, RawBuilder<number>>> {
  const entries = Object.entries<number>(numbers).map(([name, value]) => [name, sql.lit(value)])
  return Object.fromEntries(entries) as Record<Name, RawBuilder<number>>
}
