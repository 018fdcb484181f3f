import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import type { InvitationPorts } from '#modules/invitations/server/public-api.ts'

/** What paying for somebody else is joined with. */
export interface InvitePorts {
  readonly checkout: CheckoutPorts
  readonly invitations: InvitationPorts
}
