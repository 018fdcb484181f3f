import { termsAcceptedAt } from '#modules/orders/server/public-api.ts'
import {
  leavesChildrenAlone,
  policyFor,
  type ReturnPolicy,
} from '#modules/returns/server/public-api.ts'
import type { HeldTicket } from './held-tickets.ts'

/** The return policy of a ticket, as it was when the terms of its order were accepted. */
export function policyOfTicket(
  policies: readonly ReturnPolicy[],
  { order, line, subject }: Pick<HeldTicket, 'order' | 'line' | 'subject'>,
): ReturnPolicy {
  const { source, merchantId } = line
  const about = { source, itemId: subject.itemId, merchantId, categoryKind: subject.category }
  return policyFor(policies, about, termsAcceptedAt(order))
}

/**
 * Ids of adults' tickets among those that leave an order, whose end would leave a child of it without an adult. Nobody
 * travels on a cancelled departure, so there each ticket may go alone.
 */
export function adultsNeededByChildren(
  policies: readonly ReturnPolicy[],
  valid: readonly HeldTicket[],
  leaving: ReadonlySet<number>,
): ReadonlySet<number> {
  const needed = valid.filter((held) => {
    if (held.isOff || !leaving.has(held.ticket.id)) return false
    const policy = policyOfTicket(policies, held)
    const isAdult = policy.companions.some(({ adultTypeIds }) =>
      adultTypeIds.includes(held.ticket.ticketTypeId),
    )
    const { source, itemId } = held.ticket
    const together = valid
      .map(({ ticket }) => ticket)
      .filter((ticket) => ticket.source === source && ticket.itemId === itemId)
      .map(({ id: ticketId, ticketTypeId, legFrom, legTo }) => ({
        ticketId,
        ticketTypeId,
        legFrom,
        legTo,
      }))
    return isAdult && leavesChildrenAlone(policy, together, leaving)
  })
  return new Set(needed.map(({ ticket }) => ticket.id))
}
