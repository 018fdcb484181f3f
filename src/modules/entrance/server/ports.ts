import type { TicketPorts } from '#modules/tickets/server/public-api.ts'
import type { EntranceSource } from './entrance-source.ts'

/** Dependencies of the entrance. */
export interface EntrancePorts {
  readonly tickets: TicketPorts
  /** Verticals whose tickets are scanned. */
  readonly sources: readonly EntranceSource[]
}
