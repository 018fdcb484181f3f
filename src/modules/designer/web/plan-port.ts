import { createContext, use } from 'react'
import * as calls from '../contract.ts'

/** By which calls, and below which address, plans are drawn: operators, or an organiser. */
export interface PlanPort {
  readonly base: string
  readonly calls: Pick<
    typeof calls,
    | 'listPlans'
    | 'createPlan'
    | 'readPlan'
    | 'savePlan'
    | 'publishPlan'
    | 'savePlanPicture'
    | 'readPlanPicture'
    | 'listPlanDates'
    | 'changePlanOfDate'
  >
  /** Where a date's sale is paused. */
  eventAddress(eventId: number): string
}

export const housePort: PlanPort = {
  base: '/operator/plans',
  calls,
  eventAddress: (eventId) => `/operator/events/${eventId}`,
}

const PortContext = createContext<PlanPort>(housePort)
export const PlanPortProvider = PortContext.Provider

export function usePlanPort(): PlanPort {
  return use(PortContext)
}
