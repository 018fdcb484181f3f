import type { Context } from '#platform/context.ts'
import { freeEndedPlaces } from '../store.ts'

/**
 * Writes into the table what every allocation knows already: the named places of these holds, where their time is
 * over, are free. Holds that were extended, sold or made anew stay. Pools are swept by `reclaimExpired`.
 * Answers how many places were freed.
 */
export async function freeEndedHolds(
  context: Context,
  holdIds: readonly string[],
): Promise<number> {
  if (holdIds.length === 0) return 0
  return (await freeEndedPlaces(context, holdIds)).length
}
