import { readCancellations } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { CheckInSession } from '../check-in-session.ts'

/** Every leg that an item can have. */
const allLegs = { legFrom: 0, legTo: 32_767 }

/** Cancelled, though its tickets are valid until their refund. A cancelled run may run on a part of its way. */
export async function isCancelled(
  context: Pick<Context, 'db'>,
  { source, itemId, item }: Pick<CheckInSession, 'source' | 'itemId' | 'item'>,
): Promise<boolean> {
  if (item.stops.length > 0) return false
  const sold = { source, itemId, ...allLegs }
  return (await readCancellations(context, [sold]))(sold) !== undefined
}
