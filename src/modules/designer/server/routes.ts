import { fail, ok } from '#kernel/result.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, implementLarge, type Implementation } from '#platform/http/implement.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import * as calls from '../contract.ts'
import { changePlan } from './commands/change-date.ts'
import { beginPlan } from './commands/create-plan.ts'
import { publishSeatPlan } from './commands/publish-plan.ts'
import { keepPicture } from './commands/save-picture.ts'
import { preparation } from './prepare-plan.ts'
import { listDatesOfPlan, listSeatPlans, showSeatPlan } from './queries.ts'
import { preparation as saving } from './prepare-save.ts'
import type { PlanScope } from './scope.ts'
import { readPictureRow, readPlanRow, updatePlan } from './store.ts'

const house: PlanScope = { merchantId: null, log: logOperatorAction }

/** Plans of halls as whoever runs the shop draws them. */
export const designerRoutes: readonly Implementation[] = [
  implement(calls.listPlans, requireOperator, async (context) =>
    ok(await listSeatPlans(context, house)),
  ),
  implementLarge(calls.createPlan, requireOperator, preparation, (context, { body }) =>
    beginPlan(context, house, body),
  ),
  implement(calls.readPlan, requireOperator, async (context, { params }) => {
    const plan = await showSeatPlan(context, house, params.planId)
    return plan ? ok(plan) : fail('NotFound')
  }),
  implementLarge(calls.savePlan, requireOperator, saving, async (context, { params, body }) => {
    const { planId } = params
    if (!body.read.ok) return body.read
    const { revision } = body
    const saved = await updatePlan(context, house, { planId, revision, ...body.read.value })
    if (saved) return ok({ revision: saved.revision, savedAt: saved.updatedAt.toISOString() })
    return fail((await readPlanRow(context, house, planId)) ? 'PlanChangedElsewhere' : 'NotFound')
  }),
  implement(calls.publishPlan, requireOperator, async (context, { params, body }) => {
    const published = await publishSeatPlan(context, house, { ...params, ...body })
    if (!published.ok) return published
    const { layoutId, isKnown, version } = published.value
    const plan = await showSeatPlan(context, house, params.planId)
    const known = plan?.versions.find((entry) => entry.layoutId === layoutId)
    const nothing = { layoutId, version, digest: '', capacity: 0, dateCount: 0 }
    return ok({ ...(known ?? nothing), isKnown })
  }),
  implement(calls.savePlanPicture, requireOperator, (context, { params, body }) =>
    keepPicture(context, house, { ...params, ...body }),
  ),
  implement(calls.readPlanPicture, requireOperator, async (context, { params }) => {
    const plan = await readPlanRow(context, house, params.planId)
    const picture = plan && (await readPictureRow(context, params.planId, params.digest))
    return picture ? ok(picture) : fail('NotFound')
  }),
  implement(calls.listPlanDates, requireOperator, async (context, { params }) => {
    const dates = await listDatesOfPlan(context, house, params.planId)
    return dates ? ok({ dates }) : fail('NotFound')
  }),
  implement(calls.changePlanOfDate, requireOperator, (context, { params, body }) =>
    changePlan(context, house, { ...params, ...body }),
  ),
]
