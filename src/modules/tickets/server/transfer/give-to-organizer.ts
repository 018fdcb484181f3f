import { ticketStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { returnPlaces } from '#modules/inventory/server/public-api.ts'
import {
  lockOrder,
  orderAllocations,
  soldItemOf,
  type Order,
  type OrderLine,
} from '#modules/orders/server/public-api.ts'
import { readPolicies } from '#modules/returns/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { adultsNeededByChildren, holdTicketsBeside } from '../queries/accompanying.ts'
import { holdTickets, type HeldTicket } from '../queries/held-tickets.ts'
import { endShares } from './end-shares.ts'
import { settleOrder } from './settle-order.ts'
import { endTickets } from './store.ts'
import { findPassable, type TicketSelection, type SelectionFailure } from './selection.ts'

export interface GivenToOrganizer {
  readonly held: readonly HeldTicket[]
  /** How many of their places are on sale again. */
  readonly backOnSale: number
}

/**
 * Gives tickets back to the organiser without a refund: they become invalid, and their places are on sale again if the
 * organiser allows that. The tickets end in one conditional statement, all or none.
 */
export async function giveToOrganizer(
  context: Context,
  ports: TicketPorts,
  selection: TicketSelection,
): Promise<Result<GivenToOrganizer, SelectionFailure | 'TicketUsed' | 'ChildTicketFirst'>> {
  const passable = await findPassable(context, ports, selection)
  if (!passable.ok) return passable
  const { order, held } = passable.value
  return inTransaction(
    context,
    async (inside): Promise<Result<GivenToOrganizer, 'TicketNotFound' | 'ChildTicketFirst'>> => {
      const locked = await lockOrder(inside, { orderKey: order.orderKey })
      if (!locked.ok) return fail('TicketNotFound')
      const tickets = held.map(({ ticket }) => ({
        ticketId: ticket.id,
        issueNumber: ticket.issueNumber,
      }))
      const leaving = new Set(tickets.map(({ ticketId }) => ticketId))
      if (await leavesChild(inside, ports, locked.value, leaving)) return fail('ChildTicketFirst')
      if ((await endTickets(inside.db, tickets)) < tickets.length) return fail('TicketNotFound')
      const ids = tickets.map(({ ticketId }) => ticketId)
      await endShares(inside, ids)
      await settleOrder(inside, locked.value)
      return ok({ held, backOnSale: await putOnSale(inside, ports, held) })
    },
  )
}

/** Whether a child of the order would travel without an adult, as for returns. */
async function leavesChild(
  context: Context,
  ports: TicketPorts,
  order: Order,
  leaving: ReadonlySet<number>,
): Promise<boolean> {
  const held = await holdTickets(context, ports, [order])
  const valid = held.filter(({ ticket }) => ticket.status === ticketStatus.Active)
  const policies = await readPolicies(context)
  const beside = await holdTicketsBeside(context, ports, { order, held, policies })
  return adultsNeededByChildren(policies, [...valid, ...beside], leaving).size > 0
}

/** Releases the places of these tickets where their organiser allows resale. */
async function putOnSale(
  context: Context,
  ports: TicketPorts,
  held: readonly HeldTicket[],
): Promise<number> {
  const given: OrderLine[] = []
  for (const [line, tickets] of Map.groupBy(held, (one) => one.line)) {
    const source = ports.sources.find(({ name }) => name === line.source)
    const item = soldItemOf(line)
    if (!item || !(await source?.sellsGivenTickets(context, item))) continue
    // A use of an access code stays consumed when its ticket is given away.
    const { counter: _, ...detail } = line.detail
    given.push({ ...line, detail, quantity: tickets.length })
  }
  const { places, pools } = await returnPlaces(context, orderAllocations(given), {
    asResale: false,
  })
  return places.length + pools.reduce((sum, { quantity }) => sum + quantity, 0)
}
