/** The same calls for an organiser's staff, limited to their own plans. */
import type { z } from 'zod'
import { defineCall, type Call } from '#contract/call.ts'
import * as house from './contract.ts'

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

export const listPlans = ofOrganiser(house.listPlans)
export const createPlan = ofOrganiser(house.createPlan)
export const readPlan = ofOrganiser(house.readPlan)
export const savePlan = ofOrganiser(house.savePlan)
export const publishPlan = ofOrganiser(house.publishPlan)
export const savePlanPicture = ofOrganiser(house.savePlanPicture)
export const readPlanPicture = ofOrganiser(house.readPlanPicture)
export const listPlanDates = ofOrganiser(house.listPlanDates)
export const changePlanOfDate = ofOrganiser(house.changePlanOfDate)
