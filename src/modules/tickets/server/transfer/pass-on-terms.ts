import type { SoldItem } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'

/** A ticket as far as terms look at it. */
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

/** Those that may pass on, in their order. */
export async function passableOf<Held extends { readonly ticket: PassingTicket }>(
  context: Context,
  ports: Pick<TicketPorts, 'sources'>,
  held: readonly Held[],
): Promise<Held[]> {
  const answers = await Promise.all(held.map(({ ticket }) => mayPassOn(context, ports, ticket)))
  return held.filter((_, index) => answers[index])
}
