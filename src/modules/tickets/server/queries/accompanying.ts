import { ticketStatus } from '#contract/enumerations.ts'
import {
  findOrdersBeside,
  termsAcceptedAt,
  type Order,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import {
  leavesChildrenAlone,
  policyFor,
  type ReturnPolicy,
} from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { holdTickets, type HeldTicket } from './held-tickets.ts'

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

type Item = Pick<SoldItem, 'source' | 'itemId'>

/** The valid tickets of other orders of the same owner for these items. */
export async function holdPartyTickets(
  context: Context,
  ports: TicketPorts,
  order: Order,
  items: readonly Item[],
): Promise<HeldTicket[]> {
  if (items.length === 0) return []
  const held = await holdTickets(context, ports, await findOrdersBeside(context, order, items))
  return held.filter(
    ({ ticket }) =>
      ticket.status === ticketStatus.Active &&
      items.some(({ source, itemId }) => source === ticket.source && itemId === ticket.itemId),
  )
}

/** The same for the items of tickets whose sellers say who travels with whom. */
export function holdTicketsBeside(
  context: Context,
  ports: TicketPorts,
  {
    order,
    held,
    policies,
  }: {
    readonly order: Order
    readonly held: readonly HeldTicket[]
    readonly policies: readonly ReturnPolicy[]
  },
): Promise<HeldTicket[]> {
  const asked = held.filter((one) => policyOfTicket(policies, one).companions.length > 0)
  const items = new Map(
    asked.map(({ ticket: { source, itemId } }) => [`${source} ${itemId}`, { source, itemId }]),
  )
  return holdPartyTickets(context, ports, order, [...items.values()])
}
