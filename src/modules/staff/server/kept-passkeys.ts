/** Passkeys that were removed, kept with the change so that its reversal brings them back. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { namedColumns } from '#platform/database/named-columns.ts'

/** Removes a person's passkeys, or one of them, and returns their rows as JSON and their names. */
export async function takePasskeys(
  context: Context,
  staffId: string,
  credentialId: string | null = null,
): Promise<{ readonly rows: readonly unknown[]; readonly names: readonly string[] }> {
  const { rows } = await sql<{ row: unknown; name: string }>`
    delete from staff_passkey p
    where staff_id = ${staffId} and (${credentialId}::text is null or credential_id = ${credentialId})
    returning to_jsonb(p) as row, name`.execute(context.db)
  return { rows: rows.map(({ row }) => row), names: rows.map(({ name }) => name) }
}

const passkeyColumns = namedColumns([
  'staff_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'is_synced',
  'created_at',
  'last_used_at',
])

/** Brings removed passkeys back; one that was added again meanwhile stays as it is. */
export async function restorePasskeys(
  context: Context,
  staffId: string,
  rows: unknown,
): Promise<void> {
  await sql`
    insert into staff_passkey (${passkeyColumns})
    select ${passkeyColumns} from jsonb_populate_recordset(null::staff_passkey, ${JSON.stringify(rows ?? [])}::jsonb)
    where staff_id = ${staffId}
    on conflict do nothing`.execute(context.db)
}
