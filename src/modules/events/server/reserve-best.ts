import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readAvailability } from '#modules/inventory/server/door.ts'
import { findNewestDraft, type Order } from '#modules/orders/server/door.ts'
import type { Context } from '#platform/context.ts'
import { chooseBest } from '#seatmap/best.ts'
import type { AccessCode } from '#modules/rules/server/door.ts'
import { keepsEverything } from './access.ts'
import { statesOf } from './availability.ts'
import { codeFor } from './codes.ts'
import { openStates } from './open-map.ts'
import { isOnSale, sellsThrough, type EventWish } from './quote.ts'
import { findSale, type EventSale } from './sale.ts'
import { takePlaces } from './take-places.ts'

/** Somebody else may take the chosen places first; then the next best ones are tried. */
const attemptsMax = 4

/**
 * Holds the best places for the wish of the caller's newest draft: side by side and near what is to be
 * seen, or simply that many of a pool. The wish's quantity defaults to one ticket of any type.
 */
export async function reserveBest(
  context: Context,
  given: { readonly accessCode?: string; readonly waitingRoomToken?: string } = {},
): Promise<Result<Order, ErrorCode>> {
  const draft = await findNewestDraft(context)
  if (!draft.ok) return draft
  const { orderKey, wish } = draft.value
  if (wish?.eventId === undefined) return fail('SeatsNotPassed')
  const quantity = wish.quantity ?? 1
  const sale = await findSale(context, wish.eventId)
  if (!sale || !isOnSale(sale, context.clock.now())) return fail('EventNotActive')
  if (quantity > sale.offering.placesPerOrderMax)
    return fail('TotalCountIsInvalid', { max: sale.offering.placesPerOrderMax })
  const accessCode = given.accessCode ?? wish.accessCode
  const { waitingRoomToken } = given
  const code = await codeFor(context, accessCode, sale.event)
  if (code === null) return fail('InvalidAccessCode')
  for (let attempt = 1; ; attempt += 1) {
    const best = await bestWish(context, sale, { ticketTypeId: wish.ticketTypeId, quantity, code })
    if (!best.ok) return best
    const taken = await takePlaces(
      context,
      { ...best.value, accessCode, waitingRoomToken },
      orderKey,
    )
    if (taken.ok || taken.code !== 'SeatNotAvailable' || attempt === attemptsMax) return taken
  }
}

async function bestWish(
  context: Context,
  sale: EventSale,
  wanted: { ticketTypeId: number | undefined; quantity: number; code: AccessCode | undefined },
): Promise<Result<EventWish, ErrorCode>> {
  const { quantity } = wanted
  const { eventId, ticketTypes } = sale.event
  const candidates = ticketTypes.filter(
    (type) =>
      (wanted.ticketTypeId === undefined || type.ticketTypeId === wanted.ticketTypeId) &&
      type.status === 'Active' &&
      sellsThrough(type, context.channel),
  )
  if (candidates.length === 0) return fail('TicketTypeNotFound')
  if (!wanted.code && keepsEverything(sale)) return fail('InvalidAccessCode')
  const available = await readAvailability(context, sale.event.offeringId)
  // Where several types sell one zone, the cheapest speaks for it.
  const byZone = new Map<string, (typeof candidates)[number]>()
  for (const type of candidates) {
    if (type.zone === null) continue
    const known = byZone.get(type.zone)
    if (!known || type.priceMinor < known.priceMinor) byZone.set(type.zone, type)
  }
  if (sale.layout && byZone.size > 0) {
    const seats = bestSeats(
      sale.layout,
      openStates(sale, statesOf(sale, available), wanted.code),
      byZone,
      quantity,
    )
    if (seats) return ok({ eventId, seats })
  }
  const pool = candidates.find((type) =>
    available.pools.some(({ poolId, left }) => poolId === type.poolId && left >= quantity),
  )
  if (!pool) return fail('SeatNotAvailable', { placeIds: [], poolIds: [] })
  return ok({ eventId, places: [{ ticketTypeId: pool.ticketTypeId, quantity }] })
}

function bestSeats(
  expanded: NonNullable<EventSale['layout']>,
  states: Uint8Array,
  byZone: ReadonlyMap<string, { readonly ticketTypeId: number; readonly priceMinor: number }>,
  quantity: number,
): NonNullable<EventWish['seats']> | null {
  const zonePrices = new Map([...byZone].map(([zone, type]) => [zone, type.priceMinor]))
  const placeIds = chooseBest({ expanded, states, zonePrices, quantity, together: false })
  if (placeIds.length < quantity) return null
  return placeIds.flatMap((placeId) => {
    const zone = expanded.layout.zones[expanded.zone[placeId] ?? 0]
    const type = zone && byZone.get(zone.key)
    return type ? [{ ticketTypeId: type.ticketTypeId, placeId }] : []
  })
}
