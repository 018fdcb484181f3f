import type { FulfilmentSource, Order } from '#modules/orders/server/public-api.ts'
import type { ConfirmedTickets } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** Dependencies of fulfilment. */
export interface FulfilmentPorts {
  readonly suppliers: readonly FulfilmentSource[]
  /** Issues the tickets of confirmed lines and enqueues their email, in the open transaction. */
  readonly issueTickets: (
    context: Context,
    order: Order,
    confirmed: ConfirmedTickets,
  ) => Promise<void>
}
