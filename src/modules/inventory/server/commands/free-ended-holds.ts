import type { Context } from '#platform/context.ts'
import { freeExpiredPlaces } from '../store.ts'

/**
 * Frees the named places of these holds that have expired. Allocation already treats them as free; this updates the
 * rows accordingly. Holds that were extended, sold or renewed are not affected. Pools are swept by `reclaimExpired`.
 * Returns the number of places freed.
 */
export async function freeEndedHolds(
  context: Context,
  holdIds: readonly string[],
): Promise<number> {
  if (holdIds.length === 0) return 0
  return (await freeExpiredPlaces(context, holdIds)).length
}
