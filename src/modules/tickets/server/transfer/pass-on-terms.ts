import type { SoldItem } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'

/** The properties of a ticket that transfer terms depend on. */
type PassingTicket = SoldItem & { readonly ticketTypeId: number }

/** Whether the vertical of a ticket allows transfers; the default is yes. */
export async function mayPassOn(
  context: Context,
  { sources }: Pick<TicketPorts, 'sources'>,
  ticket: PassingTicket,
): Promise<boolean> {
  const source = sources.find(({ name }) => name === ticket.source)
  return (await source?.mayPassOn?.(context, ticket, ticket.ticketTypeId)) ?? true
}

/** Tickets that may be transferred, in their order. */
export async function passableOf<Held extends { readonly ticket: PassingTicket }>(
  context: Context,
  ports: Pick<TicketPorts, 'sources'>,
  held: readonly Held[],
): Promise<Held[]> {
  const answers = await Promise.all(held.map(({ ticket }) => mayPassOn(context, ports, ticket)))
  return held.filter((_, index) => answers[index])
}
