import { PasswordQueueFull, passwordFits } from '#modules/accounts/server/public-api.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

/**
 * Checks address and password of somebody on an organiser's staff. A wrong address and a wrong password answer alike
 * and take the same time; passwords are hashed in the same short line as shoppers', so staff take nobody's processor.
 */
export async function signInStaff(
  context: Context,
  options: { readonly email: string; readonly password: string },
): Promise<Result<string, 'LoginFailed' | 'TooManyRequests'>> {
  const staff = await context.db
    .selectFrom('staff')
    .select(['id', 'password_hash'])
    .where('email_key', '=', options.email.trim().toLowerCase())
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  try {
    const fits = await passwordFits(staff?.password_hash ?? null, options.password)
    return staff && fits ? ok(staff.id) : fail('LoginFailed')
  } catch (error) {
    if (error instanceof PasswordQueueFull) return fail('TooManyRequests')
    throw error
  }
}
