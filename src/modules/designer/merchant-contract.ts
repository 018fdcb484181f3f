/** The same calls for an organiser's staff, limited to their own plans. */
import type { z } from 'zod'
import { defineCall, type Call } from '#contract/call.ts'
import * as operatorCalls from './contract.ts'

function ofOrganiser<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(call: Call<P, Q, B, R>): Call<P, Q, B, R> {
  return defineCall<R, P, Q, B>({
    ...call,
    id: call.id.replace('own-operator-', 'own-merchant-'),
    path: call.path.replace('/v2/operator/', '/v2/merchantusers/'),
    credential: 'merchant',
    staffPermission: 'plans',
  })
}

export const listPlans = ofOrganiser(operatorCalls.listPlans)
export const createPlan = ofOrganiser(operatorCalls.createPlan)
export const readPlan = ofOrganiser(operatorCalls.readPlan)
export const savePlan = ofOrganiser(operatorCalls.savePlan)
export const publishPlan = ofOrganiser(operatorCalls.publishPlan)
export const savePlanPicture = ofOrganiser(operatorCalls.savePlanPicture)
export const readPlanPicture = ofOrganiser(operatorCalls.readPlanPicture)
export const listPlanDates = ofOrganiser(operatorCalls.listPlanDates)
export const changePlanOfDate = ofOrganiser(operatorCalls.changePlanOfDate)
