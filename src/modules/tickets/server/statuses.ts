import { ticketStatus } from '#contract/enumerations.ts'
import { namedNumbers } from '#platform/database/named-numbers.ts'

/** `ticket.status` by name, for SQL. */
export const ticketStatuses = namedNumbers(ticketStatus)
