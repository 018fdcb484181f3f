import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { tellOfShare } from './jobs.ts'
import { hashOfToken } from './share-tokens.ts'
import { countShares, endSharesOf, giverOf, insertShare, readShare, type Share } from './store.ts'
import { findPassable, type TicketWish, type WishFailure } from './wish.ts'

/** Links to tickets that one person makes in a day, and messages that one address or telephone gets of them. */
const perGiverDayMost = 60
const perRecipientDayMost = 8
/** Between two messages to one address or telephone. */
const againAfterMilliseconds = 15_000
const dayMilliseconds = 86_400_000

export interface ShareWish extends TicketWish {
  readonly handsOver: boolean
  readonly expiresInHours?: number | undefined
  /** One of the two sends the link; neither makes one to copy. */
  readonly email?: string | undefined
  readonly phone?: string | undefined
}

export type ShareFailure = WishFailure | 'TicketUsed' | 'TooManyRequests'

/**
 * Makes a link to tickets that the caller holds, and sends it when it says where to. Nothing passes yet. One ticket
 * waits for one receiver: a newer link that hands over ends the older one.
 */
export async function createShare(
  context: Context,
  ports: TicketPorts,
  wish: ShareWish,
): Promise<Result<Share, ShareFailure>> {
  const passable = await findPassable(context, ports, wish)
  if (!passable.ok) return passable
  const { order, held } = passable.value
  const tickets = held.map(({ ticket: { id, issueNumber } }) => ({ ticketId: id, issueNumber }))
  return inTransaction(context, async (inside): Promise<Result<Share, ShareFailure>> => {
    const sending = sendingOf(wish)
    const refusal = await refuseFlood(inside, sending.recipient)
    if (refusal) return refusal
    if (wish.handsOver) {
      const ids = tickets.map(({ ticketId }) => ticketId)
      for (const ended of await endSharesOf(inside, ids, { as: 'unshared', onlyHandOvers: true }))
        await tellOfShare(inside, ended, 'taken-back')
    }
    const id = inside.random.uuid()
    const hours = wish.expiresInHours
    const written = await insertShare(
      inside,
      {
        id,
        tokenHash: hashOfToken(await ports.shareTokens.token(inside, id)),
        orderId: order.id,
        handsOver: wish.handsOver,
        ...sending,
        expiresAt: hours ? new Date(inside.clock.now().getTime() + hours * 3_600_000) : null,
      },
      tickets,
    )
    if (written < tickets.length) return fail('TicketNotFound')
    const share = await readShare(inside.db, { id })
    if (!share) return fail('TicketNotFound')
    if (share.channel !== 'link') await tellOfShare(inside, share, 'shared')
    return ok(share)
  })
}

type Sending = Pick<Share, 'channel' | 'recipient' | 'recipientHint'>

function sendingOf({ email, phone }: Pick<ShareWish, 'email' | 'phone'>): Sending {
  if (email !== undefined) {
    const recipient = email.toLowerCase()
    return { channel: 'email', recipient, recipientHint: maskEmail(recipient) }
  }
  if (phone !== undefined)
    return { channel: 'phone', recipient: phone, recipientHint: maskPhone(phone) }
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

/** Counted one after another, so that requests at once cannot slip past the count. */
async function refuseFlood(context: Context, recipient: string | null) {
  const { db, clock, actor } = context
  const now = clock.now().getTime()
  const since = new Date(now - dayMilliseconds)
  const giver = giverOf(actor)
  await lockName(context, `sharing by ${giver.customerId ?? giver.sessionId}`)
  const given = await countShares(db, giver, since)
  if (given.count >= perGiverDayMost) return fail('TooManyRequests')
  if (recipient === null) return null
  await lockName(context, `sharing to ${recipient}`)
  const got = await countShares(db, { recipient }, since)
  const pause = got.latest === null ? Infinity : now - got.latest.getTime()
  const isFlood = got.count >= perRecipientDayMost || pause < againAfterMilliseconds
  return isFlood ? fail('TooManyRequests') : null
}

async function lockName(context: Context, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(context.db)
}
