import { readDirectory } from '#modules/catalogue/server/public-api.ts'
import { ok } from '#kernel/result.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, implementLarge, type Implementation } from '#platform/http/implement.ts'
import { layoutJsonSchema } from '#seatmap/layout-schema.ts'
import { importLayout, layoutFileShape, listOfficeLayouts } from '../layout-contract.ts'
import { importSeatMap } from './commands/import-layout.ts'
import { preparation } from './commands/prepare-layout.ts'

/** Calls that list, validate and store seat maps. */
export const layoutRoutes: readonly Implementation[] = [
  implement(layoutFileShape, async () => ok(layoutJsonSchema())),
  implement(listOfficeLayouts, requireOperator, async (context) => {
    const { layouts } = await readDirectory(context)
    return ok({
      layouts: layouts.map((entry) => ({
        layoutId: entry.id,
        venueName: { ...entry.venueName },
        name: { ...entry.name },
        key: entry.key ?? '',
        version: entry.version,
        digest: entry.digest,
        capacity: entry.capacity,
        eventCount: entry.eventCount,
      })),
    })
  }),
  implementLarge(importLayout, requireOperator, preparation, (context, { body }) =>
    importSeatMap(context, body),
  ),
]
