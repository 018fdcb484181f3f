import type { TicketPorts } from '#modules/tickets/server/public-api.ts'

/** What invitations need of the modules around them; the orders' own ports come with those of tickets. */
export interface InvitationPorts {
  readonly tickets: TicketPorts
}
