import * as calls from '../merchant-contract.ts'
import type { PlanPort } from './plan-port.ts'

/** Plans of halls as an organiser's people draw them. */
export const organiserPort: PlanPort = {
  base: '/merchant/plans',
  calls,
  eventAddress: (eventId) => `/merchant/dates/${eventId}`,
}
