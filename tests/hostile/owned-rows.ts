import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

interface Reference {
  readonly child: string
  readonly column: string
  readonly parent: string
  readonly key: string
}

/** Tables about requests rather than people. */
const passing = ['idempotency_key', 'migration']

/** Names of all tables, and their foreign keys. */
async function readTables(db: Database) {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and not table_name = any(${passing})
    order by 1
  `.execute(db)
  const { rows: references } = await sql<Reference>`
    select c.conrelid::regclass::text as child, a.attname as column, c.confrelid::regclass::text as parent, k.attname as key
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace
  `.execute(db)
  return { tables: tables.map(({ name }) => name), references }
}

/** Tables whose rows belong to customers, with a direct or indirect reference. */
export async function customersTables(db: Database): Promise<string[]> {
  const { references } = await readTables(db)
  return [...new Set(references.filter(({ parent }) => parent === 'customer').map((r) => r.child))]
}

/**
 * Returns a function that digests all rows of a customer: those that contain one of their ids, and those that
 * reference such a row directly or indirectly. Tables of new modules are found by their foreign keys.
 */
export async function ownedRowsOf(
  db: Database,
  ids: readonly string[],
): Promise<() => Promise<Map<string, { rows: number; digest: string }>>> {
  const { tables, references } = await readTables(db)
  const order: string[] = []
  const place = (table: string): void => {
    if (order.includes(table) || !tables.includes(table)) return
    const parents = references.filter(({ child, parent }) => child === table && parent !== table)
    // Marked first, so that circular references end.
    const at = order.push(table)
    for (const { parent } of parents) place(parent)
    order.splice(at - 1, 1)
    order.push(table)
  }
  for (const table of tables) place(table)
  const pattern = ids.join('|')
  const parts = order.map((table, index) => {
    const before = new Set(order.slice(0, index))
    const ways = references
      .filter(({ child, parent }) => child === table && before.has(parent))
      .map(({ column, parent, key }) => `t.${column} in (select ${key} from own_${parent})`)
    return `own_${table} as materialized (select t.* from "${table}" t where ${[...ways, `t::text ~ '${pattern}'`].join(' or ')})`
  })
  const digests = order.map(
    (table) =>
      `select '${table}' as name, count(*)::int as rows, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from own_${table} t`,
  )
  const statement = `with ${parts.join(',\n')}\n${digests.join('\nunion all ')}`
  return async () => {
    const { rows } = await sql
      .raw<{ name: string; rows: number; digest: string }>(statement)
      .execute(db)
    return new Map(rows.map(({ name, ...rest }) => [name, rest]))
  }
}
