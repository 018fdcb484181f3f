import { fail, ok } from '#kernel/result.ts'
import type { Actor } from '#platform/context.ts'
import { requireOperator, requireStaff, type Guard } from '#platform/http/guards.ts'
import { implement, implementLarge, type Implementation } from '#platform/http/implement.ts'
import * as operatorCalls from '../contract.ts'
import * as organiserCalls from '../merchant-contract.ts'
import { changePlan } from './commands/change-date.ts'
import { createSeatPlan } from './commands/create-plan.ts'
import { publishSeatPlan } from './commands/publish-plan.ts'
import { savePicture } from './commands/save-picture.ts'
import { preparation } from './prepare-plan.ts'
import { listDatesOfPlan, listSeatPlans, showSeatPlan } from './queries.ts'
import { preparation as sending } from './prepare-picture.ts'
import { preparation as saving } from './prepare-save.ts'
import { operatorScope, organiserScope, type PlanScope } from './scope.ts'
import { readPictureRow, readPlanRow, updatePlan } from './store.ts'

type PlanCalls = Pick<typeof operatorCalls, keyof typeof organiserCalls>

/** Routes of hall plans, limited to the caller's plans. */
function routesOf<Allowed extends Actor>(
  calls: PlanCalls,
  guard: Guard<Allowed>,
  scopeOf: (actor: Allowed) => PlanScope,
): readonly Implementation[] {
  return [
    implement(calls.listPlans, guard, async (context) =>
      ok(await listSeatPlans(context, scopeOf(context.actor))),
    ),
    implementLarge(calls.createPlan, guard, preparation, (context, { body }) =>
      createSeatPlan(context, scopeOf(context.actor), body),
    ),
    implement(calls.readPlan, guard, async (context, { params }) => {
      const plan = await showSeatPlan(context, scopeOf(context.actor), params.planId)
      return plan ? ok(plan) : fail('NotFound')
    }),
    implementLarge(calls.savePlan, guard, saving, async (context, { params, body }) => {
      const scope = scopeOf(context.actor)
      const { planId } = params
      if (!body.read.ok) return body.read
      const { revision } = body
      const saved = await updatePlan(context, scope, { planId, revision, ...body.read.value })
      if (saved) return ok({ revision: saved.revision, savedAt: saved.updatedAt.toISOString() })
      return fail((await readPlanRow(context, scope, planId)) ? 'PlanChangedElsewhere' : 'NotFound')
    }),
    implement(calls.publishPlan, guard, async (context, { params, body }) => {
      const scope = scopeOf(context.actor)
      const published = await publishSeatPlan(context, scope, { ...params, ...body })
      if (!published.ok) return published
      const { layoutId, isKnown, version } = published.value
      const plan = await showSeatPlan(context, scope, params.planId)
      const known = plan?.versions.find((entry) => entry.layoutId === layoutId)
      const nothing = { layoutId, version, digest: '', capacity: 0, dateCount: 0 }
      return ok({ ...(known ?? nothing), isKnown })
    }),
    implementLarge(calls.savePlanPicture, guard, sending, (context, { params, body }) =>
      savePicture(context, scopeOf(context.actor), { ...params, ...body }),
    ),
    implement(calls.readPlanPicture, guard, async (context, { params }) => {
      const plan = await readPlanRow(context, scopeOf(context.actor), params.planId)
      const picture = plan && (await readPictureRow(context, params.planId, params.digest))
      return picture ? ok(picture) : fail('NotFound')
    }),
    implement(calls.listPlanDates, guard, async (context, { params }) => {
      const dates = await listDatesOfPlan(context, scopeOf(context.actor), params.planId)
      return dates ? ok({ dates }) : fail('NotFound')
    }),
    implement(calls.changePlanOfDate, guard, (context, { params, body }) =>
      changePlan(context, scopeOf(context.actor), { ...params, ...body }),
    ),
  ]
}

/** Calls for hall plans of operators and organisers. */
export const designerRoutes: readonly Implementation[] = [
  ...routesOf(operatorCalls, requireOperator, () => operatorScope),
  ...routesOf(organiserCalls, requireStaff, organiserScope),
]
