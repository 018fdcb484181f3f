import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { StaffPermission } from '#contract/staff-permissions.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { bearerHash, newBearer } from '#modules/accounts/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { apiKeyPrefix } from '#platform/http/key-limits.ts'
import * as calls from '../api-keys-contract.ts'
import type { ApiKeyView } from '../api-keys-contract.ts'
import { recordStaffChange } from './changes/record.ts'
import { logStaffChange } from './staff-log.ts'

/** Maximum number of active keys per organiser. */
const activeMax = 100
const shownMax = 200
const hintLength = 4
const dayMilliseconds = 86_400_000

export const apiKeyRoutes: readonly Implementation[] = [
  implement(calls.listApiKeys, requireStaff, async (context) =>
    ok({ items: await readApiKeys(context, context.actor) }),
  ),
  implement(calls.makeApiKey, requireStaff, (context, { body }) =>
    makeApiKey(context, context.actor, body),
  ),
  implement(calls.revokeApiKey, requireStaff, (context, { body }) =>
    revokeApiKey(context, context.actor, body.apiKeyId),
  ),
]

interface NewKey {
  readonly name: string
  readonly permissions: readonly StaffPermission[]
  readonly requestsPerMinute: number
  readonly expiresInDays?: number | undefined
}

/** Stores a new key as a hash, and returns the key itself this once. */
async function makeApiKey(
  context: Context,
  actor: StaffActor,
  { name, permissions, requestsPerMinute, expiresInDays }: NewKey,
): Promise<Result<ApiKeyView & { readonly key: string }, ErrorCode>> {
  const key = apiKeyPrefix + newBearer(context.random).token
  const { merchantId, staffId } = actor
  return inTransaction(context, async (inside) => {
    const now = inside.clock.now()
    // Serialises insertions per organiser; otherwise concurrent calls could exceed the limit.
    await sql`select pg_advisory_xact_lock(hashtext('staff_api_key'), ${merchantId})`.execute(
      inside.db,
    )
    const known = await readApiKeys(inside, actor)
    if (known.filter(({ state }) => state === 'active').length >= activeMax)
      return fail('TooManyApiKeys')
    const id = inside.random.uuid()
    const expires_at =
      expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * dayMilliseconds)
    const scopes = [...new Set(permissions)]
    await inside.db
      .insertInto('staff_api_key')
      .values({
        id,
        merchant_id: merchantId,
        name,
        key_hash: bearerHash(key),
        hint: key.slice(-hintLength),
        permissions: scopes,
        requests_per_minute: requestsPerMinute,
        created_by: staffId,
        created_at: now,
        expires_at,
      })
      .execute()
    await logStaffChange(inside, {
      action: 'api-keys.make',
      subject: `api-key ${id}`,
      after: {
        name,
        permissions: scopes,
        requestsPerMinute,
        expiresAt: expires_at?.toISOString() ?? null,
      },
    })
    await recordStaffChange(inside, {
      merchantId,
      kind: 'key-made',
      changedBy: staffId,
      detail: { keyName: name },
    })
    const [made] = await readApiKeys(inside, actor, id)
    invariant(made, 'the inserted key exists')
    return ok({ ...made, key })
  })
}

/** Revokes a key; repeating it changes nothing. */
async function revokeApiKey(
  context: Context,
  actor: StaffActor,
  apiKeyId: string,
): Promise<Result<ApiKeyView, ErrorCode>> {
  return inTransaction(context, async (inside) => {
    const revoked = await inside.db
      .updateTable('staff_api_key')
      .set({ revoked_at: inside.clock.now(), revoked_by: actor.staffId })
      .where('id', '=', apiKeyId)
      .where('merchant_id', '=', actor.merchantId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    const [key] = await readApiKeys(inside, actor, apiKeyId)
    if (!key) return fail('NotFound')
    if (revoked.numUpdatedRows > 0n) {
      await logStaffChange(inside, {
        action: 'api-keys.revoke',
        subject: `api-key ${apiKeyId}`,
        before: { name: key.name },
      })
      await recordStaffChange(inside, {
        merchantId: actor.merchantId,
        kind: 'key-revoked',
        changedBy: actor.staffId,
        detail: { keyName: key.name },
      })
    }
    return ok(key)
  })
}

interface Row extends Omit<ApiKeyView, 'createdAt' | 'expiresAt' | 'lastUsedAt'> {
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
}

/** The keys of the caller's organiser, newest first, or one of them. */
async function readApiKeys(
  context: Context,
  { merchantId }: StaffActor,
  apiKeyId: string | null = null,
): Promise<ApiKeyView[]> {
  const now = context.clock.now()
  const { rows } = await sql<Row>`
    select k.id as "apiKeyId", k.name, k.hint, k.permissions, k.requests_per_minute as "requestsPerMinute",
      s.full_name as "createdBy", k.created_at as "createdAt", k.expires_at as "expiresAt",
      k.last_used_at as "lastUsedAt",
      case when k.revoked_at is not null then 'revoked' when k.expires_at <= ${now} then 'expired'
        when s.disabled_at is not null or s.role <> 'owner' then 'left' else 'active' end as state
    from staff_api_key k join staff s on s.id = k.created_by
    where k.merchant_id = ${merchantId} and (${apiKeyId}::uuid is null or k.id = ${apiKeyId}::uuid)
    order by k.created_at desc, k.id limit ${shownMax}`.execute(context.db)
  return rows.map(({ createdAt, expiresAt, lastUsedAt, ...key }) => ({
    ...key,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}
