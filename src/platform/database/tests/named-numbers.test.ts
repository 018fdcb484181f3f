import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, test } from 'vitest'
import { namedNumbers } from '../named-numbers.ts'

const db = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (inside) => new PostgresIntrospector(inside),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Goal: a partial index on a state is used whatever the plan. Method: the number is in the text, not a parameter. */
test('a named number is written as a literal', () => {
  const states = namedNumbers({ free: 0, held: 1 })
  const query = sql`select from place_leg where state in (${states.free}, ${states.held})`.compile(
    db,
  )
  expect(query.sql).toBe('select from place_leg where state in (0, 1)')
  expect(query.parameters).toEqual([])
})
