import { checkOwnPassword } from '#modules/accounts/server/public-api.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Result } from '#kernel/result.ts'
import type { Context, StaffActor } from '#platform/context.ts'

/** Checks the password of the signed-in person again. */
export async function confirmStaffPassword(
  context: Context,
  { staffId, staffSessionId }: StaffActor,
  password: string,
): Promise<Result<null, ErrorCode>> {
  const person = await context.db
    .selectFrom('staff')
    .select('password_hash')
    .where('id', '=', staffId)
    .executeTakeFirst()
  const stored = person?.password_hash ?? null
  return checkOwnPassword(context, staffSessionId, { stored, typed: password })
}
