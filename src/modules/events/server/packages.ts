/** Packages: several tickets bought as one at one price. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { TicketTypeForSale } from '#modules/catalogue/server/door.ts'
import type { PackageOfLine, Quote, QuotedTicket } from '#modules/orders/server/door.ts'
import type { Context } from '#platform/context.ts'
import { findRoom } from '#modules/waitingroom/server/door.ts'
import { chooseBest } from '#seatmap/best.ts'
import { availabilityOf, keptAvailability, leftOf } from './availability.ts'
import { isPoolOpen, needsCode, openStates } from './open-map.ts'
import { lariPrice, splitPrice } from './pricing.ts'
import { isOnSale, placed, placeDetail, poolDetail, quoteHead, sellsThrough } from './quote.ts'
import { findSale, type EventSale } from './sale.ts'

/** A part of a package with the event that sells it. */
interface PartOnSale {
  readonly sale: EventSale
  readonly type: TicketTypeForSale
  readonly quantity: number
  /** What one unit costs by itself; the price of the package is split by it. */
  readonly weight: number
}

/** One unit of a part, with its share of the price. */
interface Unit {
  readonly part: PartOnSale
  readonly priceMinor: number
  readonly package: PackageOfLine
}

/** How many of each package its parts allow, by the package's own pool, up to a second old. */
export async function packagesLeft(
  context: Context,
  sale: EventSale,
): Promise<ReadonlyMap<number, number>> {
  const left = new Map<number, number>()
  for (const { poolId, parts } of sale.event.ticketTypes) {
    if (poolId === null || parts.length === 0) continue
    const allowed: number[] = []
    for (const { eventId, ticketTypeId, quantity } of parts) {
      const [partSale, available] = await Promise.all([
        findSale(context, eventId),
        keptAvailability(context, eventId),
      ])
      const type = partSale?.types.get(ticketTypeId)
      const isSold = partSale && available && type && isOnSale(partSale, context.clock.now())
      allowed.push(isSold ? Math.floor(leftOf(partSale, type, available) / quantity) : 0)
    }
    left.set(poolId, Math.min(...allowed))
  }
  return left
}

/**
 * The quotes of packages, one for each offering that parts come from. The price of a package is split over
 * its units to the last tetri, so the lines add up to it exactly; it has no service fee of its own. Parts with
 * named places get the best that are free.
 */
export async function quotePackages(
  context: Context,
  sale: EventSale,
  wished: readonly { readonly type: TicketTypeForSale; readonly quantity: number }[],
): Promise<Result<Quote[], ErrorCode>> {
  const units: Unit[] = []
  for (const { type, quantity } of wished) {
    const parts = await partsOnSale(context, type)
    if (!parts.ok) return parts
    for (let taken = 0; taken < quantity; taken += 1)
      units.push(...unitsOf(context, sale, type, parts.value))
  }
  const byOffering = Map.groupBy(units, ({ part }) => part.sale.event.offeringId)
  const sales = [...byOffering.values()].flatMap(([unit]) => (unit ? [unit.part.sale] : []))
  const holdSeconds = Math.min(...[sale, ...sales].map(({ offering }) => offering.holdSeconds))
  const quotes: Quote[] = []
  for (const unitsOfOne of byOffering.values()) {
    const quote = await quoteUnits(context, unitsOfOne)
    if (!quote.ok) return quote
    quotes.push({ ...quote.value, holdSeconds })
  }
  return ok(quotes)
}

async function partsOnSale(
  context: Context,
  type: TicketTypeForSale,
): Promise<Result<PartOnSale[], ErrorCode>> {
  const now = context.clock.now()
  const parts: PartOnSale[] = []
  for (const { eventId, ticketTypeId, quantity } of type.parts) {
    const sale = await findSale(context, eventId)
    if (!sale || !isOnSale(sale, now)) return fail('EventNotActive', { eventId })
    // Nobody gets past a line by buying what is behind it as a part of something else.
    if (await findRoom(context, sale.event.showId)) return fail('EventNotActive', { eventId })
    const part = sale.types.get(ticketTypeId)
    const price = part && lariPrice(part, sale.rates, now)
    const isActive = part?.status === 'Active' && part.parts.length === 0 && price?.isSellable
    // What is kept for holders of a code is sold to them alone, not as a part of something.
    if (!part || !price || !isActive || needsCode(sale, part))
      return fail('TicketTypeNotActive', { ticketTypeId })
    if (part.poolId !== null && !isPoolOpen(sale, part.poolId, undefined, false))
      return fail('TicketTypeNotActive', { ticketTypeId })
    if (!sellsThrough(part, context.channel))
      return fail('TicketTypeBadIntegrationChannel', { ticketTypeId })
    const times = part.table?.isPerGuest ? part.table.guestsMax : 1
    parts.push({ sale, type: part, quantity, weight: price.priceMinor * times })
  }
  return ok(parts)
}

function unitsOf(
  context: Context,
  sale: EventSale,
  type: TicketTypeForSale,
  parts: readonly PartOnSale[],
): Unit[] {
  const { eventId, name } = sale.event
  const own = { key: context.random.uuid(), itemId: eventId, name }
  const ofParts = parts.flatMap((part) => Array.from({ length: part.quantity }, () => part))
  const prices = splitPrice(
    type.priceMinor,
    ofParts.map((part) => part.weight),
  )
  return ofParts.map((part, index) => ({ part, priceMinor: prices[index] ?? 0, package: own }))
}

/** Units that all come from one offering. */
async function quoteUnits(
  context: Context,
  units: readonly Unit[],
): Promise<Result<Quote, ErrorCode>> {
  const sale = units[0]?.part.sale
  if (!sale) return fail('SeatsNotPassed')
  const tickets = new Map<string, QuotedTicket>()
  const seated = units.filter(({ part }) => part.type.poolId === null)
  const available = seated.length > 0 ? await availabilityOf(context, sale, []) : null
  const free = available && freePlaces(sale, openStates(sale, available.states, undefined), seated)
  for (const [index, unit] of units.entries()) {
    const { type } = unit.part
    const placeId = type.poolId === null ? free?.get(type.zone ?? '')?.pop() : null
    if (placeId === undefined) return fail('SeatNotAvailable', { placeIds: [], poolIds: [] })
    const same = `${type.ticketTypeId} ${unit.priceMinor} ${unit.package.key}`
    const key = placeId === null ? same : `${same} ${index}`
    const known = tickets.get(key)
    tickets.set(key, ticketOf(sale, unit, placeId, (known?.quantity ?? 0) + 1))
  }
  const types = new Set(units.map(({ part }) => part.type))
  return ok({ ...quoteHead(sale, [...types]), tickets: [...tickets.values()], fees: new Map() })
}

/** The best free places of each zone that units need, best last, none of them twice. */
function freePlaces(
  sale: EventSale,
  states: Uint8Array,
  units: readonly Unit[],
): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [zone, ofZone] of Map.groupBy(units, ({ part }) => part.type.zone ?? '')) {
    if (!sale.layout) continue
    const zonePrices = new Map([[zone, ofZone[0]?.part.type.priceMinor ?? 0]])
    const quantity = ofZone.length
    const best = chooseBest({
      expanded: sale.layout,
      states,
      zonePrices,
      quantity,
      together: false,
    })
    places.set(zone, best.toReversed())
  }
  return places
}

function ticketOf(
  sale: EventSale,
  unit: Unit,
  placeId: number | null,
  quantity: number,
): QuotedTicket {
  const { type } = unit.part
  const { table } = type
  const place =
    placeId === null ? poolDetail(sale, type.poolId) : (placeDetail(sale, placeId)?.detail ?? {})
  return {
    ticketTypeId: type.ticketTypeId,
    merchantId: type.merchantId,
    placeId,
    poolId: type.poolId,
    legFrom: 0,
    legTo: 1,
    quantity,
    unitPriceMinor: unit.priceMinor,
    description: type.name,
    detail: placed(
      sale,
      { ...(table ? { guests: table.guestsMax } : {}), package: unit.package },
      place,
    ),
  }
}
