import { sql, type CompiledQuery, type QueryResult, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'

/** A statement whose text is always the same: only its values differ. */
export interface FixedStatement<Values, Row> {
  /** The statement with these values, for `executeLast`. */
  with(db: Database, values: Values): CompiledQuery<Row>
  execute(db: Database, values: Values): Promise<QueryResult<Row>>
}

/** Stands for a value while the text is built. */
class Placeholder<Values> {
  readonly name: keyof Values

  constructor(name: keyof Values) {
    this.name = name
  }
}

/**
 * For statements that run thousands of times a second: the text is built once, when it is first executed, which
 * otherwise costs the server about as much as sending it. `value` marks where a value is sent; everything else must not
 * depend on anything that changes. A value that is marked several times, each time with the same type, is sent once.
 */
export function fixedStatement<Values extends object, Row = unknown>(
  build: (value: (name: keyof Values) => RawBuilder<unknown>) => RawBuilder<Row>,
): FixedStatement<Values, Row> {
  let compiled: CompiledQuery<Row> | undefined
  let names: readonly (keyof Values)[] = []
  const statement: FixedStatement<Values, Row> = {
    with(db, values) {
      if (!compiled) {
        const built = build((name) => sql`${new Placeholder<Values>(name)}`).compile(db)
        const marked = built.parameters.map((parameter) => (parameter as Placeholder<Values>).name)
        names = [...new Set(marked)]
        const text = built.sql.replaceAll(/\$(\d+)/g, (_, position) => {
          const name = marked[Number(position) - 1] as keyof Values
          return `$${names.indexOf(name) + 1}`
        })
        compiled = { ...built, sql: text }
      }
      return { ...compiled, parameters: names.map((name) => values[name]) }
    },
    execute: (db, values) => db.executeQuery(statement.with(db, values)),
  }
  return statement
}
