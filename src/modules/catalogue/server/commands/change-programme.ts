import type { Context } from '#platform/context.ts'
import { showAccess, showStatus } from '#contract/enumerations.ts'

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
  /** Unchanged when undefined, like `access`. */
  readonly type?: number | undefined
  readonly access?: number | undefined
  readonly isPinned: boolean
  readonly isMainBanner: boolean
  /** Higher values are listed first. */
  readonly popularity: number
}

/** Changes how a show is presented; null when it does not exist. A private show without a key receives `newKey`. */
export async function changeShowSettings(
  context: Context,
  showId: number,
  { type, access, newKey, ...settings }: ShowSettings & { readonly newKey: string },
): Promise<{ readonly previewKey: string | null } | null> {
  const isPrivate = access === showAccess.Private
  const changed = await context.db
    .updateTable('show')
    .set((show) => ({
      status: settings.status,
      is_pinned: settings.isPinned,
      is_main_banner: settings.isMainBanner,
      popularity: settings.popularity,
      ...(type !== undefined && { type }),
      ...(access !== undefined && { access }),
      ...(isPrivate && { preview_key: show.fn.coalesce('preview_key', show.val(newKey)) }),
    }))
    .where('id', '=', showId)
    .where('status', '<>', showStatus.Deleted)
    .returning('preview_key as previewKey')
    .executeTakeFirst()
  return changed ?? null
}
