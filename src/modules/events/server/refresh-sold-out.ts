import { listSoldOutFlags, markSoldOut } from '#modules/catalogue/server/door.ts'
import { findSoldOut } from '#modules/inventory/server/door.ts'
import type { Context } from '#platform/context.ts'

/**
 * Brings what the lists say up to what the inventory knows: an event is sold out when nothing is left and
 * no hold could bring a place back, and is not any more when a place returns. Answers how many changed.
 */
export async function refreshSoldOut(context: Context): Promise<number> {
  const events = await listSoldOutFlags(context)
  const offeringIds = events.map((event) => event.offeringId)
  const soldOut = await findSoldOut(context, offeringIds)
  const changed = events.filter((event) => soldOut.has(event.offeringId) !== event.isSoldOut)
  for (const { eventId, isSoldOut } of changed) await markSoldOut(context, eventId, !isSoldOut)
  return changed.length
}
