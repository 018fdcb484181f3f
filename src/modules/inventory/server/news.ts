import type { Context } from '#platform/context.ts'
import { announce } from '#platform/database/announce.ts'
import type { PlaceClaim } from './rules.ts'

/**
 * Whoever changes what can be bought says so here: other processes show it. Topic is the offering, items are the
 * places that may have changed, and 0 stands for all its pools. A hold that ends by time is not told; who shows
 * places knows until when they are held.
 */
export const placesChannel = 'places'
export const poolsItem = 0

export async function announcePlaces(
  context: Context,
  offeringId: number,
  items: readonly number[],
): Promise<void> {
  if (items.length > 0)
    await announce(context.db, { channel: placesChannel, topic: offeringId, items })
}

/** The places and pools of these claims. */
export async function announceClaims(
  context: Context,
  claims: readonly Pick<PlaceClaim, 'offeringId' | 'places' | 'pools'>[],
): Promise<void> {
  for (const [offeringId, ofOne] of Map.groupBy(claims, (claim) => claim.offeringId)) {
    const items = ofOne.flatMap(({ places, pools }) =>
      pools.length > 0 ? [...places, poolsItem] : places,
    )
    await announcePlaces(context, offeringId, items)
  }
}
