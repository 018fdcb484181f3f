/** Packages: several tickets bought as one at one price. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import type { TicketTypeForSale } from '#modules/catalogue/server/public-api.ts'
import type { PackageOfLine, Quote, QuotedTicket } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { findQueue, subjectOfShow } from '#modules/queue/server/public-api.ts'
import { cachedAvailability, leftOf } from './availability.ts'
import type { SeatBoards } from './best/seat-boards.ts'
import type { SeatRequest } from './best/take-reserved.ts'
import { hiddenPlaces, isPoolOpen, needsCode } from './open-map.ts'
import { splitPrice } from '#kernel/split-price.ts'
import { lariPrice } from './pricing.ts'
import { isOnSale, placed, placeDetail, poolDetail, quoteHead, sellsThrough } from './quote.ts'
import { findSale, type EventSale } from './sale.ts'

/** A part of a package with the event that sells it. */
interface PartOnSale {
  readonly sale: EventSale
  readonly type: TicketTypeForSale
  readonly quantity: number
  /** Price of one unit by itself, the weight for splitting the price of the package. */
  readonly weight: number
}

/** One unit of a part, with its share of the price. */
interface Unit {
  readonly part: PartOnSale
  readonly priceMinor: number
  readonly package: PackageOfLine
}

/** Available number of each package, limited by its parts, by the package's own pool; up to a second old. */
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
        cachedAvailability(context, eventId),
      ])
      const type = partSale?.types.get(ticketTypeId)
      const isSold = partSale && available && type && isOnSale(partSale, context.clock.now())
      allowed.push(isSold ? Math.floor(leftOf(partSale, type, available) / quantity) : 0)
    }
    left.set(poolId, Math.min(...allowed))
  }
  return left
}

/** The units of parts to take from one offering, with the rules of its own sale. */
export interface PlannedOffering {
  readonly sale: EventSale
  readonly units: readonly Unit[]
  readonly holdSeconds: number
}

/**
 * Plans of packages, one for each offering of their parts. The price of a package is split over its units to the last
 * tetri, so the lines add up to it exactly; a package has no service fee.
 */
export async function planPackages(
  context: Context,
  sale: EventSale,
  requested: readonly { readonly type: TicketTypeForSale; readonly quantity: number }[],
): Promise<Result<PlannedOffering[], ErrorCode>> {
  const units: Unit[] = []
  for (const { type, quantity } of requested) {
    const parts = await partsOnSale(context, type)
    if (!parts.ok) return parts
    for (let taken = 0; taken < quantity; taken += 1)
      units.push(...unitsOf(context, sale, type, parts.value))
  }
  const byOffering = Map.groupBy(units, ({ part }) => part.sale.event.offeringId)
  const sales = [...byOffering.values()].flatMap(([unit]) => (unit ? [unit.part.sale] : []))
  const holdSeconds = Math.min(...[sale, ...sales].map(({ offering }) => offering.holdSeconds))
  return ok(
    [...byOffering.values()].flatMap((ofOne) =>
      ofOne[0] ? [{ sale: ofOne[0].part.sale, units: ofOne, holdSeconds }] : [],
    ),
  )
}

/** A request for the best free places of each zone that needs some, offering by offering. */
export async function seatRequests(
  context: Context,
  boards: SeatBoards,
  planned: readonly PlannedOffering[],
): Promise<SeatRequest[]> {
  const requests: SeatRequest[] = []
  for (const { sale, units } of planned) {
    for (const [zone, ofZone] of seatedByZone(units)) {
      const board = await boards.of(context, sale)
      invariant(board, `event ${sale.event.eventId} has places with names, so it has a map`)
      const hidden = hiddenPlaces(sale, undefined)
      requests.push({
        board,
        request: {
          zonePrices: new Map([[zone, ofZone[0]?.part.type.priceMinor ?? 0]]),
          quantity: ofZone.length,
          together: false,
          ...(hidden ? { hidden } : {}),
        },
      })
    }
  }
  return requests
}

function seatedByZone(units: readonly Unit[]): ReadonlyMap<string, readonly Unit[]> {
  return Map.groupBy(
    units.filter(({ part }) => part.type.poolId === null),
    ({ part }) => part.type.zone ?? '',
  )
}

/** The quotes of a plan; `places` are the places found for each of `seatRequests`, in the same order. */
export function quotesOf(
  planned: readonly PlannedOffering[],
  places: readonly (readonly number[])[],
): Quote[] {
  let next = 0
  return planned.map((offering) => {
    const free = new Map(
      [...seatedByZone(offering.units).keys()].map((zone) => [
        zone,
        (places[next++] ?? []).toReversed(),
      ]),
    )
    return quoteUnits(offering, free)
  })
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
    // A queue also applies to places bought as parts of a package.
    if (await findQueue(context, subjectOfShow(sale.event.showId)))
      return fail('EventNotActive', { eventId })
    const part = sale.types.get(ticketTypeId)
    const price = part && lariPrice(part, sale.rates, now)
    const isActive = part?.status === 'Active' && part.parts.length === 0 && price?.isSellable
    // Places reserved for holders of a code are never sold as parts of packages.
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

/** Units of one offering; `free` are their places by zone, taken from the end. */
function quoteUnits(
  { sale, units, holdSeconds }: PlannedOffering,
  free: ReadonlyMap<string, number[]>,
): Quote {
  const tickets = new Map<string, QuotedTicket>()
  for (const [index, unit] of units.entries()) {
    const { type } = unit.part
    const placeId = type.poolId === null ? free.get(type.zone ?? '')?.pop() : null
    invariant(placeId !== undefined, 'as many places were chosen as there are units')
    const same = `${type.ticketTypeId} ${unit.priceMinor} ${unit.package.key}`
    const key = placeId === null ? same : `${same} ${index}`
    const known = tickets.get(key)
    tickets.set(key, ticketOf(sale, unit, placeId, (known?.quantity ?? 0) + 1))
  }
  const types = new Set(units.map(({ part }) => part.type))
  const hasSeats = [...types].some(({ poolId }) => poolId === null)
  const { layoutDigest } = sale.event
  return {
    ...quoteHead(sale, [...types]),
    ...(hasSeats && layoutDigest !== null && { plan: layoutDigest }),
    tickets: [...tickets.values()],
    fees: new Map(),
    holdSeconds,
  }
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
