import type { ErrorCode } from '#contract/errors.ts'
import { emailKey } from '#kernel/email.ts'
import { continuePath } from '#kernel/continue-address.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Locale } from '#kernel/locale.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { defineMessageJob, enqueue } from '#platform/jobs/jobs.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { takeMail } from '../mail-budget.ts'
import { isKeyValid, newAccountKey, spendAccountKey } from '../keys.ts'
import { hashNewPassword } from '../passwords.ts'
import { findForSignIn } from '../store.ts'
import {
  aboutCustomer,
  refusalOfPassword,
  setPassword,
  type NewPassword,
} from './change-password.ts'

export interface ResetRequest {
  readonly email: string
  readonly locale: Locale
  readonly continuePath: string
}

export const passwordResetJob = defineMessageJob<ResetRequest>('password-reset-letter')

const keyHours = 1

/** Requests an email for setting a new password. Answer and work are the same for every address. */
export async function requestPasswordReset(
  context: Context,
  given: { readonly email: string; readonly returnUrl?: string },
): Promise<Result<{ sent: true }, ErrorCode>> {
  const path = given.returnUrl === undefined ? '/' : continuePath(given.returnUrl)
  if (path === null) return fail('ContinueAddressNotAllowed')
  const { email } = given
  if (!(await takeMail(context, email, 'account'))) return ok({ sent: true })
  await enqueue(
    context,
    passwordResetJob,
    { email, locale: context.locale, continuePath: path },
    { singletonKey: emailKey(email) },
  )
  return ok({ sent: true })
}

const words = {
  ka: {
    subject: 'ბილეთი: ახალი პაროლი',
    text: 'ახალი პაროლის დასაყენებლად გადადით ბმულზე. ის ერთხელ მუშაობს, ერთი საათის განმავლობაში.',
    button: 'ახალი პაროლი',
    ignore: 'თუ ეს თქვენ არ მოგითხოვიათ, წერილს ყურადღებას ნუ მიაქცევთ: პაროლი იგივე რჩება.',
  },
  en: {
    subject: 'Bileti: a new password',
    text: 'Follow the link to set a new password. It works once, for one hour.',
    button: 'New password',
    ignore: 'If you did not ask for this, no action is needed: your password stays as it is.',
  },
} as const

/**
 * Job handler. An address without an account gets no email; otherwise the call could be used to send emails to
 * strangers.
 */
export async function writePasswordResetEmail(
  context: Context,
  mailer: Mailer,
  request: ResetRequest,
  authOrigin: string,
): Promise<void> {
  const customer = await findForSignIn(context, request.email)
  if (!customer) return
  const key = await newAccountKey(context, {
    purpose: 'password-reset',
    email: customer.email,
    customerId: customer.id,
    hours: keyHours,
  })
  const text = words[request.locale]
  const link = `${authOrigin}/${request.locale}/reset?key=${key}&continue=${encodeURIComponent(request.continuePath)}`
  await mailer.send(
    {
      to: customer.email,
      ...shortLetter({
        locale: request.locale,
        origin: context.origin,
        subject: text.subject,
        paragraphs: [text.text],
        button: { text: text.button, url: link },
        notes: [text.ignore],
      }),
    },
    context.random.uuid(),
  )
}

/**
 * Sets a new password with the email's key, once. All sessions end, so anyone who knew the old password is signed
 * out. Passkeys and external accounts are removed too, unless the customer chooses to keep them; the email lists
 * those that remain.
 */
export async function resetPassword(
  context: Context,
  given: NewPassword & { readonly key: string; readonly keepsOtherWays?: boolean | undefined },
): Promise<Result<{ done: true }, ErrorCode>> {
  const refusal = refusalOfPassword(given, [])
  if (refusal) return refusal
  if (!(await isKeyValid(context, 'password-reset', given.key))) return fail('AccountKeyInvalid')
  const hashed = await hashNewPassword(given.password)
  if (!hashed.ok) return hashed
  // In one transaction with the new password, so that a key whose password is refused stays valid.
  return inTransaction(context, async (inside): Promise<Result<{ done: true }, ErrorCode>> => {
    const key = await spendAccountKey(inside, 'password-reset', given.key)
    if (!key?.customerId) return fail('AccountKeyInvalid')
    const customer = await inside.db
      .selectFrom('customer')
      .select(['email', 'full_name', 'locale'])
      .where('id', '=', key.customerId)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
    if (!customer) return fail('AccountKeyInvalid')
    if (refusalOfPassword(given, aboutCustomer(customer))) return fail('PasswordTooCommon')
    // A reset does not sign in: the browser's session, if any, may belong to another customer.
    await setPassword(
      { ...inside, actor: { kind: 'visitor' } },
      key.customerId,
      customer,
      hashed.value,
      given.keepsOtherWays ? 'password-reset-kept' : 'password-reset',
    )
    return ok({ done: true })
  })
}
