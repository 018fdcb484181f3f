import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readAvailability } from '#modules/inventory/server/door.ts'
import type { TicketTypeForSale } from '#modules/catalogue/server/door.ts'
import { findNewestDraft, type Order, type OrderWish } from '#modules/orders/server/door.ts'
import type { Context } from '#platform/context.ts'
import { chooseBest } from '#seatmap/best.ts'
import type { AccessCode } from '#modules/rules/server/door.ts'
import { keepsEverything } from './access.ts'
import { statesOf } from './availability.ts'
import { codeFor } from './codes.ts'
import { isTypeOpen, openStates } from './open-map.ts'
import { lariPrice } from './pricing.ts'
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
    const best = await bestWish(context, sale, { ...wish, quantity, code })
    if (!best.ok) return best
    const taken = await takePlaces(
      context,
      { ...best.value, accessCode, waitingRoomToken },
      orderKey,
    )
    if (taken.ok || taken.code !== 'SeatNotAvailable' || attempt === attemptsMax) return taken
  }
}

type Wanted = OrderWish & {
  readonly quantity: number
  readonly code: AccessCode | undefined
}

/** A ticket type that answers the wish, and what one costs with its fee. */
interface Candidate {
  readonly type: TicketTypeForSale
  readonly totalMinor: number
}

async function bestWish(
  context: Context,
  sale: EventSale,
  wanted: Wanted,
): Promise<Result<EventWish, ErrorCode>> {
  const { eventId } = sale.event
  if (!wanted.code && keepsEverything(sale)) return fail('InvalidAccessCode')
  const candidates = candidatesOf(context, sale, wanted)
  if (candidates.length === 0) return fail('TicketTypeNotFound')
  const { priceMinorMin = 0, priceMinorMax = Infinity } = wanted
  const affordable = candidates.filter(
    ({ totalMinor }) => totalMinor >= priceMinorMin && totalMinor <= priceMinorMax,
  )
  const available = await readAvailability(context, sale.event.offeringId)
  const seats = bestSeats(
    sale,
    openStates(sale, statesOf(sale, available), wanted.code),
    affordable,
    wanted,
  )
  if (seats) return ok({ eventId, seats, isSuggested: true })
  const pool = affordable.find(({ type }) =>
    available.pools.some(
      ({ poolId, left }) =>
        poolId === type.poolId && left >= wanted.quantity && isPoolWanted(sale, poolId, wanted),
    ),
  )
  if (!pool) return fail('SeatNotAvailable', { placeIds: [], poolIds: [] })
  const { ticketTypeId } = pool.type
  return ok({ eventId, places: [{ ticketTypeId, quantity: wanted.quantity }] })
}

/** The types that this channel sells now and that the wish does not exclude, whatever they cost. */
function candidatesOf(context: Context, sale: EventSale, wanted: Wanted): Candidate[] {
  return sale.event.ticketTypes.flatMap((type) => {
    const isMeant =
      wanted.ticketTypeId === undefined
        ? isTypeOpen(sale, type, wanted.code)
        : type.ticketTypeId === wanted.ticketTypeId
    if (!isMeant || type.status !== 'Active' || !sellsThrough(type, context.channel)) return []
    const price = lariPrice(type, sale.rates, context.clock.now())
    return price?.isSellable ? [{ type, totalMinor: price.priceMinor + price.feeMinor }] : []
  })
}

/** A floor has no wheelchair spaces to promise; otherwise it is wanted when its part of the hall is. */
function isPoolWanted(sale: EventSale, poolId: number, wanted: Wanted): boolean {
  if (wanted.accessible) return false
  if (wanted.zone === undefined && wanted.sectionId === undefined) return true
  const section = sale.layout?.layout.sections.find(({ pool }) => pool?.poolId === poolId)
  return (
    section !== undefined &&
    (wanted.zone === undefined || section.zone === wanted.zone) &&
    (wanted.sectionId === undefined || section.id === wanted.sectionId)
  )
}

function bestSeats(
  { layout: expanded }: EventSale,
  states: Uint8Array,
  candidates: readonly Candidate[],
  wanted: Wanted,
): NonNullable<EventWish['seats']> | null {
  // Where several types sell one zone, the cheapest speaks for it.
  const byZone = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const { zone } = candidate.type
    if (zone === null) continue
    const known = byZone.get(zone)
    if (!known || candidate.totalMinor < known.totalMinor) byZone.set(zone, candidate)
  }
  if (!expanded || byZone.size === 0) return null
  const placeIds = chooseBest({
    expanded,
    states,
    zonePrices: new Map([...byZone].map(([zone, { totalMinor }]) => [zone, totalMinor])),
    quantity: wanted.quantity,
    together: wanted.together ?? false,
    ...(wanted.zone === undefined ? {} : { zoneKeys: new Set([wanted.zone]) }),
    ...(wanted.sectionId === undefined ? {} : { sectionIds: new Set([wanted.sectionId]) }),
    accessible: wanted.accessible ?? false,
  })
  if (placeIds.length < wanted.quantity) return null
  return placeIds.flatMap((placeId) => {
    const zone = expanded.layout.zones[expanded.zone[placeId] ?? 0]
    const type = zone && byZone.get(zone.key)?.type
    return type ? [{ ticketTypeId: type.ticketTypeId, placeId }] : []
  })
}
