import { sql } from 'kysely'
import type { Actor, Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'

export type InvitationPurpose = 'pay' | 'join'

/** A stored invitation. */
export interface Invitation {
  readonly id: string
  readonly orderId: number
  readonly purpose: InvitationPurpose
  readonly channel: 'link' | 'email' | 'phone'
  /** Null for a link to copy, and after its retention period. */
  readonly recipient: string | null
  readonly recipientHint: string
  readonly createdAt: Date
  readonly revokedAt: Date | null
  readonly acceptedAt: Date | null
  readonly acceptedName: string
  readonly takerSessionId: string | null
  readonly takerCustomerId: string | null
  /** The transfer link of the ticket reserved for the person who accepted. */
  readonly shareId: string | null
}

const columns = sql.raw(`i.id, i.order_id as "orderId", i.purpose, i.channel, i.recipient,
  i.recipient_hint as "recipientHint", i.created_at as "createdAt", i.revoked_at as "revokedAt",
  i.accepted_at as "acceptedAt", i.accepted_name as "acceptedName",
  i.taker_session_id as "takerSessionId", i.taker_customer_id as "takerCustomerId",
  i.share_id as "shareId"`)

export async function readInvitation(
  db: Database,
  handle: { readonly tokenHash: Buffer } | { readonly id: string },
): Promise<Invitation | undefined> {
  const condition =
    'id' in handle ? sql`i.id = ${handle.id}` : sql`i.token_hash = ${handle.tokenHash}`
  const { rows } = await sql<Invitation>`
    select ${columns} from order_invitation i where ${condition}`.execute(db)
  return rows[0]
}

/** Invitations to these orders that were not revoked, newest first. */
export async function readInvitationsOf(
  db: Database,
  orderIds: readonly number[],
): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select ${columns} from order_invitation i
    where i.order_id = any(${orderIds}::bigint[]) and i.revoked_at is null
    order by i.created_at desc, i.id desc`.execute(db)
  return rows
}

/** Session and customer of the caller. */
export interface Person {
  readonly sessionId: string | null
  readonly customerId: string | null
}

export function personOf(actor: Actor): Person {
  if (actor.kind === 'customer') return { sessionId: actor.sessionId, customerId: actor.customerId }
  return { sessionId: actor.kind === 'guest' ? actor.sessionId : null, customerId: null }
}

/** Whether the caller is this person: by customer id if the record has one, otherwise by session id. */
export function isPerson(actor: Actor, person: Person): boolean {
  const { sessionId, customerId } = personOf(actor)
  if (person.customerId !== null) return person.customerId === customerId
  return person.sessionId !== null && person.sessionId === sessionId
}

export type NewInvitation = Pick<
  Invitation,
  'id' | 'orderId' | 'purpose' | 'channel' | 'recipient' | 'recipientHint'
> & { readonly tokenHash: Buffer }

export async function insertInvitation(context: Context, invitation: NewInvitation): Promise<void> {
  const giver = personOf(context.actor)
  await context.db
    .insertInto('order_invitation')
    .values({
      id: invitation.id,
      token_hash: invitation.tokenHash,
      order_id: invitation.orderId,
      purpose: invitation.purpose,
      giver_session_id: giver.sessionId,
      giver_customer_id: giver.customerId,
      channel: invitation.channel,
      recipient: invitation.recipient,
      recipient_hint: invitation.recipientHint,
      created_at: context.clock.now(),
    })
    .execute()
}

/** Accepts an invitation that is still open; of concurrent calls one succeeds. Returns whether this one did. */
export async function markAccepted(
  context: Context,
  invitationId: string,
  name: string,
): Promise<boolean> {
  const taker = personOf(context.actor)
  const result = await sql`
    update order_invitation set accepted_at = ${context.clock.now()}, accepted_name = ${name},
      taker_session_id = ${taker.sessionId}, taker_customer_id = ${taker.customerId}
    where id = ${invitationId} and purpose = 'join' and accepted_at is null and revoked_at is null
  `.execute(context.db)
  return result.numAffectedRows === 1n
}

export async function endInvitation(context: Context, invitationId: string): Promise<boolean> {
  const result = await sql`
    update order_invitation set revoked_at = ${context.clock.now()}
    where id = ${invitationId} and revoked_at is null`.execute(context.db)
  return result.numAffectedRows === 1n
}

export async function saveReservation(
  context: Context,
  invitationId: string,
  shareId: string,
): Promise<void> {
  await sql`update order_invitation set share_id = ${shareId} where id = ${invitationId}`.execute(
    context.db,
  )
}

/**
 * Number of invitations that a sender made, or that a recipient was sent, since an instant; with the time of the last.
 */
export async function countInvitations(
  db: Database,
  of: { readonly recipient: string } | Person,
  since: Date,
): Promise<{ count: number; latest: Date | null }> {
  let condition
  if ('recipient' in of) condition = sql`recipient = ${of.recipient}`
  else if (of.customerId !== null) condition = sql`giver_customer_id = ${of.customerId}`
  else condition = sql`giver_session_id = ${of.sessionId}`
  const { rows } = await sql<{ count: number; latest: Date | null }>`
    select count(*)::integer as count, max(created_at) as latest
    from order_invitation where ${condition} and created_at > ${since}`.execute(db)
  return rows[0] ?? { count: 0, latest: null }
}
