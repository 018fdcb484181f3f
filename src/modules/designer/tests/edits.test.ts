import { describe, expect, test } from 'vitest'
import { expandLayout } from '#seatmap/expand.ts'
import { validateLayout } from '#seatmap/validate.ts'
import { demoLayouts } from '#seatmap/demo-layouts.ts'
import { documentProblems } from '../plan/check.ts'
import { compilePlan, expandPlan, planOf } from '../plan/compile.ts'
import { emptyPlan, planDocumentSchema } from '../plan/document.ts'
import { drawAtRandom } from './draw-at-random.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

/**
 * Goal: no sequence of edits makes a plan invalid, and undo restores the exact document. Method: thousands of random
 * commands with undo and redo; the long version is a soak test.
 */
test('random edits keep a plan valid, and undo restores the exact document', () => {
  const seed = seedOf('plan edits', 20_261_122)
  const report = drawAtRandom({ seed, edits: 1_500, isThorough: true })
  expect(report.broken, `SEED=${seed}`).toEqual([])
  // The random edits are effective: most commands change something, and some plans are sellable.
  expect(report.done).toBeGreaterThan(500)
  expect(report.refused).toBeGreaterThan(0)
  expect(report.sellable).toBeGreaterThan(0)
})

describe('a layout of the demo', () => {
  test.each(Object.keys(demoLayouts))(
    '%s is unchanged after a conversion to a plan and back',
    (key) => {
      const layout = demoLayouts[key as keyof typeof demoLayouts]()
      const plan = planOf(layout)
      expect(documentProblems(plan)).toEqual([])
      expect(planDocumentSchema.safeParse(plan).success).toBe(true)
      expect(compilePlan(plan)).toEqual(layout)
    },
  )
})

test('an empty plan is valid but not sellable', () => {
  const plan = emptyPlan({ ka: 'გეგმა', en: 'Plan' })
  expect(documentProblems(plan)).toEqual([])
  expect(planDocumentSchema.parse(plan)).toEqual(plan)
  expect(validateLayout(compilePlan(plan)).ok).toBe(false)
})

test('cached expansion of rows gives the same places as a new one', () => {
  const layout = compilePlan(planOf(demoLayouts.opera()))
  expect(expandPlan(layout)).toEqual(expandLayout(layout))
})
