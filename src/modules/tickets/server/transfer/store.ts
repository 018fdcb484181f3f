import { sql } from 'kysely'
import type { Actor, Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { ticketStatuses } from '../statuses.ts'
import { ticketStatus } from '#contract/enumerations.ts'

/** How a link ended. */
export type ShareEnd = 'unshared' | 'taken' | 'ticket-gone'

export type ShareChannel = 'link' | 'email' | 'phone'

/** A stored link to tickets. */
export interface Share {
  readonly id: string
  readonly orderId: number
  readonly giverSessionId: string | null
  readonly giverCustomerId: string | null
  readonly handsOver: boolean
  /** Made for a receiver without an account, who opens the tickets with it on other devices. */
  readonly keeps: boolean
  readonly channel: ShareChannel
  /** Null for a link to copy, and after its deletion. */
  readonly recipient: string | null
  readonly recipientHint: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly endedAt: Date | null
  readonly endedAs: ShareEnd | null
  readonly takerHint: string
  /** Tickets with the issue number they had when the link was made. */
  readonly tickets: readonly SharedTicket[]
}

export interface SharedTicket {
  readonly ticketId: number
  readonly issueNumber: number
}

const shareColumns = sql.raw(`s.id, s.order_id as "orderId", s.giver_session_id as "giverSessionId",
  s.giver_customer_id as "giverCustomerId", s.hands_over as "handsOver", s.keeps, s.channel, s.recipient,
  s.recipient_hint as "recipientHint", s.created_at as "createdAt", s.expires_at as "expiresAt",
  s.ended_at as "endedAt", s.ended_as as "endedAs", s.taker_hint as "takerHint",
  (select json_agg(json_build_object('ticketId', t.ticket_id, 'issueNumber', t.issue_number)
    order by t.ticket_id) from ticket_share_ticket t where t.share_id = s.id) as tickets`)

export async function readShare(
  db: Database,
  handle: { readonly tokenHash: Buffer } | { readonly id: string },
): Promise<Share | undefined> {
  const condition =
    'id' in handle ? sql`s.id = ${handle.id}` : sql`s.token_hash = ${handle.tokenHash}`
  const { rows } = await sql<Share>`
    select ${shareColumns} from ticket_share s where ${condition}`.execute(db)
  return rows[0]
}

/** Links to these tickets that are open or accepted, the newest first. */
export async function readSharesOf(
  db: Database,
  ticketIds: readonly number[],
  now: Date,
): Promise<Share[]> {
  if (ticketIds.length === 0) return []
  const { rows } = await sql<Share>`
    select ${shareColumns} from ticket_share s
    where s.id in (select share_id from ticket_share_ticket where ticket_id = any(${ticketIds}::bigint[]))
      and ((s.ended_at is null and (s.expires_at is null or s.expires_at > ${now}))
        or s.ended_as = 'taken')
    order by s.created_at desc, s.id desc`.execute(db)
  return rows
}

export interface NewShare extends Pick<
  Share,
  'orderId' | 'handsOver' | 'channel' | 'recipient' | 'recipientHint' | 'expiresAt'
> {
  readonly id: string
  readonly tokenHash: Buffer
  readonly keeps?: boolean
}

/**
 * Inserts a link to tickets in the state its creator saw. Returns how many tickets still were in that state: fewer
 * means that one was used, returned or transferred meanwhile.
 */
export async function insertShare(
  context: Context,
  share: NewShare,
  tickets: readonly SharedTicket[],
  giver: ReturnType<typeof giverOf> = giverOf(context.actor),
): Promise<number> {
  const { sessionId, customerId } = giver
  await context.db
    .insertInto('ticket_share')
    .values({
      id: share.id,
      token_hash: share.tokenHash,
      order_id: share.orderId,
      giver_session_id: sessionId,
      giver_customer_id: customerId,
      hands_over: share.handsOver,
      keeps: share.keeps ?? false,
      channel: share.channel,
      recipient: share.recipient,
      recipient_hint: share.recipientHint,
      created_at: context.clock.now(),
      expires_at: share.expiresAt,
    })
    .execute()
  const inserted = await sql`
    insert into ticket_share_ticket (share_id, ticket_id, issue_number)
    select ${share.id}, t.id, t.issue_number
    from ticket t join json_to_recordset(${JSON.stringify(tickets)}::json)
      as seen("ticketId" bigint, "issueNumber" integer)
      on seen."ticketId" = t.id and seen."issueNumber" = t.issue_number
    where t.status = ${ticketStatuses.Active} and t.used_at is null`.execute(context.db)
  return Number(inserted.numAffectedRows ?? 0)
}

/** Session and customer of the caller; internal jobs have neither. */
export function giverOf(actor: Actor): {
  readonly sessionId: string | null
  readonly customerId: string | null
} {
  if (actor.kind === 'customer') return { sessionId: actor.sessionId, customerId: actor.customerId }
  return { sessionId: actor.kind === 'guest' ? actor.sessionId : null, customerId: null }
}

/**
 * Ends a link if it is open: of several concurrent attempts to end or take it, one succeeds. Returns whether this one
 * did.
 */
export async function endOpenShare(
  context: Context,
  shareId: string,
  ended: { readonly as: ShareEnd; readonly takerHint?: string },
): Promise<boolean> {
  const now = context.clock.now()
  const result = await sql`
    update ticket_share set ended_at = ${now}, ended_as = ${ended.as},
      taker_hint = ${ended.takerHint ?? ''}
    where id = ${shareId} and ended_at is null and (expires_at is null or expires_at > ${now})
  `.execute(context.db)
  return result.numAffectedRows === 1n
}

/** Ends every open link to any of these tickets; `onlyHandOvers` leaves those that merely show them. */
export async function endSharesOf(
  context: Context,
  ticketIds: readonly number[],
  options: { readonly as: ShareEnd; readonly onlyHandOvers?: boolean },
): Promise<Pick<Share, 'id' | 'handsOver' | 'channel'>[]> {
  const { rows } = await sql<Pick<Share, 'id' | 'handsOver' | 'channel'>>`
    update ticket_share set ended_at = ${context.clock.now()}, ended_as = ${options.as}
    where ended_at is null and (hands_over or not ${options.onlyHandOvers ?? false})
      and id in (select share_id from ticket_share_ticket where ticket_id = any(${ticketIds}::bigint[]))
    returning id, hands_over as "handsOver", channel`.execute(context.db)
  return rows
}

/** The receiver of a ticket; both null: its buyer, who then holds it as before the transfer. */
export interface NewHolder {
  readonly sessionId: string | null
  readonly customerId: string | null
}

/**
 * Transfers tickets in one statement conditional on their being active, unused and of this issue number. Returns how
 * many were transferred. Of a concurrent transfer, scan and return, the first one wins.
 */
export async function transferTickets(
  db: Database,
  tickets: readonly SharedTicket[],
  holder: NewHolder,
): Promise<number> {
  const result = await sql`
    update ticket t set issue_number = t.issue_number + 1, holder_note = '',
      holder_session_id = ${holder.sessionId}, holder_customer_id = ${holder.customerId}
    from json_to_recordset(${JSON.stringify(tickets)}::json)
      as seen("ticketId" bigint, "issueNumber" integer)
    where t.id = seen."ticketId" and t.issue_number = seen."issueNumber"
      and t.status = ${ticketStatuses.Active} and t.used_at is null`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Ends tickets in the same way; returns how many ended. */
export async function endTickets(db: Database, tickets: readonly SharedTicket[]): Promise<number> {
  const result = await sql`
    update ticket t set issue_number = t.issue_number + 1, status = ${ticketStatuses.Inactive}
    from json_to_recordset(${JSON.stringify(tickets)}::json)
      as seen("ticketId" bigint, "issueNumber" integer)
    where t.id = seen."ticketId" and t.issue_number = seen."issueNumber"
      and t.status = ${ticketStatuses.Active} and t.used_at is null`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Whether the buyer of an order still holds a ticket of it that is active. */
export async function buyerHoldsAny(db: Database, orderId: number): Promise<boolean> {
  const row = await db
    .selectFrom('ticket')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', ticketStatus.Active)
    .where('holder_session_id', 'is', null)
    .where('holder_customer_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts links created by a sender, or sent to a recipient, since an instant. */
export async function countShares(
  db: Database,
  of: { readonly recipient: string } | ReturnType<typeof giverOf>,
  since: Date,
): Promise<{ count: number; latest: Date | null }> {
  let condition
  if ('recipient' in of) condition = sql`recipient = ${of.recipient}`
  else if (of.customerId !== null) condition = sql`giver_customer_id = ${of.customerId}`
  else condition = sql`giver_session_id = ${of.sessionId}`
  const { rows } = await sql<{ count: number; latest: Date | null }>`
    select count(*)::integer as count, max(created_at) as latest
    from ticket_share where ${condition} and created_at > ${since}`.execute(db)
  return rows[0] ?? { count: 0, latest: null }
}
