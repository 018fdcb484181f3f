import type { z } from 'zod'
import { layoutCapacity, readDirectory, saveLayout } from '#modules/catalogue/server/public-api.ts'
import type { Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { formatText } from '#kernel/texts.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { expandLayout } from '#seatmap/expand.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import { importSvg } from '#seatmap/svg/import-svg.ts'
import type { DrawingProblem, DrawingProblemCode } from '#seatmap/svg/read-svg.ts'
import { validateLayout } from '#seatmap/validate.ts'
import type { bringLayout, ShownLayout } from '../../contract.ts'
import english from '../../messages/drawing-en.json' with { type: 'json' }
import georgian from '../../messages/drawing-ka.json' with { type: 'json' }

const words: Readonly<Record<Locale, Readonly<Record<DrawingProblemCode, string>>>> = {
  ka: georgian,
  en: english,
}

type Brought = z.output<typeof bringLayout.reply>

/** Looks at a seat map, and keeps it when it is whole and that is asked for. */
export async function bringSeatMap(
  context: Context,
  options: z.output<typeof bringLayout.body>,
): Promise<Result<Brought, 'NotFound'>> {
  const { venues } = await readDirectory(context)
  const venue = venues.find(({ slug }) => slug === options.venue)
  if (!venue) return fail('NotFound')
  const read = readLayout(options.content, { ka: options.nameKa, en: options.nameEn })
  if (!read.ok) {
    const problems = read.detail.map((problem) => ({
      line: problem.line,
      element: problem.element.slice(0, 80),
      code: problem.code,
      message: formatText(context.locale, words[context.locale][problem.code], problem.values),
    }))
    return ok({ shown: null, problems, version: null, isKnown: false })
  }
  const shown = showLayout(read.layout)
  if (!options.isKept) return ok({ shown, problems: [], version: null, isKnown: false })
  return inTransaction(context, async (inside) => {
    const { key } = options
    const saved = await saveLayout(inside, { venueId: venue.id, key, layout: read.layout })
    if (!saved.isKnown)
      await logOperatorAction(inside, {
        action: 'operator.bring-layout',
        subject: `layout ${saved.layoutId}`,
        detail: { venue: venue.slug, key, version: saved.version },
      })
    return ok({ shown, problems: [], version: saved.version, isKnown: saved.isKnown })
  })
}

function readLayout(
  content: string,
  name: { readonly ka: string; readonly en: string },
): { ok: true; layout: SeatLayout } | { ok: false; detail: readonly DrawingProblem[] } {
  if (!/^\s*\{/.test(content)) {
    const drawn = importSvg(content, name)
    return drawn.ok
      ? { ok: true, layout: drawn.value.layout }
      : { ok: false, detail: drawn.detail?.['problems'] as DrawingProblem[] }
  }
  const rule = (why: string): DrawingProblem => ({
    code: 'layout-rule',
    line: 0,
    element: '',
    values: { why },
  })
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    return { ok: false, detail: [rule(error instanceof Error ? error.message : '')] }
  }
  const checked = validateLayout(value)
  if (!checked.ok)
    return { ok: false, detail: ((checked.detail?.['problems'] ?? []) as string[]).map(rule) }
  return { ok: true, layout: { ...checked.value, name } }
}

/** Seats a picture shows one by one; a stadium is shown by its sections. */
const seatsShownMost = 12_000

function showLayout(layout: SeatLayout): ShownLayout {
  const expanded = expandLayout(layout)
  const zones = new Map(layout.zones.map((zone, index) => [zone.key, index]))
  const seats: number[] = []
  if (expanded.placeCount <= seatsShownMost)
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
    shapes: layout.shapes.map(({ kind, points }) => ({ kind, points })),
    seats,
  }
}
