import { LRUCache } from 'lru-cache'
import { bearerHash, newSessionBearer } from '#modules/accounts/server/public-api.ts'
import type { StaffRole } from '#contract/enumerations.ts'
import { fail } from '#kernel/result.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { apiKeyPrefix } from '#platform/http/key-limits.ts'
import type { StaffPort } from '#platform/http/sessions.ts'
import { readKeyActor } from './api-key-actor.ts'
import { confirmStaffPassword } from './confirm-password.ts'
import { isStaffProven } from './step-up.ts'

/** Covers two days of check-in; staff sign in again each weekend. */
const sessionHours = 36
/** Maximum time for which this process still accepts an ended session or a removed member of staff. */
const cacheMilliseconds = 3_000
const cacheSizeMax = 5_000

/** A new session; its bearer is returned only here. */
export interface OpenedStaffSession {
  readonly token: string
  readonly expiresAt: Date
}

/**
 * Resolves the bearer of a staff session or an API key. Scans come in quick succession, so results are cached for
 * seconds.
 */
export function createStaffSessionStore(): StaffPort {
  const cache = new LRUCache<string, { actor: StaffActor; until: number }>({ max: cacheSizeMax })
  return {
    async authenticate(context, token) {
      const now = context.clock.now()
      const hash = bearerHash(token)
      const key = hash.toString('base64')
      const cached = cache.get(key)
      if (cached && cached.until > now.getTime()) return cached.actor
      const read = token.startsWith(apiKeyPrefix) ? readKeyActor : readActor
      const actor = await read(context, hash, now)
      if (actor) cache.set(key, { actor, until: now.getTime() + cacheMilliseconds })
      else cache.delete(key)
      return actor
    },
    async confirmPassword(context, password) {
      const { actor } = context
      if (actor.kind !== 'staff') return fail('PasswordWrong')
      return confirmStaffPassword(context, actor, password)
    },
    isProven: isStaffProven,
  }
}

export async function openStaffSession(
  context: Context,
  staffId: string,
  userAgent: string,
): Promise<OpenedStaffSession> {
  const { token, hash } = newSessionBearer(context.random)
  const now = context.clock.now()
  const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000)
  await context.db
    .insertInto('staff_session')
    .values({
      id: context.random.uuid(),
      token_hash: hash,
      staff_id: staffId,
      created_at: now,
      expires_at: expiresAt,
      user_agent: userAgent,
    })
    .execute()
  return { token, expiresAt }
}

/** Ends one session of a person, or all. */
export async function endStaffSessions(
  context: Context,
  staffId: string,
  which: { readonly only: string } | 'all',
): Promise<void> {
  const sessions = context.db
    .updateTable('staff_session')
    .set({ revoked_at: context.clock.now() })
    .where('staff_id', '=', staffId)
    .where('revoked_at', 'is', null)
  if (which === 'all') await sessions.execute()
  else await sessions.where('id', '=', which.only).execute()
}

async function readActor(context: Context, hash: Buffer, now: Date): Promise<StaffActor | null> {
  const row = await context.db
    .selectFrom('staff_session')
    .innerJoin('staff', 'staff.id', 'staff_session.staff_id')
    .select(['staff_session.id as sessionId', 'staff.id', 'staff.merchant_id', 'staff.role'])
    .where('staff_session.token_hash', '=', hash)
    .where('staff_session.revoked_at', 'is', null)
    .where('staff_session.expires_at', '>', now)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst()
  return row
    ? {
        kind: 'staff',
        staffSessionId: row.sessionId,
        staffId: row.id,
        merchantId: row.merchant_id,
        role: row.role as StaffRole,
      }
    : null
}
