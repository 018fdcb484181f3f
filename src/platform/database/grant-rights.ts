/** Rights of the role that server and worker use, where another one owns the tables. */
import pg from 'pg'

/** Rows of these tables are never changed: their triggers call one of these functions before every update and delete. */
const refusingFunctions = [
  'refuse_change',
  'ledger_is_append_only',
  'multipass_entry_is_append_only',
]

/** Bits of `pg_trigger.tgtype`: for each row, on delete, on update. */
const changesOfRows = 1 + 8 + 16

/** The schema of the job queue. */
const schemas = ['public', 'pgboss']

/**
 * Lets a role read and write rows and nothing else: it can change no table, empty none, and neither change nor delete
 * rows of ledger and logs, nor the secrets from which codes and links are made. Called by the owner after each migration, because new tables give no rights; repeatable.
 */
export async function grantRights(ownerUrl: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseOwner(client, role)
    const to = pg.escapeIdentifier(role)
    const all = schemas.map((name) => pg.escapeIdentifier(name)).join(', ')
    await client.query('begin')
    await client.query(`revoke all on all tables in schema ${all} from ${to}`)
    await client.query(`revoke create on schema ${all} from ${to}`)
    await client.query(`grant usage on schema ${all} to ${to}`)
    await client.query(
      `grant select, insert, update, delete on all tables in schema ${all} to ${to}`,
    )
    await client.query(`grant usage, select on all sequences in schema ${all} to ${to}`)
    for (const table of await listAppendOnly(client))
      await client.query(`revoke update, delete on ${table} from ${to}`)
    await client.query(`revoke insert, update, delete on migration, server_secret from ${to}`)
    await client.query(`revoke update, delete on signing_key from ${to}`)
    await client.query('commit')
  } finally {
    // Ending the connection rolls back what was not committed.
    await client.end()
  }
}

/** Rights taken from an owner, a member of its role or a superuser have no effect. */
async function refuseOwner(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ isOwner: boolean }>(
    `select rolsuper or pg_has_role(oid, (select relowner from pg_class where oid = 'migration'::regclass), 'member')
      as "isOwner" from pg_roles where rolname = $1`,
    [role],
  )
  if (!rows[0]) throw new Error(`DATABASE_URL: there is no role ${role}`)
  if (rows[0].isOwner)
    throw new Error(
      `DATABASE_URL: ${role} is a superuser or has the rights of the owner in DATABASE_OWNER_URL; use a role of its own`,
    )
}

/** Names as they can be used in a statement. */
async function listAppendOnly(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and tgqual is null and tgtype::integer & $2::integer = $2::integer and proname = any($1)`,
    [refusingFunctions, changesOfRows],
  )
  return rows.map(({ name }) => name)
}
