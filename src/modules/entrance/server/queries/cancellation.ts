import { readCancellations } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { CheckInSession } from '../check-in-session.ts'

/** Every leg that an item can have. */
const allLegs = { legFrom: 0, legTo: 32_767 }

/**
 * Cancelled, though its tickets are valid until their refund. Sources say it of items with stops: what is recorded of a
 * run may concern a part of its way, and a carrier may run it after all.
 */
export async function isCancelled(
  context: Pick<Context, 'db'>,
  { source, itemId, item }: Pick<CheckInSession, 'source' | 'itemId' | 'item'>,
): Promise<boolean> {
  if (item.isOff !== undefined || item.stops.length > 0) return item.isOff ?? false
  const sold = { source, itemId, ...allLegs }
  return (await readCancellations(context, [sold]))(sold) !== undefined
}
