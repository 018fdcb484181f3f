import { passwordFits, PasswordQueueFull } from '#modules/accounts/server/public-api.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

/** Checks the password of the signed-in person again. */
export async function confirmStaffPassword(
  context: Context,
  staffId: string,
  password: string,
): Promise<Result<null, ErrorCode>> {
  const person = await context.db
    .selectFrom('staff')
    .select('password_hash')
    .where('id', '=', staffId)
    .executeTakeFirst()
  try {
    const fits = await passwordFits(person?.password_hash ?? null, password)
    return fits ? ok(null) : fail('PasswordWrong')
  } catch (error) {
    if (error instanceof PasswordQueueFull) return fail('TooManyRequests')
    throw error
  }
}
