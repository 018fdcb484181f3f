import { listSoldOutFlags, markSoldOut } from '#modules/catalogue/server/public-api.ts'
import { findSoldOut } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { packagesLeft } from './packages.ts'
import { findSale } from './sale.ts'

/**
 * Updates the sold-out flags of lists from the inventory: an event is sold out when nothing is left and no hold
 * could release a place, until a place is returned; an event of packages, when each lacks a part. Returns the
 * number of changed flags.
 */
export async function refreshSoldOut(context: Context): Promise<number> {
  const events = await listSoldOutFlags(context)
  const offeringIds = events.map((event) => event.offeringId)
  const soldOut = new Set(await findSoldOut(context, offeringIds))
  for (const { eventId, offeringId, hasPackages } of events)
    if (hasPackages && (await arePackagesGone(context, eventId))) soldOut.add(offeringId)
  const changed = events.filter((event) => soldOut.has(event.offeringId) !== event.isSoldOut)
  for (const { eventId, isSoldOut } of changed) await markSoldOut(context, eventId, !isSoldOut)
  return changed.length
}

async function arePackagesGone(context: Context, eventId: number): Promise<boolean> {
  const sale = await findSale(context, eventId)
  if (!sale || sale.event.ticketTypes.some(({ parts }) => parts.length === 0)) return false
  const left = await packagesLeft(context, sale)
  return [...left.values()].every((count) => count === 0)
}
