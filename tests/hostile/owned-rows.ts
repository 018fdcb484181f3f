import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

interface Reference {
  readonly child: string
  readonly column: string
  readonly parent: string
  readonly key: string
}

/** Tables about requests rather than people. */
export const aboutRequests: readonly string[] = ['idempotency_key', 'migration', 'write_log']

/** Names of all tables, and their foreign keys. */
async function readTables(db: Database) {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and not table_name = any(${aboutRequests})
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

interface Digest {
  readonly rows: number
  readonly digest: string
}

/**
 * Returns a function that digests all rows of a customer, in all tables or in some: those that contain one of their
 * ids, and those that reference such a row directly or indirectly. Tables of new modules are found by their foreign
 * keys.
 */
export async function ownedRowsOf(
  db: Database,
  ids: readonly string[],
): Promise<(wanted?: ReadonlySet<string>) => Promise<Map<string, Digest>>> {
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
  const waysTo = (table: string) => {
    const before = new Set(order.slice(0, order.indexOf(table)))
    return references.filter(({ child, parent }) => child === table && before.has(parent))
  }
  const partOf = (table: string) => {
    const ways = waysTo(table).map(
      ({ column, parent, key }) => `t.${column} in (select ${key} from own_${parent})`,
    )
    return `own_${table} as materialized (select t.* from "${table}" t where ${[...ways, `t::text ~ '${pattern}'`].join(' or ')})`
  }
  const digestOf = (table: string) =>
    `select '${table}' as name, count(*)::int as rows, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from own_${table} t`
  return async (wanted = new Set(order)) => {
    const digests = order.filter((table) => wanted.has(table)).map(digestOf)
    if (digests.length === 0) return new Map()
    const needed = new Set(wanted)
    for (const table of order.toReversed())
      if (needed.has(table)) for (const { parent } of waysTo(table)) needed.add(parent)
    const parts = order.filter((table) => needed.has(table)).map(partOf)
    const statement = `with ${parts.join(',\n')}\n${digests.join('\nunion all ')}`
    const { rows } = await sql.raw<Digest & { name: string }>(statement).execute(db)
    return new Map(rows.map(({ name, ...rest }) => [name, rest]))
  }
}
