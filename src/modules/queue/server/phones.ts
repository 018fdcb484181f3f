/** Queues that require a phone: a code verifies it, a pass proves that to the queue, and each phone has one place. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { requestCode, useCode, type SentCode } from '#modules/accounts/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { derivedKey } from '#platform/database/server-secret.ts'
import { findQueue } from './store.ts'
import { subjectKey, type QueueSubject } from './subject.ts'

const passBytes = 32
const passMinutes = 30

/** A code sent for one queue is not valid for another. */
const purposeOf = (queue: QueueSubject): string => `queue ${subjectKey(queue)}`

/** Sends a code to a phone that joins a queue; does nothing for a queue that does not require a phone. */
export async function sendQueueCode(
  context: Context,
  subject: QueueSubject,
  phone: string,
): Promise<Result<SentCode, ErrorCode>> {
  const queue = await findQueue(context, subject)
  if (!queue?.asksPhone) return fail('NotFound')
  return requestCode(context, {
    purpose: 'queue',
    phone,
    subject: purposeOf(queue),
  })
}

/** Checks the code and returns a pass with which the phone joins the queue. */
export async function proveQueuePhone(
  context: Context,
  subject: QueueSubject,
  given: { readonly codeId: string; readonly code: string },
): Promise<Result<{ phonePass: string; expiresAt: Date }, ErrorCode>> {
  const { codeId, code } = given
  const queue = await findQueue(context, subject)
  if (!queue?.asksPhone) return fail('NotFound')
  const used = await useCode(context, {
    codeId,
    code,
    purpose: 'queue',
    subject: purposeOf(queue),
  })
  if (!used.ok) return used
  const now = context.clock.now()
  const phonePass = Buffer.from(context.random.bytes(passBytes)).toString('base64url')
  await context.db
    .insertInto('waiting_room_pass')
    .values({
      pass_hash: hashOf(phonePass),
      waiting_room_id: queue.queueId,
      phone_hash: await phoneHashOf(context, used.value.phone),
      created_at: now,
    })
    .execute()
  return ok({ phonePass, expiresAt: new Date(now.getTime() + passMinutes * 60_000) })
}

/** Uses a pass, once; returns the phone's hash, or null when the pass is invalid. */
export async function consumePhonePass(
  context: Context,
  queueId: number,
  phonePass: string,
): Promise<Buffer | null> {
  const now = context.clock.now()
  const row = await context.db
    .updateTable('waiting_room_pass')
    .set({ used_at: now })
    .where('pass_hash', '=', hashOf(phonePass))
    .where('waiting_room_id', '=', queueId)
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - passMinutes * 60_000))
    .returning('phone_hash')
    .executeTakeFirst()
  return row?.phone_hash ?? null
}

/** Deletes expired passes. */
export async function deleteExpiredPasses(context: Context): Promise<number> {
  const before = new Date(context.clock.now().getTime() - 86_400_000)
  const result = await sql`delete from waiting_room_pass where created_at < ${before}`.execute(
    context.db,
  )
  return Number(result.numAffectedRows ?? 0)
}

function hashOf(pass: string): Buffer {
  return createHash('sha256').update(pass).digest()
}

/** Phone numbers are easily brute-forced from the table, so the hash includes the server's secret. */
function phoneHashOf(context: Context, phone: string): Promise<Buffer> {
  return derivedKey(context, `queue phone ${phone}`)
}
