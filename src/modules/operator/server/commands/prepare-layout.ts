import type { z } from 'zod'
import { layoutCapacity } from '#modules/catalogue/server/public-api.ts'
import { isTooDeep } from '#platform/http/json-body.ts'
import { expandLayout } from '#seatmap/expand.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import { sectionCounts } from '#seatmap/section-counts.ts'
import { importSvg } from '#seatmap/svg/import-svg.ts'
import type { DrawingProblem } from '#seatmap/svg/elements.ts'
import { validateLayout } from '#seatmap/validate.ts'
import { importLayout, type ShownLayout } from '../../layout-contract.ts'

type ReadLayout =
  | {
      readonly ok: true
      readonly layout: SeatLayout
      readonly shown: ShownLayout
      /** What of a drawing was not taken over. */
      readonly leftOut: readonly DrawingProblem[]
    }
  | { readonly ok: false; readonly detail: readonly DrawingProblem[] }

/** Parses a seat map; large drawings are parsed by a worker thread, so that the event loop is not blocked. */
export const preparation = {
  module: new URL(import.meta.url),
  body: importLayout.body,
  prepare({ content, ...options }: z.output<typeof importLayout.body>) {
    const read = readLayout(content, { ka: options.nameKa, en: options.nameEn })
    const layout: ReadLayout = read.ok ? { ...read, shown: showLayout(read.layout) } : read
    return { ...options, read: layout }
  },
}

export type PreparedLayout = ReturnType<typeof preparation.prepare>

function readLayout(
  content: string,
  name: { readonly ka: string; readonly en: string },
):
  | { ok: true; layout: SeatLayout; leftOut: readonly DrawingProblem[] }
  | { ok: false; detail: readonly DrawingProblem[] } {
  if (!/^\s*\{/.test(content)) {
    const drawn = importSvg(content, name)
    return drawn.ok
      ? { ok: true, layout: drawn.value.layout, leftOut: drawn.value.leftOut }
      : { ok: false, detail: drawn.detail?.['problems'] as DrawingProblem[] }
  }
  const rule = (why: string): DrawingProblem => ({
    code: 'layout-rule',
    line: 0,
    element: '',
    values: { why },
  })
  if (isTooDeep(content)) return { ok: false, detail: [rule('nested too deeply')] }
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    return { ok: false, detail: [rule(error instanceof Error ? error.message : '')] }
  }
  const checked = validateLayout(value)
  if (!checked.ok)
    return { ok: false, detail: ((checked.detail?.['problems'] ?? []) as string[]).map(rule) }
  return { ok: true, layout: { ...checked.value, name }, leftOut: [] }
}

/** Maximum number of seats in a preview; larger maps are shown by section. */
const seatsShownMax = 12_000

function showLayout(layout: SeatLayout): ShownLayout {
  const expanded = expandLayout(layout)
  const zones = new Map(layout.zones.map((zone, index) => [zone.key, index]))
  const seats: number[] = []
  if (expanded.placeCount <= seatsShownMax)
    for (let place = 1; place <= expanded.placeCount; place += 1)
      seats.push(
        Math.round((expanded.x[place] ?? 0) * 10) / 10,
        Math.round((expanded.y[place] ?? 0) * 10) / 10,
        expanded.zone[place] ?? 0,
      )
  return {
    capacity: layoutCapacity(layout),
    zones: layout.zones.map(({ key, name }) => ({ key, name })),
    width: layout.width,
    height: layout.height,
    outlines: layout.sections.map((section) => ({
      name: section.name,
      zone: zones.get(section.zone) ?? 0,
      points: section.outline,
    })),
    sections: sectionCounts(layout),
    shapes: layout.shapes.map(({ kind, points }) => ({ kind, points })),
    seats,
  }
}
