import type { OrderPorts } from '#modules/orders/server/door.ts'
import { createSigningKeys, type SigningKeys } from './code.ts'
import { createGuestLinks, type GuestLinks } from './guest-links.ts'
import type { SentCount } from './passing/sending.ts'
import { createShareTokens, type ShareTokens } from './passing/share-tokens.ts'
import { createRotatingKeys, type RotatingKeys } from './rotating-keys.ts'
import type { TicketSource } from './ticket-source.ts'

/** What tickets need of the rooms around them, and the secrets they keep in memory. */
export interface TicketPorts {
  readonly orders: OrderPorts
  readonly sources: readonly TicketSource[]
  readonly signingKeys: SigningKeys
  readonly guestLinks: GuestLinks
  readonly shareTokens: ShareTokens
  readonly rotatingKeys: RotatingKeys
  /** What rooms above send to people who did not ask for it: counted with the links to tickets. */
  readonly sentElsewhere?: readonly SentCount[]
}

/** Made once a process: the keys are read from the database when first asked for. */
export function createTicketPorts(
  options: Pick<TicketPorts, 'orders' | 'sources' | 'sentElsewhere'>,
): TicketPorts {
  return {
    ...options,
    signingKeys: createSigningKeys(),
    guestLinks: createGuestLinks(),
    shareTokens: createShareTokens(),
    rotatingKeys: createRotatingKeys(),
  }
}
