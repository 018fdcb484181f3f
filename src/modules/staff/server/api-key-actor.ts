import { sql } from 'kysely'
import type { StaffRole } from '#contract/enumerations.ts'
import type { StaffPermission } from '#contract/staff-permissions.ts'
import type { Context, StaffActor } from '#platform/context.ts'

/**
 * The actor of a request with this key: the key's creator, limited to the permissions of the key. Null once the key is
 * revoked or expired, or its creator has left or is no longer an owner. Records the last use, at most once a minute.
 */
export async function readKeyActor(
  context: Context,
  hash: Buffer,
  now: Date,
): Promise<StaffActor | null> {
  const { rows } = await sql<Row>`
    select k.id, k.permissions, k.requests_per_minute as "requestsPerMinute", k.merchant_id as "merchantId",
      s.id as "staffId", s.role, coalesce(k.last_used_at < ${now}::timestamptz - interval '1 minute', true) as "isNews"
    from staff_api_key k join staff s on s.id = k.created_by and s.merchant_id = k.merchant_id
    where k.key_hash = ${hash} and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})
      and s.disabled_at is null and s.role = 'owner'`.execute(context.db)
  const [row] = rows
  if (!row) return null
  const { id, permissions, requestsPerMinute, isNews, ...person } = row
  if (isNews)
    await context.db
      .updateTable('staff_api_key')
      .set({ last_used_at: now })
      .where('id', '=', id)
      .execute()
  return {
    kind: 'staff',
    staffSessionId: id,
    ...person,
    apiKey: { id, permissions, requestsPerMinute },
  }
}

interface Row {
  readonly id: string
  readonly permissions: readonly StaffPermission[]
  readonly requestsPerMinute: number
  readonly merchantId: number
  readonly staffId: string
  readonly role: StaffRole
  readonly isNews: boolean
}
