import type { z } from 'zod'
import type { Result } from '#kernel/result.ts'
import { isTooDeep } from '#platform/http/json-body.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import { sectionCounts, type SectionCount } from '#seatmap/section-counts.ts'
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

interface ReadDrawing {
  readonly content: PlanContent
  /** What of a drawing was not taken over. */
  readonly leftOut: readonly DrawingProblem[]
  readonly sections: readonly SectionCount[]
}

type ParsedDrawing =
  | (ReadDrawing & { readonly problems: null })
  | { readonly content: null; readonly problems: readonly DrawingProblem[] }

/** Texts of a problem that the format names itself. */
function rule(why: string): DrawingProblem {
  return { code: 'layout-rule', line: 0, element: '', values: { why } }
}

function refused(problems: readonly DrawingProblem[]): ParsedDrawing {
  return { content: null, problems: problems.slice(0, 50) }
}

function taken(layout: SeatLayout, leftOut: readonly DrawingProblem[]): ParsedDrawing {
  const content = contentOf(planOf(layout))
  return { content, problems: null, leftOut, sections: sectionCounts(layout) }
}

function readDrawing(
  content: string,
  name: { readonly ka: string; readonly en: string },
): ParsedDrawing {
  if (!/^\s*\{/.test(content)) {
    const drawn = importSvg(content, name)
    if (drawn.ok) return taken(drawn.value.layout, drawn.value.leftOut)
    return refused((drawn.detail?.['problems'] ?? []) as readonly DrawingProblem[])
  }
  if (isTooDeep(content)) return refused([rule('nested too deeply')])
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    return refused([rule(error instanceof Error ? error.message : '')])
  }
  const checked: Result<SeatLayout, 'InvalidSeatLayout'> = validateLayout(value)
  if (!checked.ok) return refused(((checked.detail?.['problems'] ?? []) as string[]).map(rule))
  return taken({ ...checked.value, name }, [])
}
