import { ticketStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOrder, type Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { holdTickets, isValid, type HeldTicket } from '../queries/held-tickets.ts'
import { holdsTicket } from './holder.ts'
import { hashOfToken } from './share-tokens.ts'
import { readShare, type Share } from './store.ts'

export interface OpenedShare {
  readonly share: Share
  readonly order: Order
  /** `yours`: the caller holds the tickets, because they shared them or have taken them over. */
  readonly state: 'open' | 'yours'
  readonly held: readonly HeldTicket[]
}

export type ShareRefusal = 'TicketNotFound' | 'TicketShareEnded'

/**
 * Contents of a link. Links that were ended or have expired, and those whose tickets were returned or have another
 * holder since, are shown as ended; unknown links are not found. Tickets that wait for take-over show no code: their
 * receiver gets a new one.
 */
export async function openShare(
  context: Context,
  ports: TicketPorts,
  token: string,
): Promise<Result<OpenedShare, ShareRefusal>> {
  const share = await readShare(context.db, { tokenHash: hashOfToken(token) })
  const order = share && (await findOrder(context, { orderId: share.orderId }))
  if (!share || !order) return fail('TicketNotFound')
  const all = await holdTickets(context, ports, [order], 'holder')
  const named = all.filter(({ ticket }) =>
    share.tickets.some(({ ticketId }) => ticketId === ticket.id),
  )
  const own = named.filter((held) => holdsTicket(context.actor, held))
  const isTaken = share.endedAs === 'taken'
  if (isTaken && own.length > 0) return ok({ share, order, state: 'yours', held: own })
  if (!isOpen(share, context.clock.now())) return fail('TicketShareEnded')
  const current = named.filter(({ ticket }) =>
    share.tickets.some(
      ({ ticketId, issueNumber }) => ticketId === ticket.id && issueNumber === ticket.issueNumber,
    ),
  )
  const shown = current.filter(
    ({ ticket }) => ticket.status === ticketStatus.Active && isValid(ticket, order),
  )
  const isWhole = shown.length === share.tickets.length
  if (shown.length === 0 || (share.handsOver && !isWhole)) return fail('TicketShareEnded')
  if (own.length > 0) return ok({ share, order, state: 'yours', held: own })
  const held = share.handsOver ? shown.map(withoutCodes) : shown
  return ok({ share, order, state: 'open', held })
}

/**
 * With nothing that admits: neither the code, nor what changing codes are made of, nor the number that staff type. The
 * link may be taken back, and codes stay as they are.
 */
function withoutCodes(held: HeldTicket): HeldTicket {
  const hidden = `•••••${held.ticket.identifier.slice(-5)}`
  const ticket = { ...held.ticket, identifier: hidden }
  return { ...held, ticket, code: null, rotating: null, printedNumber: hidden }
}

export function isOpen(share: Pick<Share, 'endedAt' | 'expiresAt'>, now: Date): boolean {
  return share.endedAt === null && (share.expiresAt === null || share.expiresAt > now)
}
