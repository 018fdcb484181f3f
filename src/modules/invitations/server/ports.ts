import type { TicketPorts } from '#modules/tickets/server/public-api.ts'

/** Ports that invitations need; the ports of orders are part of those of tickets. */
export interface InvitationPorts {
  readonly tickets: TicketPorts
}
