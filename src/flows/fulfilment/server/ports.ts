import type { FulfilmentSource, Order } from '#modules/orders/server/public-api.ts'
import type { ConfirmedTickets } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** What fulfilment is joined with. */
export interface FulfilmentPorts {
  readonly suppliers: readonly FulfilmentSource[]
  /** Makes the tickets of confirmed lines and enqueues their email, in the open transaction. */
  readonly issueTickets: (
    context: Context,
    order: Order,
    confirmed: ConfirmedTickets,
  ) => Promise<void>
}
