import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import type { InvitationPorts } from '#modules/invitations/server/public-api.ts'

/** Dependencies of paying for somebody else. */
export interface InvitePorts {
  readonly checkout: CheckoutPorts
  readonly invitations: InvitationPorts
}
