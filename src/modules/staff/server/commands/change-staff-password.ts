import {
  checkOwnPassword,
  hashPassword,
  PasswordQueueFull,
  refusalOfPassword,
} from '#modules/accounts/server/public-api.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { recordStaffChange } from '../changes/record.ts'
import { endStaffSessions } from '../sessions.ts'
import { logStaffChange } from '../staff-log.ts'

/**
 * Changes the password of a member of staff who knows the old one. All their sessions end: a copy of the
 * calling one may be what was stolen.
 */
export async function changeStaffPassword(
  context: Context,
  actor: StaffActor,
  given: {
    readonly oldPassword: string
    readonly password: string
    readonly confirmPassword: string
  },
): Promise<Result<{ done: true }, ErrorCode>> {
  const staff = await context.db
    .selectFrom('staff')
    .select(['email', 'full_name', 'password_hash'])
    .where('id', '=', actor.staffId)
    .executeTakeFirst()
  if (!staff) return fail('Unauthenticated')
  const about = [staff.email, staff.email.split('@')[0] ?? '', staff.full_name]
  const refusal = refusalOfPassword(given, about)
  if (refusal) return refusal
  const known = { stored: staff.password_hash, typed: given.oldPassword }
  const checked = await checkOwnPassword(context, actor.staffSessionId, known)
  if (!checked.ok) return checked
  try {
    const passwordHash = await hashPassword(given.password)
    return await inTransaction(context, async (inner) => {
      await inner.db
        .updateTable('staff')
        .set({ password_hash: passwordHash, password_changed_at: inner.clock.now() })
        .where('id', '=', actor.staffId)
        .execute()
      await endStaffSessions(inner, actor.staffId, 'all')
      await logStaffChange(inner, {
        action: 'staff.change-password',
        subject: `staff ${actor.staffId}`,
      })
      await recordStaffChange(inner, {
        merchantId: actor.merchantId,
        kind: 'password',
        staffId: actor.staffId,
        changedBy: actor.staffId,
        detail: {},
        alsoTo: [staff.email],
      })
      return ok({ done: true as const })
    })
  } catch (error) {
    if (error instanceof PasswordQueueFull) return fail('TooManyRequests')
    throw error
  }
}
