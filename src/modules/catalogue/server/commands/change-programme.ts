import type { Context } from '#platform/context.ts'
import { showStatus } from '#contract/enumerations.ts'

/** Changes the status of an event manually; returns whether it exists. */
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
  /** Higher values are listed first. */
  readonly popularity: number
}

/** Changes how a show is presented; returns whether it exists. */
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
