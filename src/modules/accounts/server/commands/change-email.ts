import type { ErrorCode } from '#contract/errors.ts'
import { emailKey, emailSpellings } from '#kernel/email.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { defineMessageJob, enqueue } from '#platform/jobs/jobs.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { newAccountKey, spendAccountKey, voidAccountKeys } from '../keys.ts'
import { takeMail } from '../mail-budget.ts'
import { recordSecurityChange } from '../security-changes.ts'
import { notifyCustomer } from './notify-customer.ts'

export interface EmailChange {
  readonly customerId: string
  readonly email: string
  readonly locale: 'ka' | 'en'
}

export const emailChangeJob = defineMessageJob<EmailChange>('email-change')

const keyHours = 24

/** Sends an email to the new address. The answer does not reveal whether the address is already in use. */
export async function askForEmail(
  context: Context,
  email: string,
): Promise<Result<{ sent: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  if (!(await takeMail(context, email))) return fail('TooManyRequests')
  await enqueue(
    context,
    emailChangeJob,
    { customerId: actor.customerId, email, locale: context.locale },
    { singletonKey: `${actor.customerId} ${emailKey(email)}` },
  )
  return ok({ sent: true })
}

/** Changes to the address of the key, once; the old address is notified. */
export async function changeEmail(
  context: Context,
  key: string,
): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  return inTransaction(context, async (inner) => {
    const spent = await spendAccountKey(inner, 'change-email', key, { customerId })
    if (!spent || (await isTaken(inner, spent.email, customerId))) return fail('AccountKeyInvalid')
    const before = await inner.db
      .selectFrom('customer')
      .select('email')
      .where('id', '=', customerId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await inner.db
      .updateTable('customer')
      .set({ email: spent.email })
      .where('id', '=', customerId)
      .execute()
    // Keys already sent to the old address become invalid.
    await voidAccountKeys(inner, 'password-reset', before.email)
    await voidAccountKeys(inner, 'deletion', before.email)
    await recordSecurityChange(inner, customerId)
    await notifyCustomer(inner, { customerId, news: 'email-changed', email: before.email })
    return ok({ done: true })
  })
}

async function isTaken(context: Context, email: string, customerId: string): Promise<boolean> {
  const row = await context.db
    .selectFrom('customer')
    .select('id')
    .where('email_key', 'in', emailSpellings(email))
    .where('id', '<>', customerId)
    .executeTakeFirst()
  return row !== undefined
}

const words = {
  ka: {
    subject: 'ბილეთი: დაადასტურეთ ახალი მისამართი',
    text: 'ანგარიშის ახალი ელფოსტის დასადასტურებლად გადადით ბმულზე იმავე ბრაუზერში, სადაც შესული ხართ. ის ერთხელ მუშაობს, 24 საათის განმავლობაში. თუ ეს თქვენ არ მოგითხოვიათ, წერილს ყურადღებას ნუ მიაქცევთ.',
    button: 'დადასტურება',
  },
  en: {
    subject: 'Bileti: confirm your new address',
    text: 'Follow the link in the browser you are signed in with to confirm the new e-mail of your account. It works once, for 24 hours. If you did not ask for this, no action is needed.',
    button: 'Confirm',
  },
} as const

/** Job handler. Nothing is sent to an address that already has an account: its owner did not ask for it. */
export async function writeEmailChange(
  context: Context,
  mailer: Mailer,
  change: EmailChange,
): Promise<void> {
  if (await isTaken(context, change.email, change.customerId)) return
  const key = await newAccountKey(context, {
    purpose: 'change-email',
    email: change.email,
    customerId: change.customerId,
    hours: keyHours,
  })
  const text = words[change.locale]
  const path = change.locale === 'en' ? '/en/account/profile' : '/account/profile'
  const link = `${context.origin}${path}?email=${key}`
  await mailer.send(
    {
      to: change.email,
      ...shortLetter({
        locale: change.locale,
        origin: context.origin,
        subject: text.subject,
        paragraphs: [text.text],
        button: { text: text.button, url: link },
      }),
    },
    context.random.uuid(),
  )
}
