import type { TicketSource } from '#modules/tickets/server/public-api.ts'
import { createUpcomingReader, type UpcomingReader } from './reserves.ts'

/** Dependencies of settlements. */
export interface SettlementPorts {
  /** Upcoming items. */
  readonly readUpcoming: UpcomingReader
  /** Whether a bank for payouts is configured. */
  readonly canPayOut: boolean
}

export function createSettlementPorts(options: {
  readonly sources: readonly TicketSource[]
  readonly canPayOut: boolean
}): SettlementPorts {
  return { readUpcoming: createUpcomingReader(options.sources), canPayOut: options.canPayOut }
}
