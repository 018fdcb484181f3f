import { saveLayout } from '#modules/catalogue/server/public-api.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { validateLayout } from '#seatmap/validate.ts'
import { compilePlan } from '../../plan/compile.ts'
import { findingsOf } from '../../plan/findings.ts'
import type { PlanScope } from '../scope.ts'
import { insertVersion, markPublished, readPlanRow } from '../store.ts'

export interface Published {
  readonly layoutId: number
  readonly version: number
  readonly isKnown: boolean
}

/** Publishes the plan as saved at this revision. Equal content returns the existing version. */
export async function publishSeatPlan(
  context: Context,
  scope: PlanScope,
  { planId, revision }: { readonly planId: number; readonly revision: number },
): Promise<Result<Published, 'NotFound' | 'PlanChangedElsewhere' | 'PlanHasErrors'>> {
  return inTransaction(context, async (inside) => {
    const plan = await readPlanRow(inside, scope, planId, true)
    if (!plan) return fail('NotFound')
    if (plan.revision !== revision) return fail('PlanChangedElsewhere')
    const checked = validateLayout(compilePlan(plan.document))
    const errors = findingsOf(plan.document).filter(({ isError }) => isError)
    if (!checked.ok || errors.length > 0)
      return fail('PlanHasErrors', { codes: [...new Set(errors.map(({ code }) => code))] })
    const { venueId, key } = plan
    const { layoutId } = await saveLayout(inside, { venueId, key, layout: checked.value })
    const saved = { layoutId, ...(await insertVersion(inside, planId, layoutId)) }
    await markPublished(inside, planId, revision)
    if (!saved.isKnown)
      await scope.log(inside, {
        action: 'designer.publish-plan',
        subject: `plan ${planId}`,
        detail: {
          layoutId: saved.layoutId,
          version: saved.version,
          seats: plan.seats,
          room: plan.room,
        },
      })
    return ok(saved)
  })
}
