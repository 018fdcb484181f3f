import type { OrderPorts } from '#modules/orders/server/public-api.ts'
import type { TicketSource } from '#modules/tickets/server/public-api.ts'
import { createUpcomingReader, type UpcomingReader } from './reserves.ts'

/** Dependencies of settlements. */
export interface SettlementPorts {
  /** Upcoming items. */
  readonly readUpcoming: UpcomingReader
  /** Whether a bank for payouts is configured. */
  readonly canPayOut: boolean
  /** Describe what the orders of a statement were for. */
  readonly orderSources: OrderPorts['sources']
}

export function createSettlementPorts(options: {
  readonly sources: readonly TicketSource[]
  readonly canPayOut: boolean
  readonly orderSources: OrderPorts['sources']
}): SettlementPorts {
  const { sources, ...others } = options
  return { ...others, readUpcoming: createUpcomingReader(sources) }
}
