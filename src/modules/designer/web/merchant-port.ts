import * as calls from '../merchant-contract.ts'
import type { PlanPort } from './plan-port.ts'

/** Calls and paths for plans of an organiser. */
export const organiserPort: PlanPort = {
  base: '/merchant/plans',
  calls,
  eventAddress: (eventId) => `/merchant/dates/${eventId}`,
}
