import type { Context } from '#platform/context.ts'
import { showStatus } from '#contract/enumerations.ts'

/** Changes the status of an event by hand; answers whether there is such an event. */
export async function changeEventStatus(
  context: Context,
  eventId: number,
  status: number,
): Promise<boolean> {
  const { numUpdatedRows } = await context.db
    .updateTable('event')
    .set({ status })
    .where('id', '=', eventId)
    .where('status', '<>', showStatus.Deleted)
    // Cancelled events stay off sale.
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface ShowSettings {
  readonly status: number
  readonly isPinned: boolean
  readonly isMainBanner: boolean
  /** The higher, the further in front. */
  readonly popularity: number
}

/** Changes how a show is shown; answers whether there is such a show. */
export async function changeShowSettings(
  context: Context,
  showId: number,
  settings: ShowSettings,
): Promise<boolean> {
  const { numUpdatedRows } = await context.db
    .updateTable('show')
    .set({
      status: settings.status,
      is_pinned: settings.isPinned,
      is_main_banner: settings.isMainBanner,
      popularity: settings.popularity,
    })
    .where('id', '=', showId)
    .where('status', '<>', showStatus.Deleted)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
