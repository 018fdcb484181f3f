import type { SeatLayout } from '#seatmap/layout.ts'
import { validateLayout } from '#seatmap/validate.ts'
import { compilePlan } from '../plan/compile.ts'
import type { PlanDocument } from '../plan/document.ts'
import { findingsOf, type FindingCode } from '../plan/findings.ts'

/** The layout of a plan, or why it cannot be sold; worked out by a thread, since a plan may have 120,000 places. */
export const preparation = {
  module: new URL(import.meta.url),
  prepare(document: PlanDocument): PreparedVersion {
    const checked = validateLayout(compilePlan(document))
    const errors = findingsOf(document).filter(({ isError }) => isError)
    if (checked.ok && errors.length === 0) return { layout: checked.value }
    return { layout: null, codes: [...new Set(errors.map(({ code }) => code))] }
  },
}

type PreparedVersion =
  | { readonly layout: SeatLayout }
  | { readonly layout: null; readonly codes: readonly FindingCode[] }
