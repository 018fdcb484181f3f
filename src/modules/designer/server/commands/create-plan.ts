import type { z } from 'zod'
import { readDirectory, readLayouts } from '#modules/catalogue/server/public-api.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { DrawingProblem } from '#seatmap/svg/elements.ts'
import { placeOfProblem, wordsOfProblem } from '#seatmap/svg/problem-words.ts'
import type { createPlan } from '../../contract.ts'
import { planOf } from '../../plan/compile.ts'
import { emptyPlan } from '../../plan/document.ts'
import type { PreparedPlan } from '../prepare-plan.ts'
import { contentOf } from '../read-document.ts'
import { layoutKeyOf, type PlanScope } from '../scope.ts'
import {
  insertPlan,
  insertVersion,
  layoutName,
  readForeignKeys,
  type PlanContent,
} from '../store.ts'

type Created = z.output<typeof createPlan.reply>

function sentenceOf({ locale }: Context, problem: DrawingProblem): string {
  const why = wordsOfProblem(locale, problem)
  const { line, element } = problem
  return line > 0 ? placeOfProblem(locale, { line, element: element.slice(0, 80), why }) : why
}

/** Creates a plan from a drawing, from an existing seat map, or empty. */
export async function createSeatPlan(
  context: Context,
  scope: PlanScope,
  wanted: PreparedPlan,
): Promise<Result<Created, 'NotFound' | 'BadRequest' | 'PlanKeyTaken'>> {
  const { venues, layouts } = await readDirectory(context)
  const venue = venues.find(({ slug }) => slug === wanted.venue)
  if (!venue) return fail('NotFound')
  const { drawn } = wanted
  if (drawn?.problems) {
    const problems = drawn.problems.map((problem) => sentenceOf(context, problem))
    return ok({ planId: null, problems, leftOut: [], sections: [] })
  }
  if (wanted.layoutId !== undefined && drawn) return fail('BadRequest')
  const foreign = await readForeignKeys(context, scope.merchantId)
  const start = layouts.find(({ id }) => id === wanted.layoutId)
  if (start && foreign.has(layoutName(start))) return fail('NotFound')
  const content = drawn?.content ?? (await startOf(context, wanted))
  if (!content) return fail('NotFound')
  const key = layoutKeyOf(scope, wanted.key)
  return inTransaction(context, async (inside) => {
    const planId = await insertPlan(inside, scope, { ...content, venueId: venue.id, key })
    if (planId === null) return fail('PlanKeyTaken')
    const { layoutId } = wanted
    // Dates sold by this layout can change to versions of the new plan.
    if (layoutId !== undefined) await insertVersion(inside, planId, layoutId)
    await scope.log(inside, {
      action: 'designer.create-plan',
      subject: `plan ${planId}`,
      detail: { venue: venue.slug, key },
    })
    const leftOut = (drawn?.leftOut ?? []).map((problem) => sentenceOf(context, problem))
    return ok({ planId, problems: [], leftOut, sections: [...(drawn?.sections ?? [])] })
  })
}

async function startOf(
  context: Context,
  { layoutId, nameKa, nameEn }: PreparedPlan,
): Promise<PlanContent | null> {
  const name = { ka: nameKa, en: nameEn }
  if (layoutId === undefined) return contentOf(emptyPlan(name))
  const layout = (await readLayouts(context, [layoutId])).get(layoutId)
  return layout ? contentOf(planOf({ ...layout, name })) : null
}
