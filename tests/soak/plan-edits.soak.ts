/**
 * Goal and method as in the short test of the designer's edits, with EDITS random edits (100,000), among them undo
 * and redo.
 */
import { expect, test } from 'vitest'
import { drawAtRandom } from '../../src/modules/designer/tests/draw-at-random.ts'
import { seedOf } from '../support/tier.ts'

const edits = Number(process.env.EDITS ?? 100_000)
const seed = seedOf('plan edits', 20_261_122)

test(`${edits} random edits leave no invalid plan, and undo gives back the exact document`, () => {
  const report = drawAtRandom({ seed, edits, isThorough: false })
  console.info(JSON.stringify({ seed, ...report }))
  expect(report.broken).toEqual([])
  expect(report.sellable).toBeGreaterThan(0)
}, 3_600_000)
