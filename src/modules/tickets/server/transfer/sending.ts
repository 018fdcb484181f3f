import { sql } from 'kysely'
import { emailKey } from '#kernel/email.ts'
import { fail, type Failure } from '#kernel/result.ts'
import { takeMail, takeSms } from '#modules/accounts/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { countShares, giverOf, type Share } from './store.ts'

/** Daily limits of links per sender, and of messages per address or phone. */
const perGiverDayMax = 60
const perRecipientDayMax = 8
/** Minimum interval between two messages to one address or phone. */
const againAfterMilliseconds = 15_000
const dayMilliseconds = 86_400_000

/** Number of links created by a sender, or sent to a recipient, since an instant, and the time of the last. */
export type SentCount = (
  db: Database,
  of: { readonly recipient: string } | ReturnType<typeof giverOf>,
  since: Date,
) => Promise<{ readonly count: number; readonly latest: Date | null }>

/** Reasons for refusing a message. */
export type FloodCode = 'TooManyRequests' | 'SmsBudgetSpent'

/** The recipient of a link: an email address, a phone, or none for a link to copy. */
export type Sending = Pick<Share, 'channel' | 'recipient' | 'recipientHint'>

export function sendingOf(to: {
  readonly email?: string | undefined
  readonly phone?: string | undefined
}): Sending {
  if (to.email !== undefined) {
    return {
      channel: 'email',
      recipient: emailKey(to.email),
      recipientHint: maskEmail(to.email.toLowerCase()),
    }
  }
  if (to.phone !== undefined)
    return { channel: 'phone', recipient: to.phone, recipientHint: maskPhone(to.phone) }
  return { channel: 'link', recipient: null, recipientHint: '' }
}

/** `n•••@example.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '' : `${email[0]}•••${email.slice(at)}`
}

/** `•••56` */
export function maskPhone(phone: string): string {
  return phone && `•••${phone.slice(-2)}`
}

/**
 * Refuses senders with too many links, and messages to receivers who have had too many, whatever their subject.
 * Counted under a lock, so that concurrent requests cannot exceed the limit.
 */
export async function refuseFlood(
  context: Context,
  ports: { readonly sentElsewhere?: readonly SentCount[] },
  recipient: string | null,
): Promise<Failure<FloodCode> | null> {
  const { clock, actor } = context
  const now = clock.now().getTime()
  const since = new Date(now - dayMilliseconds)
  const counts = [countShares, ...(ports.sentElsewhere ?? [])]
  const giver = giverOf(actor)
  await lockName(context, `sharing by ${giver.customerId ?? giver.sessionId}`)
  const given = await countAll(context, counts, giver, since)
  if (given.count >= perGiverDayMax) return fail('TooManyRequests')
  if (recipient === null) return null
  await lockName(context, `sharing to ${recipient}`)
  const got = await countAll(context, counts, { recipient }, since)
  const pause = now - got.latest
  const isFlood = got.count >= perRecipientDayMax || pause < againAfterMilliseconds
  if (isFlood) return fail('TooManyRequests')
  if (!recipient.startsWith('+'))
    return (await takeMail(context, recipient)) ? null : fail('TooManyRequests')
  const budget = await takeSms(context, recipient, 'message')
  return budget.ok ? null : budget
}

async function countAll(
  { db }: Context,
  counts: readonly SentCount[],
  of: Parameters<SentCount>[1],
  since: Date,
): Promise<{ count: number; latest: number }> {
  let [count, latest] = [0, -Infinity]
  for (const counted of counts) {
    const part = await counted(db, of, since)
    count += part.count
    latest = Math.max(latest, part.latest?.getTime() ?? -Infinity)
  }
  return { count, latest }
}

async function lockName(context: Context, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(context.db)
}
