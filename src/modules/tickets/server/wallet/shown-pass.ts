import { invariant } from '#kernel/result.ts'
import { findOrder } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { holdTickets, type HeldTicket } from '../queries/held-tickets.ts'
import { readTicket } from '../store.ts'
import type { WalletPass } from './store.ts'

/** A pass with the current state of its ticket. */
export interface ShownPass {
  readonly pass: WalletPass
  readonly held: HeldTicket
  /** Why it is invalid; null while it is valid. `gone`: returned, transferred or revoked. */
  readonly void: 'cancelled' | 'seatless' | 'used' | 'gone' | null
}

/** The contents of a pass; its owner may no longer hold the ticket. */
export async function showPass(
  context: Context,
  ports: TicketPorts,
  pass: WalletPass,
): Promise<ShownPass> {
  const ticket = await readTicket(context.db, { id: pass.ticketId })
  const order = ticket && (await findOrder(context, { orderId: ticket.orderId }))
  invariant(order, 'a pass has its ticket, and that its order')
  const inItsWords = { ...context, locale: pass.locale }
  const held = await holdTickets(inItsWords, ports, [order], 'holder')
  const own = held.find((candidate) => candidate.ticket.id === pass.ticketId)
  invariant(own, 'an order holds its tickets')
  return { pass, held: own, void: reasonOf(pass, own) }
}

function reasonOf(
  pass: WalletPass,
  { ticket, subject, code, isOff, isWithoutPlace }: HeldTicket,
): ShownPass['void'] {
  if (isOff || (subject.cancelledAt !== null && !isWithoutPlace)) return 'cancelled'
  // The issue number is checked first: the use of a ticket by its new holder must not be revealed by this pass.
  if (ticket.issueNumber !== pass.issueNumber || code === null) return 'gone'
  if (ticket.usedAt !== null) return 'used'
  return isWithoutPlace ? 'seatless' : null
}
