import type { TicketSource } from '#modules/tickets/server/public-api.ts'
import { createAheadReader, type AheadReader } from './reserves.ts'

/** Dependencies of settlements. */
export interface SettlementPorts {
  /** Upcoming items. */
  readonly readAhead: AheadReader
  /** Whether a bank for payouts is configured. */
  readonly canPayOut: boolean
}

export function createSettlementPorts(options: {
  readonly sources: readonly TicketSource[]
  readonly canPayOut: boolean
}): SettlementPorts {
  return { readAhead: createAheadReader(options.sources), canPayOut: options.canPayOut }
}
