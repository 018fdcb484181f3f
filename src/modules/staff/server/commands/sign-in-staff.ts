import { PasswordQueueFull, passwordFits } from '#modules/accounts/server/public-api.ts'
import { emailSpellings } from '#kernel/email.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

/**
 * Verifies the address and password of an organiser's staff. Unknown addresses and wrong passwords get the same reply
 * in the same time; hashing shares the customers' short queue, so sign-ins cannot saturate the processor.
 */
export async function signInStaff(
  context: Context,
  options: { readonly email: string; readonly password: string },
): Promise<Result<string, 'LoginFailed' | 'TooManyRequests'>> {
  const staff = await context.db
    .selectFrom('staff')
    .select(['id', 'password_hash'])
    .where('email_key', 'in', emailSpellings(options.email))
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  try {
    const fits = await passwordFits(staff?.password_hash ?? null, options.password)
    if (!staff || !fits) return fail('LoginFailed')
    await rememberLocale(context, staff.id)
    return ok(staff.id)
  } catch (error) {
    if (error instanceof PasswordQueueFull) return fail('TooManyRequests')
    throw error
  }
}

/** E-mails to them are in the language that they last signed in with. */
async function rememberLocale({ db, locale }: Context, staffId: string): Promise<void> {
  await db
    .updateTable('staff')
    .set({ locale })
    .where('id', '=', staffId)
    .where((column) => column('locale', 'is distinct from', locale))
    .execute()
}
