import type { Context } from '#platform/context.ts'
import { notifyChange } from '#platform/database/change-notifications.ts'
import type { PlaceAllocation } from './rules.ts'

/**
 * Every command that changes what can be bought publishes it here. The topic is the offering; the items are the places
 * that may have changed, 0 meaning all its pools. Expiry of a hold is not published: readers receive the expiry of each
 * hold.
 */
export const placesChannel = 'places'
export const poolsItem = 0

export async function notifyPlaces(
  context: Context,
  offeringId: number,
  items: readonly number[],
): Promise<void> {
  if (items.length > 0)
    await notifyChange(context.db, { channel: placesChannel, topic: offeringId, items })
}

/** The places and pools of these claims. */
export async function notifyAllocations(
  context: Context,
  allocations: readonly Pick<PlaceAllocation, 'offeringId' | 'places' | 'pools'>[],
): Promise<void> {
  for (const [offeringId, ofOne] of Map.groupBy(
    allocations,
    (allocation) => allocation.offeringId,
  )) {
    const items = ofOne.flatMap(({ places, pools }) =>
      pools.length > 0 ? [...places, poolsItem] : places,
    )
    await notifyPlaces(context, offeringId, items)
  }
}
