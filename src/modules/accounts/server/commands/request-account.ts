import type { Context } from '#platform/context.ts'
import { defineMessageJob, enqueue } from '#platform/jobs/jobs.ts'
import { emailKey } from '#kernel/email.ts'
import { continuePath } from '#kernel/continue-address.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { takeMail } from '../mail-budget.ts'
import type { Locale } from '#kernel/locale.ts'

export interface AccountRequest {
  readonly email: string
  readonly name: string
  readonly phone?: string
  readonly joinClub?: boolean
  readonly locale: Locale
  readonly continuePath: string
}

/** Sends the sign-up email; its text depends on whether the address has an account already. */
export const accountEmailJob = defineMessageJob<AccountRequest>('account-letter')

/**
 * Requests an account. Answer and work do not depend on whether the address is known: only the owner of the mailbox
 * learns that. The key is created when the email is written, so the queue never contains it.
 */
export async function requestAccount(
  context: Context,
  options: { email: string; name: string; phone?: string; joinClub?: boolean; returnUrl?: string },
): Promise<Result<{ sent: true }, 'ContinueAddressNotAllowed'>> {
  const path = options.returnUrl === undefined ? '/' : continuePath(options.returnUrl)
  if (path === null) return fail('ContinueAddressNotAllowed')
  const { email, name, phone, joinClub } = options
  if (!(await takeMail(context, email, 'account'))) return ok({ sent: true })
  await enqueue(
    context,
    accountEmailJob,
    { email, name, phone, joinClub, locale: context.locale, continuePath: path },
    { singletonKey: emailKey(email) },
  )
  return ok({ sent: true })
}
