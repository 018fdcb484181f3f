import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import { localizedPath } from '#kernel/locale.ts'
import type { Order, SoldItem } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { notifyOfShare } from './jobs.ts'
import { isOpen } from './open-share.ts'
import { mayPassOn } from './pass-on-terms.ts'
import type { Sending } from './sending.ts'
import { hashOfToken, sharedPath } from './share-tokens.ts'
import { endOpenShare, insertShare, readShare, type SharedTicket } from './store.ts'
import { ticketStatuses } from '../statuses.ts'
import { ticketStatus } from '#contract/enumerations.ts'

/**
 * Reserves one ticket of an order for somebody: the first that its buyer holds, that is valid and unused and that no
 * open link transfers. Returns the id of the transfer link, or null when no ticket is left. The caller has locked the
 * order, so concurrent reservations get different tickets.
 */
export async function reserveTicket(
  context: Context,
  ports: TicketPorts,
  order: Pick<Order, 'id' | 'sessionId' | 'customerId'>,
  sending: Sending,
): Promise<string | null> {
  invariant(context.db.isTransaction, 'a ticket is promised outside a transaction')
  const free = await findUnreserved(context, ports, order.id)
  if (!free) return null
  const id = context.random.uuid()
  const share = {
    id,
    tokenHash: hashOfToken(await ports.shareTokens.token(context, id)),
    orderId: order.id,
    handsOver: true,
    ...sending,
    expiresAt: null,
  }
  const { customerId } = order
  const giver = { customerId, sessionId: customerId === null ? order.sessionId : null }
  const written = await insertShare(context, share, [free], giver)
  // After a concurrent scan or return the next ticket is tried, and this link stays without a ticket.
  if (written === 0) {
    await endOpenShare(context, id, { as: 'ticket-gone' })
    return reserveTicket(context, ports, order, sending)
  }
  if (sending.channel !== 'link') await notifyOfShare(context, share, 'shared')
  return id
}

async function findUnreserved(
  context: Context,
  ports: TicketPorts,
  orderId: number,
): Promise<SharedTicket | null> {
  const now = context.clock.now()
  const { rows } = await sql<SharedTicket & SoldItem & { readonly ticketTypeId: number }>`
    select t.id as "ticketId", t.issue_number as "issueNumber", t.source, t.item_id as "itemId",
      t.leg_from as "legFrom", t.leg_to as "legTo", t.ticket_type_id as "ticketTypeId" from ticket t
    where t.order_id = ${orderId} and t.status = ${ticketStatuses.Active} and t.used_at is null
      and t.holder_session_id is null and t.holder_customer_id is null
      and not exists (
        select 1 from ticket_share_ticket n join ticket_share s on s.id = n.share_id
        where n.ticket_id = t.id and n.issue_number = t.issue_number and s.hands_over
          and s.ended_at is null and (s.expires_at is null or s.expires_at > ${now}))
    order by t.id`.execute(context.db)
  for (const row of rows)
    if (await mayPassOn(context, ports, row))
      return { ticketId: row.ticketId, issueNumber: row.issueNumber }
  return null
}

/** The state of a reservation, and the path to take the ticket over, without a locale. */
export interface Reserved {
  readonly state: 'open' | 'taken' | 'gone'
  readonly path: string
}

export async function readReservation(
  context: Context,
  ports: TicketPorts,
  shareId: string,
): Promise<Reserved> {
  const share = await readShare(context.db, { id: shareId })
  const isThere = share !== undefined && isOpen(share, context.clock.now())
  const isCurrent = isThere && (await areCurrent(context, share.tickets))
  const path = localizedPath(
    context.locale,
    sharedPath(await ports.shareTokens.token(context, shareId)),
  )
  if (share?.endedAs === 'taken') return { state: 'taken', path }
  return { state: isCurrent ? 'open' : 'gone', path }
}

/** Whether all these tickets are unchanged since their reservation. */
async function areCurrent(context: Context, tickets: readonly SharedTicket[]): Promise<boolean> {
  const ids = tickets.map(({ ticketId }) => ticketId)
  const found = await context.db
    .selectFrom('ticket')
    .select(['id', 'issue_number'])
    .where('id', 'in', ids)
    .where('status', '=', ticketStatus.Active)
    .where('used_at', 'is', null)
    .execute()
  const issues = new Map(found.map((row) => [row.id, row.issue_number]))
  return tickets.every(({ ticketId, issueNumber }) => issues.get(ticketId) === issueNumber)
}

/** Revokes a reservation that has not been taken up. Returns whether this call ended it. */
export async function endReservation(context: Context, shareId: string): Promise<boolean> {
  const share = await readShare(context.db, { id: shareId })
  const isEnded = await endOpenShare(context, shareId, { as: 'unshared' })
  if (isEnded && share) await notifyOfShare(context, share, 'taken-back')
  return isEnded
}
