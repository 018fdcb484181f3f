import { saveLayout } from '#modules/catalogue/server/public-api.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { bodyOwnerOf } from '#platform/http/body-room.ts'
import { preparePool } from '#platform/http/prepare-pool.ts'
import { preparation } from '../prepare-version.ts'
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
  const seen = await readPlanRow(context, scope, planId)
  if (!seen) return fail('NotFound')
  if (seen.revision !== revision) return fail('PlanChangedElsewhere')
  // Before the transaction, which must not wait for a thread.
  const made = await preparePool.work(preparation, seen.document, bodyOwnerOf(context.actor))
  const { layout } = made
  if (layout === null) return fail('PlanHasErrors', { codes: made.codes })
  return inTransaction(context, async (inside) => {
    const plan = await readPlanRow(inside, scope, planId, true)
    if (!plan) return fail('NotFound')
    if (plan.revision !== revision) return fail('PlanChangedElsewhere')
    const { venueId, key } = plan
    const { layoutId } = await saveLayout(inside, { venueId, key, layout })
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
