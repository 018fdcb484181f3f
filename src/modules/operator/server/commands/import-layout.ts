import type { z } from 'zod'
import { readDirectory, saveLayout } from '#modules/catalogue/server/public-api.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { wordsOfProblem } from '#seatmap/svg/problem-words.ts'
import type { importLayout } from '../../layout-contract.ts'
import type { PreparedLayout } from './prepare-layout.ts'

type ImportedLayout = z.output<typeof importLayout.reply>

/** Validates a seat map and, on request, saves a valid one. */
export async function importSeatMap(
  context: Context,
  options: PreparedLayout,
): Promise<Result<ImportedLayout, 'NotFound'>> {
  const { venues } = await readDirectory(context)
  const venue = venues.find(({ slug }) => slug === options.venue)
  if (!venue) return fail('NotFound')
  const { read } = options
  const problems = (read.ok ? read.leftOut : read.detail).map((problem) => ({
    line: problem.line,
    element: problem.element.slice(0, 80),
    code: problem.code,
    message: wordsOfProblem(context.locale, problem),
  }))
  if (!read.ok) return ok({ shown: null, problems, version: null, isKnown: false })
  const { shown } = read
  if (!options.isKept) return ok({ shown, problems, version: null, isKnown: false })
  return inTransaction(context, async (inside) => {
    const { key } = options
    const saved = await saveLayout(inside, { venueId: venue.id, key, layout: read.layout })
    if (!saved.isKnown)
      await logOperatorAction(inside, {
        action: 'operator.bring-layout',
        subject: `layout ${saved.layoutId}`,
        detail: { venue: venue.slug, key, version: saved.version },
      })
    return ok({ shown, problems, version: saved.version, isKnown: saved.isKnown })
  })
}
