import type { FulfilmentSource } from '#modules/orders/server/public-api.ts'
import { createQuoteTokens, type QuoteTokens } from '#modules/returns/server/public-api.ts'
import type { TicketPorts } from '#modules/tickets/server/public-api.ts'

/** Dependencies of returns. */
export interface ReturnPorts {
  /** Suppliers that cancel tickets before their money is refunded. */
  readonly suppliers: readonly FulfilmentSource[]
  readonly tickets: TicketPorts
  readonly quotes: QuoteTokens
}

export function createReturnPorts(
  tickets: TicketPorts,
  suppliers: readonly FulfilmentSource[] = [],
): ReturnPorts {
  return { suppliers, tickets, quotes: createQuoteTokens() }
}
