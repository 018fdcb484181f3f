import { createContext, use } from 'react'
import * as calls from '../contract.ts'

/** Calls and paths by which plans are edited: those of operators or of organisers. */
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
  /** Path of the page where a date's sale is paused. */
  eventAddress(eventId: number): string
}

export const operatorPort: PlanPort = {
  base: '/operator/plans',
  calls,
  eventAddress: (eventId) => `/operator/events/${eventId}`,
}

const PortContext = createContext<PlanPort>(operatorPort)
export const PlanPortProvider = PortContext.Provider

export function usePlanPort(): PlanPort {
  return use(PortContext)
}
