import { createQuoteTokens, type QuoteTokens } from '#modules/returns/server/public-api.ts'
import type { TicketPorts } from '#modules/tickets/server/public-api.ts'

/** What returns are joined with. */
export interface ReturnPorts {
  readonly tickets: TicketPorts
  readonly quotes: QuoteTokens
}

export function createReturnPorts(tickets: TicketPorts): ReturnPorts {
  return { tickets, quotes: createQuoteTokens() }
}
