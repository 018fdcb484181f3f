/** Whether those who travel together still may when some of their tickets go to another run. */
import { ticketStatus } from '#contract/enumerations.ts'
import {
  companionProblemOf,
  type Order,
  type Traveller,
} from '#modules/orders/server/public-api.ts'
import { transportSource } from '#modules/transport/server/public-api.ts'
import {
  holdPartyTickets,
  holdTickets,
  isBaggage,
  type HeldTicket,
  type TicketPorts,
} from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'

interface PartyChange {
  readonly order: Order
  readonly moving: readonly HeldTicket[]
  readonly to: { readonly runId: number; readonly legFrom: number; readonly legTo: number }
}

/**
 * The refusal of a change that leaves somebody alone who was not, on the run that is left or on the new one. Everybody
 * with a valid ticket of the same owner counts, in whatever order.
 */
export async function partyProblem(
  context: Context,
  ports: TicketPorts,
  { order, moving, to }: PartyChange,
): Promise<'CompanionNeeded' | 'PassengerNotAllowed' | null> {
  const { name: source } = transportSource
  const runIds = new Set([...moving.map(({ ticket }) => ticket.itemId), to.runId])
  const items = [...runIds].map((itemId) => ({ source, itemId }))
  const own = await holdTickets(context, ports, [order])
  const party = [...own, ...(await holdPartyTickets(context, ports, order, items))].filter(
    (held) =>
      held.ticket.source === source &&
      held.ticket.status === ticketStatus.Active &&
      !held.isOff &&
      !isBaggage(held),
  )
  const passengers = moving.filter((held) => !isBaggage(held))
  const going = new Set(moving.map(({ ticket }) => ticket.id))
  for (const { itemId } of items) {
    const terms = await transportSource.passengerTerms?.(context, { ...to, source, itemId })
    if (!terms?.companions) continue
    const before = party.filter(({ ticket }) => ticket.itemId === itemId)
    const after = before.filter(({ ticket }) => !going.has(ticket.id)).map(travellerOf)
    if (itemId === to.runId)
      after.push(...passengers.map((held) => ({ ...travellerOf(held), ...to })))
    const problemOf = (travellers: readonly Traveller[]) =>
      terms.companions
        ? companionProblemOf(terms.companions, travellers, terms.ages?.on ?? null)
        : null
    const problem = problemOf(after)
    // Somebody who was alone before may go, and come from somewhere else.
    if (problem && problemOf(before.map(travellerOf)) === null) return problem
  }
  return null
}

function travellerOf({ ticket, passenger }: HeldTicket): Traveller {
  const { ticketTypeId, legFrom, legTo } = ticket
  return { ticketTypeId, legFrom, legTo, birthDate: passenger?.birthDate ?? null }
}
