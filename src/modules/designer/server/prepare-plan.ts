import type { z } from 'zod'
import type { Result } from '#kernel/result.ts'
import { isTooDeep } from '#platform/http/json-body.ts'
import { importSvg } from '#seatmap/svg/import-svg.ts'
import type { DrawingProblem } from '#seatmap/svg/elements.ts'
import { validateLayout } from '#seatmap/validate.ts'
import { planOf } from '../plan/compile.ts'
import { createPlan } from '../contract.ts'
import { contentOf } from './read-document.ts'
import type { PlanContent } from './store.ts'

/** Parses the drawing of a new plan; large drawings are parsed by a worker thread. */
export const preparation = {
  module: new URL(import.meta.url),
  body: createPlan.body,
  prepare({ content, ...options }: z.output<typeof createPlan.body>) {
    const name = { ka: options.nameKa, en: options.nameEn }
    const drawn = content === undefined || content === '' ? null : readDrawing(content, name)
    return { ...options, drawn }
  },
}

export type PreparedPlan = ReturnType<typeof preparation.prepare>

type ParsedDrawing =
  | { readonly content: PlanContent; readonly problems: null }
  | { readonly content: null; readonly problems: readonly string[] }

function refused(problems: readonly string[]): ParsedDrawing {
  return { content: null, problems: problems.slice(0, 50) }
}

function readDrawing(
  content: string,
  name: { readonly ka: string; readonly en: string },
): ParsedDrawing {
  if (!/^\s*\{/.test(content)) {
    const drawn = importSvg(content, name)
    if (drawn.ok) return { content: contentOf(planOf(drawn.value.layout)), problems: null }
    const problems = (drawn.detail?.['problems'] ?? []) as readonly DrawingProblem[]
    return refused(problems.map(({ line, element, code }) => `${line} ${element}: ${code}`))
  }
  if (isTooDeep(content)) return refused(['nested too deeply'])
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    return refused([error instanceof Error ? error.message : ''])
  }
  const checked: Result<Parameters<typeof planOf>[0], 'InvalidSeatLayout'> = validateLayout(value)
  if (!checked.ok) return refused((checked.detail?.['problems'] ?? []) as string[])
  return { content: contentOf(planOf({ ...checked.value, name })), problems: null }
}
