/**
 * One-time codes by SMS: six digits, ten minutes, five attempts, valid only for the request that asked for them. The
 * code is generated when the message is written, so neither queue nor table ever stores it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { internationalPhone } from '#kernel/phone.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Actor, type Context } from '#platform/context.ts'
import { derivedKey } from '#platform/database/server-secret.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import type { SmsSender } from '#platform/sms/sms.ts'
import { deleteSmsBudgets, takeSms } from './sms-budget.ts'

export type CodePurpose = 'change-phone' | 'withdraw' | 'order' | 'queue' | 'step-up'

/** A late code is useless, so sending is retried only a few times in quick succession. */
export const codeMessageJob = defineJob<{ codeId: string; locale: 'ka' | 'en' }>('code-message', {
  retryMax: 3,
  retryDelaySeconds: 2,
})

const validMinutes = 10
export const againAfterSeconds = 60

const words: Readonly<Record<CodePurpose, Readonly<Record<'ka' | 'en', string>>>> = {
  'change-phone': { ka: 'ტელეფონის დადასტურება', en: 'to confirm your phone' },
  withdraw: { ka: 'თანხის გატანა', en: 'to withdraw money' },
  order: { ka: 'შეკვეთის დადასტურება', en: 'to confirm your order' },
  'step-up': { ka: 'ანგარიშის ცვლილება', en: 'to change your account' },
  queue: { ka: 'რიგში ჩადგომა', en: 'to join the line' },
}

export interface CodeRequest {
  readonly purpose: CodePurpose
  readonly phone: string
  /** The exact action being confirmed; the same text must be sent with the code. */
  readonly subject?: string
}

export interface SentCode {
  readonly codeId: string
  readonly phoneHint: string
  readonly expiresAt: Date
}

/** Joining a queue happens before there is a session: there the unguessable id of the code binds it to the caller. */
function mayAsk(actor: Actor, purpose: CodePurpose): boolean {
  return 'sessionId' in actor || (actor.kind === 'visitor' && purpose === 'queue')
}

/** Owner of a code: a customer in any session, a guest's session, or none. */
function ownerOf(actor: Actor): { customerId: string | null; sessionId: string | null } {
  return {
    customerId: actor.kind === 'customer' ? actor.customerId : null,
    sessionId: actor.kind === 'guest' ? actor.sessionId : null,
  }
}

/**
 * Requests a code for a phone, for the context's customer or guest. At least a minute between two codes to one phone
 * (`TooManyRequests`), within the budgets of `sms-budget.ts` (`SmsBudgetSpent`); serialised per phone, so that parallel
 * requests cannot exceed the limits.
 */
export async function requestCode(
  context: Context,
  request: CodeRequest,
): Promise<Result<SentCode, ErrorCode>> {
  const { actor } = context
  if (!mayAsk(actor, request.purpose)) return fail('Unauthenticated')
  // Accounts may have a number that was stored in another notation.
  const phone = internationalPhone(request.phone)
  if (phone === null) return fail('PhoneWrong')
  return inTransaction(context, async (inner) => {
    const now = inner.clock.now()
    await sql`select pg_advisory_xact_lock(hashtextextended(${`code ${phone}`}, 0))`.execute(
      inner.db,
    )
    const day = new Date(now.getTime() - 86_400_000)
    const { latest } = await inner.db
      .selectFrom('one_time_code')
      .select((select) => select.fn.max('created_at').as('latest'))
      .where('phone', '=', phone)
      .where('created_at', '>', day)
      .executeTakeFirstOrThrow()
    const sinceLatest = latest === null ? Infinity : now.getTime() - latest.getTime()
    if (sinceLatest < againAfterSeconds * 1_000) {
      const retryAfterSeconds = Math.ceil(againAfterSeconds - sinceLatest / 1_000)
      return fail('TooManyRequests', { retryAfterSeconds })
    }
    const budget = await takeSms(inner, phone, 'code')
    if (!budget.ok) return budget
    const codeId = inner.random.uuid()
    const expiresAt = new Date(now.getTime() + validMinutes * 60_000)
    await inner.db
      .insertInto('one_time_code')
      .values({
        id: codeId,
        purpose: request.purpose,
        customer_id: ownerOf(actor).customerId,
        session_id: ownerOf(actor).sessionId,
        subject: request.subject ?? '',
        phone,
        expires_at: expiresAt,
        created_at: now,
      })
      .execute()
    await enqueue(inner, codeMessageJob, { codeId, locale: inner.locale })
    return ok({ codeId, phoneHint: hintOf(phone), expiresAt })
  })
}

/**
 * Uses a code. An attempt is counted in the statement that reads the code, and the code is used in the statement that
 * checks that it is unused, so parallel attempts are all counted and one succeeds. Returns the phone.
 */
export async function useCode(
  context: Context,
  given: { codeId: string; code: string; purpose: CodePurpose; subject?: string },
): Promise<Result<{ phone: string }, 'CodeWrong'>> {
  const { actor } = context
  if (!mayAsk(actor, given.purpose)) return fail('CodeWrong')
  const now = context.clock.now()
  const tried = await context.db
    .updateTable('one_time_code')
    .set((set) => ({ attempts_left: set('attempts_left', '-', 1) }))
    .where('id', '=', given.codeId)
    .where('purpose', '=', given.purpose)
    .where('subject', '=', given.subject ?? '')
    .where('attempts_left', '>', 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where((where) =>
      where.and([
        where('customer_id', 'is not distinct from', ownerOf(actor).customerId),
        where('session_id', 'is not distinct from', ownerOf(actor).sessionId),
      ]),
    )
    .returning(['code_hash', 'phone'])
    .executeTakeFirst()
  if (!tried?.code_hash) return fail('CodeWrong')
  const secret = await codeKey(context)
  const hash = hashOf(secret, given.codeId, given.code)
  if (!timingSafeEqual(hash, tried.code_hash)) return fail('CodeWrong')
  const spent = await context.db
    .updateTable('one_time_code')
    .set({ used_at: now })
    .where('id', '=', given.codeId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(spent.numUpdatedRows) === 1 ? ok({ phone: tried.phone }) : fail('CodeWrong')
}

/**
 * Job handler: creates the code, stores its hash, sends it. A repeated run sends a new one, and the old one becomes
 * void.
 */
export async function sendCodeMessage(
  context: Context,
  sms: SmsSender,
  job: { codeId: string; locale: 'ka' | 'en' },
): Promise<void> {
  const code = String(
    context.random.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0) % 1_000_000,
  )
  const digits = code.padStart(6, '0')
  const secret = await codeKey(context)
  const row = await context.db
    .updateTable('one_time_code')
    .set({ code_hash: hashOf(secret, job.codeId, digits) })
    .where('id', '=', job.codeId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.clock.now())
    .returning(['phone', 'purpose'])
    .executeTakeFirst()
  if (!row) return
  const purpose = words[row.purpose as CodePurpose][job.locale]
  const text =
    job.locale === 'ka'
      ? `ბილეთი: ${digits} — ${purpose}. არავის გაუზიაროთ.`
      : `Bileti: ${digits} is your code ${purpose}. Do not share it.`
  await sms.send({ to: row.phone, text })
}

/** Deletes old codes; those of two days remain, because the interval between two codes is measured with them. */
export async function deleteCodes(context: Context): Promise<number> {
  const before = new Date(context.clock.now().getTime() - 2 * 86_400_000)
  const result = await context.db
    .deleteFrom('one_time_code')
    .where('created_at', '<', before)
    .executeTakeFirst()
  await deleteSmsBudgets(context, before)
  return Number(result.numDeletedRows)
}

/** Six digits are quickly brute-forced by anyone who has the table, so the hash includes the server's secret. */
function hashOf(secret: Buffer, codeId: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`${codeId} ${code}`).digest()
}

function codeKey(context: Context): Promise<Buffer> {
  return derivedKey(context, 'one-time codes')
}

/** `+995 ••• •• 34 56` of a phone in the international form. */
export function hintOf(phone: string): string {
  return `${phone.slice(0, 4)} ••• •• ${phone.slice(-4, -2)} ${phone.slice(-2)}`
}
