/** Ports of a shop that sells events only. */
import type { EntrancePorts } from '#modules/entrance/server/public-api.ts'
import {
  eventEntranceSource,
  eventSource,
  eventTicketSource,
} from '#modules/events/server/public-api.ts'
import { createTicketPorts } from '#modules/tickets/server/public-api.ts'

export function eventsAlone(): EntrancePorts {
  const orders = { sources: [eventSource], paymentWays: () => [] }
  return {
    sources: [eventEntranceSource],
    tickets: createTicketPorts({ orders, sources: [eventTicketSource] }),
  }
}
