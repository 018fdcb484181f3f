import type { Context } from '#platform/context.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { isPasswordQueueFull, PasswordQueueFull, passwordFits } from '../passwords.ts'
import type { CustomerRow } from '../present.ts'
import { findForSignIn } from '../store.ts'

/** Checks address and password. A wrong address and a wrong password get the same answer in the same time. */
export async function logIn(
  context: Context,
  options: { readonly email: string; readonly password: string },
): Promise<Result<CustomerRow, 'LoginFailed' | 'TooManyRequests'>> {
  if (isPasswordQueueFull()) return fail('TooManyRequests')
  const customer = await findForSignIn(context, options.email)
  try {
    const fits = await passwordFits(customer?.password_hash ?? null, options.password)
    return customer && fits ? ok(customer) : fail('LoginFailed')
  } catch (error) {
    if (error instanceof PasswordQueueFull) return fail('TooManyRequests')
    throw error
  }
}
