import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { emailKey } from '#kernel/email.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { defineMessageJob, enqueue } from '#platform/jobs/jobs.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { newAccountKey, spendAccountKey } from '../keys.ts'
import { takeMail } from '../mail-budget.ts'

export interface StudentEmail {
  readonly customerId: string
  readonly email: string
  readonly locale: 'ka' | 'en'
}

export const studentEmailJob = defineMessageJob<StudentEmail>('student-letter')

const keyHours = 24

/**
 * Requests an email to the caller's mailbox at a known school. Reading it proves that the caller studies there; the
 * school is identified by the domain or a parent domain of the address.
 */
export async function askForStudent(
  context: Context,
  studentEmail: string,
): Promise<Result<{ sent: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const school = await schoolOf(context, studentEmail)
  if (!school) return fail('StudentMailboxUnknown')
  if (!(await takeMail(context, studentEmail))) return fail('TooManyRequests')
  await enqueue(
    context,
    studentEmailJob,
    { customerId: actor.customerId, email: studentEmail, locale: context.locale },
    { singletonKey: `${actor.customerId} ${emailKey(studentEmail)}` },
  )
  return ok({ sent: true })
}

/**
 * Completes the verification with the email's key; valid until the end of the next September, when the academic year
 * ends.
 */
export async function confirmStudent(
  context: Context,
  key: string,
): Promise<Result<{ studentUntil: string }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  return inTransaction(context, async (inner) => {
    const spent = await spendAccountKey(inner, 'student', key, actor)
    if (!spent) return fail('AccountKeyInvalid')
    const school = await schoolOf(inner, spent.email)
    if (!school) return fail('StudentMailboxUnknown')
    const studentUntil = endOfStudies(inner.clock.now())
    // One mailbox verifies one student: an earlier verification with the same address is withdrawn.
    const proof = emailKey(spent.email)
    // Of two concurrent verifications with it the later one counts.
    const lock = `student ${proof}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(inner.db)
    await inner.db
      .updateTable('customer')
      .set({ student_until: null, student_institution: null, student_email: null })
      .where('student_email', '=', proof)
      .where('id', '<>', actor.customerId)
      .execute()
    await inner.db
      .updateTable('customer')
      .set({
        student_until: studentUntil,
        student_institution: school.domain,
        student_email: proof,
      })
      .where('id', '=', actor.customerId)
      .execute()
    return ok({ studentUntil })
  })
}

export function endOfStudies(now: Date): string {
  const year = now.getUTCMonth() >= 8 ? now.getUTCFullYear() + 1 : now.getUTCFullYear()
  return `${year}-09-30`
}

async function schoolOf(
  context: Context,
  email: string,
): Promise<{ domain: string; institution: LocalizedText } | undefined> {
  const domain = emailKey(email).split('@').at(-1) ?? ''
  const parts = domain.split('.')
  const candidates = parts.map((_, index) => parts.slice(index).join('.'))
  const row = await context.db
    .selectFrom('student_domain')
    .select(['domain', 'institution'])
    .where('domain', 'in', candidates)
    .executeTakeFirst()
  return row && { domain: row.domain, institution: row.institution as unknown as LocalizedText }
}

const words = {
  ka: {
    subject: 'ბილეთი: სტუდენტის სტატუსის დადასტურება',
    text: 'სტუდენტის სტატუსის დასადასტურებლად გადადით ბმულზე იმავე ბრაუზერში, სადაც შესული ხართ. ის ერთხელ მუშაობს, 24 საათის განმავლობაში.',
    button: 'დადასტურება',
  },
  en: {
    subject: 'Bileti: confirm that you are a student',
    text: 'Follow the link in the browser you are signed in with, to confirm that you are a student. It works once, for 24 hours.',
    button: 'Confirm',
  },
} as const

/** Job handler. */
export async function writeStudentEmail(
  context: Context,
  mailer: Mailer,
  mail: StudentEmail,
): Promise<void> {
  const key = await newAccountKey(context, {
    purpose: 'student',
    email: mail.email,
    customerId: mail.customerId,
    hours: keyHours,
  })
  const text = words[mail.locale]
  const path = mail.locale === 'en' ? '/en/account/profile' : '/account/profile'
  const link = `${context.origin}${path}?student=${key}`
  await mailer.send(
    {
      to: mail.email,
      ...shortLetter({
        locale: mail.locale,
        origin: context.origin,
        subject: text.subject,
        paragraphs: [text.text],
        button: { text: text.button, url: link },
      }),
    },
    context.random.uuid(),
  )
}
