import { readCatalogue } from '#modules/catalogue/server/public-api.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import {
  operatorPixels,
  operatorPixelSave,
  ownTrackingPixels,
  type TrackingPixel,
} from '../pixels-contract.ts'

export const pixelRoutes: readonly Implementation[] = [
  implement(ownTrackingPixels, async ({ db }) => {
    const rows = await db
      .selectFrom('tracking_pixel')
      .select(['type', 'code', 'show_id as showId'])
      .where('is_active', '=', true)
      .orderBy('id')
      .execute()
    return ok({ items: rows.map((row) => ({ ...row, type: row.type as TrackingPixel['type'] })) })
  }),
  implement(operatorPixels, requireOperator, async ({ db, locale }) => {
    const rows = await db
      .selectFrom('tracking_pixel')
      .select(['id', 'type', 'code', 'show_id', 'is_active', 'note'])
      .orderBy('id')
      .execute()
    const { shows } = await readCatalogue(db)
    return ok({
      items: rows.map((row) => ({
        pixelId: row.id,
        type: row.type as TrackingPixel['type'],
        code: row.code,
        showId: row.show_id,
        showName: shows.get(row.show_id ?? 0)?.name[locale] ?? null,
        isActive: row.is_active,
        note: row.note,
      })),
    })
  }),
  implement(operatorPixelSave, requireOperator, (context, { body }) =>
    inTransaction(context, (inside) => savePixel(inside, body)),
  ),
]

async function savePixel(
  context: Context,
  options: {
    readonly pixelId?: number | undefined
    readonly type: TrackingPixel['type']
    readonly code: string
    readonly showId: number | null
    readonly isActive: boolean
    readonly note: string
  },
): Promise<Result<{ pixelId: number }, 'NotFound'>> {
  const { pixelId, type, code, showId, isActive, note } = options
  const { shows } = await readCatalogue(context.db)
  if (showId !== null && !shows.has(showId)) return fail('NotFound')
  const row = {
    type,
    code,
    show_id: showId,
    is_active: isActive,
    note,
    changed_at: context.clock.now(),
  }
  const saved =
    pixelId === undefined
      ? await context.db.insertInto('tracking_pixel').values(row).returning('id').executeTakeFirst()
      : await context.db
          .updateTable('tracking_pixel')
          .set(row)
          .where('id', '=', pixelId)
          .returning('id')
          .executeTakeFirst()
  if (!saved) return fail('NotFound')
  await logOperatorAction(context, {
    action: 'presentation.save-pixel',
    subject: `pixel ${saved.id}`,
    detail: { type, code, showId, isActive },
  })
  return ok({ pixelId: saved.id })
}
