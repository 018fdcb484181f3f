import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import type { ReturnPorts } from '#flows/returns/server/ports.ts'
import type { SeatBoards } from '#modules/events/server/public-api.ts'
import type { SessionPort } from '#platform/http/sessions.ts'

/** What a counter is joined with. */
export interface CounterPorts {
  readonly checkout: CheckoutPorts
  readonly returns: ReturnPorts
  readonly boards: SeatBoards
  readonly sessions: Pick<SessionPort, 'openGuest'>
}
