import { isDeepStrictEqual } from 'node:util'
import { expandLayout, type ExpandedLayout } from '#seatmap/expand.ts'
import { createSeatGrid, updateSeatGrid, type SeatGrid } from '#seatmap/geometry.ts'
import { validateLayout } from '#seatmap/validate.ts'
import { documentProblems } from '../plan/check.ts'
import { compilePlan, expandPlan } from '../plan/compile.ts'
import { copyItems, type Clip } from '../plan/commands/copy.ts'
import { emptyPlan, planDocumentSchema } from '../plan/document.ts'
import { findingsOf } from '../plan/findings.ts'
import { runCommand } from '../plan/run.ts'
import { serializePlan } from '../plan/serialize.ts'
import { selectAll } from '../plan/selection.ts'
import { edited, redo, startHistory, undo, type History } from '../plan/steps.ts'
import { randomCommand, randomSource } from './random-edits.ts'

export interface DrawingReport {
  readonly done: number
  readonly refused: number
  readonly undone: number
  /** Number of plans without an error, each of which gave a valid layout. */
  readonly sellable: number
  readonly broken: readonly string[]
}

/** Number of edits per plan; a new plan is started regularly, since early states are more often sellable. */
const editsPerPlan = 150

/**
 * Makes random edits of many plans from a seed and checks invariants after each step. `isThorough` also validates each
 * by its schema.
 */
export function drawAtRandom(options: {
  readonly seed: number
  readonly edits: number
  readonly isThorough: boolean
}): DrawingReport {
  const { seed, edits, isThorough } = options
  const random = randomSource(seed)
  const broken: string[] = []
  const first = emptyPlan({ ka: 'გეგმა', en: 'Plan' })
  let history = startHistory(first)
  let clip: Clip | null = null
  let drawn: { readonly expanded: ExpandedLayout; readonly grid: SeatGrid } | null = null
  let [done, refused, undone, sellable] = [0, 0, 0, 0]
  for (let count = 0; count < edits && broken.length < 5; count += 1) {
    if (count % editsPerPlan === editsPerPlan - 1) {
      checkUndoRedo(history, broken)
      history = startHistory(first)
    }
    const before = history.document
    const ran = runCommand(before, randomCommand(before, random, clip))
    if (random.draw(20) === 0) clip = copyItems(before, selectAll(before, 'placed').slice(0, 3))
    if (!ran) {
      refused += 1
      continue
    }
    if (ran.edit.length === 0) continue
    const written = JSON.stringify(before)
    const next = edited(history, ran.edit)
    done += 1
    const problems = documentProblems(next.document)
    if (problems.length > 0) broken.push(`${count}: ${problems.join('; ')}`)
    if (isThorough || count % 50 === 0) {
      const read = planDocumentSchema.safeParse(next.document)
      if (!read.success) broken.push(`${count}: ${read.error.message.slice(0, 300)}`)
    }
    if (serializePlan(next.document) !== JSON.stringify(next.document))
      broken.push(`${count}: what is saved is another plan`)
    const applied = edited(history, ran.edit, ran.document)
    if (JSON.stringify(applied.document) !== JSON.stringify(next.document))
      broken.push(`${count}: the result of the command is not that of its steps`)
    const back = undo(next)
    if (JSON.stringify(back.document) !== written)
      broken.push(`${count}: undone, it is another plan`)
    if (JSON.stringify(redo(back).document) !== JSON.stringify(next.document))
      broken.push(`${count}: done again, it is another plan`)
    history = next
    if (random.draw(5) === 0) {
      for (let steps = random.draw(12); steps > 0; steps -= 1) history = undo(history)
      for (let steps = random.draw(6); steps > 0; steps -= 1) history = redo(history)
      undone += 1
    }
    const layout = compilePlan(history.document)
    const expanded = expandPlan(layout)
    if (!isDeepStrictEqual(expanded, expandLayout(layout)))
      broken.push(`${count}: expanded from the state before, places are not as expanded anew`)
    const grid: SeatGrid | null = drawn
      ? updateSeatGrid(drawn.grid, drawn.expanded, expanded)
      : null
    const anew = createSeatGrid(expanded)
    if (grid && !isDeepStrictEqual(grid, anew))
      broken.push(`${count}: the grid of the state before is not updated as built anew`)
    drawn = { expanded, grid: grid ?? anew }
    if (count % 10 === 3 && isSellable(history.document, broken)) sellable += 1
  }
  return { done, refused, undone, sellable, broken }
}

/** Undoes and redoes all steps one by one. */
function checkUndoRedo(end: History, broken: string[]): void {
  let history = end
  const last = JSON.stringify(history.document)
  const depth = history.done.length
  for (let step = 0; step < depth; step += 1) history = undo(history)
  for (let step = 0; step < depth; step += 1) history = redo(history)
  if (JSON.stringify(history.document) !== last)
    broken.push('all undone and done again, it is another plan')
}

/** Findings that are errors must be exactly those that make a layout invalid. */
function isSellable(document: ReturnType<typeof emptyPlan>, broken: string[]): boolean {
  const errors = findingsOf(document).filter(({ isError }) => isError)
  const checked = validateLayout(compilePlan(document))
  if (errors.length === 0 && !checked.ok)
    broken.push(`no error is found, but: ${JSON.stringify(checked.detail).slice(0, 300)}`)
  const ownRules = new Set(['double-section'])
  if (checked.ok && errors.some(({ code }) => !ownRules.has(code)))
    broken.push(`${errors[0]?.code} is found in a layout that may be sold from`)
  return errors.length === 0
}
