/**
 * Account deletion: requested, confirmed with a key from the customer's mailbox or from their own page, then
 * revocable for two weeks. What is erased afterwards, and what remains, is decided by the erasing flow
 * (`flows/leave`).
 */
import type { ErrorCode } from '#contract/errors.ts'
import { localizedPath } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { defineMessageJob, enqueue } from '#platform/jobs/jobs.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { newAccountKey, spendAccountKey } from '../keys.ts'
import { notifyCustomer } from './notify-customer.ts'

const graceDays = 14
const keyHours = 1

export const deletionEmailJob = defineMessageJob<{ customerId: string; locale: 'ka' | 'en' }>(
  'deletion-letter',
)

/** Sends the address at which the deletion is confirmed. */
export async function requestDeletion(
  context: Context,
): Promise<Result<{ sent: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  await enqueue(
    context,
    deletionEmailJob,
    { customerId, locale: context.locale },
    { singletonKey: customerId },
  )
  return ok({ sent: true })
}

/** The same address without an email, for a signed-in customer. Valid once, for an hour. */
export async function deletionAddress(
  context: Context,
): Promise<Result<{ url: string }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const url = await newDeletionAddress(context, actor.customerId, context.locale)
  return url === null ? fail('Unauthenticated') : ok({ url })
}

async function newDeletionAddress(
  context: Context,
  customerId: string,
  locale: 'ka' | 'en',
): Promise<string | null> {
  const customer = await context.db
    .selectFrom('customer')
    .select('email')
    .where('id', '=', customerId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (!customer) return null
  const key = await newAccountKey(context, {
    purpose: 'deletion',
    email: customer.email,
    customerId,
    hours: keyHours,
  })
  return `${context.origin}${localizedPath(locale, '/account/delete')}?key=${key}`
}

const words = {
  ka: {
    subject: 'ბილეთი: ანგარიშის წაშლა',
    text: 'ანგარიშის წასაშლელად გადადით ბმულზე და დაადასტურეთ. ის ერთხელ მუშაობს, ერთი საათის განმავლობაში.',
    button: 'ანგარიშის წაშლა',
  },
  en: {
    subject: 'Bileti: deleting your account',
    text: 'Follow the link and confirm to delete your account. It works once, for one hour.',
    button: 'Delete the account',
  },
} as const

/** Job handler. */
export async function writeDeletionEmail(
  context: Context,
  mailer: Mailer,
  request: { readonly customerId: string; readonly locale: 'ka' | 'en' },
): Promise<void> {
  const customer = await context.db
    .selectFrom('customer')
    .select('email')
    .where('id', '=', request.customerId)
    .executeTakeFirst()
  const link = await newDeletionAddress(context, request.customerId, request.locale)
  if (!customer || link === null) return
  const text = words[request.locale]
  await mailer.send(
    {
      to: customer.email,
      ...shortLetter({
        locale: request.locale,
        origin: context.origin,
        subject: text.subject,
        paragraphs: [text.text],
        button: { text: text.button, url: link },
      }),
    },
    context.random.uuid(),
  )
}

/** Confirms with the key, signed in as the same customer; the two weeks begin. */
export async function confirmDeletion(
  context: Context,
  key: string,
): Promise<Result<{ deleteAfter: string }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const spent = await spendAccountKey(context, 'deletion', key, actor)
  if (!spent) return fail('AccountKeyInvalid')
  const deleteAfter = new Date(context.clock.now().getTime() + graceDays * 86_400_000)
  const row = await context.db
    .updateTable('customer')
    .set((set) => ({ delete_after: set.fn.coalesce('delete_after', set.val(deleteAfter)) }))
    .where('id', '=', actor.customerId)
    .returning('delete_after')
    .executeTakeFirst()
  if (!row?.delete_after) return fail('Unauthenticated')
  await notifyCustomer(context, { customerId: actor.customerId, news: 'deletion-begun' })
  return ok({ deleteAfter: row.delete_after.toISOString() })
}

/** Revokes the deletion while the account still exists. */
export async function stopDeletion(context: Context): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const stopped = await context.db
    .updateTable('customer')
    .set({ delete_after: null })
    .where('id', '=', actor.customerId)
    .where('delete_after', 'is not', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (Number(stopped.numUpdatedRows) === 1)
    await notifyCustomer(context, { customerId: actor.customerId, news: 'deletion-stopped' })
  return ok({ done: true })
}

/** Customers whose two weeks are over, the longest waiting first. */
export async function findDueDeletions(context: Context, most: number): Promise<string[]> {
  const rows = await context.db
    .selectFrom('customer')
    .select('id')
    .where('delete_after', '<=', context.clock.now())
    .where('erased_at', 'is', null)
    .orderBy('delete_after')
    .limit(most)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Erases all personal data of the row. The row, its id and its timestamps remain, because orders and ledger refer to
 * them. Runs inside the transaction of the erasing flow. Returns the address to notify, or null when the deletion was
 * revoked or has already been done.
 */
export async function eraseCustomer(context: Context, customerId: string): Promise<string | null> {
  const { db, clock } = context
  const now = clock.now()
  const customer = await db
    .selectFrom('customer')
    .select('email')
    .where('id', '=', customerId)
    .where('delete_after', '<=', now)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!customer) return null
  await db
    .updateTable('customer')
    .set({
      email: `erased-${customerId}@erased.invalid`,
      password_hash: null,
      full_name: '',
      phone: null,
      phone_verified_at: null,
      student_until: null,
      student_institution: null,
      student_email: null,
      erased_at: now,
    })
    .where('id', '=', customerId)
    .execute()
  for (const table of ['passkey', 'external_account', 'mobile_token', 'customer_picture'] as const)
    await db.deleteFrom(table).where('customer_id', '=', customerId).execute()
  await db.deleteFrom('account_key').where('email', '=', customer.email).execute()
  await db
    .updateTable('session')
    .set({ revoked_at: now, user_agent: '' })
    .where('customer_id', '=', customerId)
    .execute()
  return customer.email
}
