/**
 * Proofs of a password typed recently, for calls of staff that declare a purpose. Bound to the session, stored as a hash
 * and sent in a header of its own: who copies the session's cookie does not have it.
 */
import {
  freshSignInMinutes,
  isForManyCalls,
  stepUpMinutes,
  type StepUpPurpose,
} from '#contract/step-up.ts'
import { bearerHash, newBearer } from '#modules/accounts/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'

/** The chain has checked the password (`asksPassword`). The proof is returned only here. */
export async function openStaffProof(
  context: Context,
  { staffSessionId }: StaffActor,
  purpose: StepUpPurpose,
): Promise<{ readonly proof: string; readonly expiresAt: string }> {
  const { token, hash } = newBearer(context.random)
  const now = context.clock.now()
  const expiresAt = new Date(now.getTime() + stepUpMinutes(purpose) * 60_000)
  await context.db
    .insertInto('staff_step_up_proof')
    .values({
      proof_hash: hash,
      staff_session_id: staffSessionId,
      purpose,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { proof: token, expiresAt: expiresAt.toISOString() }
}

/** Whether they have just signed in, or the proof belongs to this session and purpose and is still valid. */
export async function isStaffProven(
  { db, clock, actor }: Pick<Context, 'db' | 'clock' | 'actor'>,
  purpose: StepUpPurpose,
  proof: string | undefined,
): Promise<boolean> {
  if (actor.kind !== 'staff') return false
  if (isForManyCalls(purpose)) {
    const since = new Date(clock.now().getTime() - freshSignInMinutes * 60_000)
    const session = await db
      .selectFrom('staff_session')
      .select('id')
      .where('id', '=', actor.staffSessionId)
      .where('created_at', '>', since)
      .executeTakeFirst()
    if (session) return true
  }
  if (proof === undefined) return false
  const row = await db
    .selectFrom('staff_step_up_proof')
    .select('purpose')
    .where('proof_hash', '=', bearerHash(proof))
    .where('staff_session_id', '=', actor.staffSessionId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes expired proofs. */
export async function deleteStaffProofs({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('staff_step_up_proof').where('expires_at', '<', clock.now()).execute()
}
