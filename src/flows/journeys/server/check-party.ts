/** Whether those who travel together still may when some of their tickets go to another run. */
import { ticketStatus } from '#contract/enumerations.ts'
import {
  companionProblemOf,
  type CompanionProblem,
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
): Promise<CompanionProblem | null> {
  const { name: source } = transportSource
  const runIds = new Set([...moving.map(({ ticket }) => ticket.itemId), to.runId])
  const items = [...runIds].map((itemId) => ({ source, itemId }))
  const own = await holdTickets(context, ports, [order])
  const party = [...own, ...(await holdPartyTickets(context, ports, order, items))].filter(
    (held) =>
      held.ticket.source === source &&
      held.ticket.status === ticketStatus.Active &&
      !isBaggage(held),
  )
  const passengers = moving.filter((held) => !isBaggage(held))
  const going = new Set(moving.map(({ ticket }) => ticket.id))
  let problem: CompanionProblem | null = null
  for (const { itemId } of items) {
    const terms = await transportSource.passengerTerms?.(context, { ...to, source, itemId })
    const { companions, ages } = terms ?? {}
    if (!companions) continue
    const problemOf = (travellers: readonly Traveller[]) =>
      companionProblemOf(companions, travellers, ages?.on ?? null)
    const before = party.filter(({ ticket }) => ticket.itemId === itemId)
    // Nobody travels on a cancelled run.
    const staying = before.filter(({ ticket, isOff }) => !going.has(ticket.id) && !isOff)
    const coming =
      itemId === to.runId ? passengers.map((held) => ({ ...travellerOf(held), ...to })) : []
    const wasAlone = problemOf(before.map(travellerOf)) !== null
    // Whoever was alone before may go.
    if (wasAlone && itemId !== to.runId) return null
    if (!wasAlone) problem ??= problemOf([...staying.map(travellerOf), ...coming])
  }
  return problem
}

function travellerOf({ ticket, passenger }: HeldTicket): Traveller {
  const { ticketTypeId, legFrom, legTo } = ticket
  return { ticketTypeId, legFrom, legTo, birthDate: passenger?.birthDate ?? null }
}
