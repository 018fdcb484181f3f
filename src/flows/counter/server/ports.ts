import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import type { ReturnPorts } from '#flows/returns/server/ports.ts'
import type { SeatBoards } from '#modules/events/server/public-api.ts'
import type { SessionPort } from '#platform/http/sessions.ts'

/** Dependencies of a counter. */
export interface CounterPorts {
  readonly checkout: CheckoutPorts
  readonly returns: ReturnPorts
  readonly boards: SeatBoards
  readonly sessions: Pick<SessionPort, 'openGuest'>
}
