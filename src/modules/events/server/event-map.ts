import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { TicketTypeForSale } from '#modules/catalogue/server/door.ts'
import { readAvailability } from '#modules/inventory/server/door.ts'
import { findOwnOrder, orderClaims } from '#modules/orders/server/door.ts'
import type { Context } from '#platform/context.ts'
import { createStates, encodeAvailability, placeState } from '#seatmap/availability.ts'
import type { EventMapView, TicketTypeView } from '../contract.ts'
import { createKept } from './kept.ts'
import { isOnSale, sellsThrough } from './quote.ts'
import { findSale, type EventSale } from './sale.ts'

export interface MapWish {
  readonly eventId: number
  readonly mapId?: number
  readonly sectionId?: number
  readonly orderKey?: string
  readonly ticketTypes?: readonly number[]
}

interface Availability {
  /** By place id, entry 0 unused, as `#seatmap/availability.ts` has it. */
  readonly states: Uint8Array
  /** The same as text, made when somebody first asks for all of it. */
  encoded?: string
  readonly pools: readonly { readonly poolId: number; readonly left: number }[]
}

/** A crowd that looks at one event shares what is free, for a second. */
const availabilityKeptMilliseconds = 1_000
const availabilitiesKeptMost = 200

const keptAvailability = createKept<number, Availability | null>({
  milliseconds: availabilityKeptMilliseconds,
  most: availabilitiesKeptMost,
  read: async (context, eventId) => {
    const sale = await findSale(context, eventId)
    return sale && availabilityOf(context, sale, [])
  },
})

/**
 * The map of an event: prices with their fees, what is free, and where the layout is. What is free is up
 * to a second old; with an order of the caller's it is read anew and shows the order's places as theirs.
 */
export async function readEventMap(
  context: Context,
  wish: MapWish,
): Promise<Result<EventMapView, ErrorCode>> {
  const sale = await findSale(context, wish.eventId)
  if (!sale) return fail('NotFound')
  if (wish.mapId !== undefined && wish.mapId !== sale.event.layoutId) return fail('NotFound')
  const available = await availabilityFor(context, sale, wish.orderKey)
  if (!available.ok) return available
  const { event, offering } = sale
  const types = event.ticketTypes.filter((type) => sellsThrough(type, context.channel))
  const shown = wish.ticketTypes
    ? types.filter((type) => wish.ticketTypes?.includes(type.ticketTypeId))
    : types
  const isWhole = wish.sectionId === undefined && wish.ticketTypes === undefined
  return ok({
    eventId: event.eventId,
    isOnSale: isOnSale(sale, context.clock.now()),
    salesOpenAt: offering.salesOpenAt?.toISOString() ?? null,
    salesCloseAt: offering.salesCloseAt?.toISOString() ?? null,
    placesPerOrderMax: offering.placesPerOrderMax,
    holdSeconds: offering.holdSeconds,
    layout: layoutAddress(sale),
    availability: isWhole
      ? wholeText(available.value)
      : textOf(onlyShown(sale, available.value.states, shown, wish.sectionId)),
    pools: available.value.pools
      .filter(({ poolId }) => isPoolShown(sale, poolId, shown, wish))
      .map(({ poolId, left }) => ({ poolId, left: isPoolSold(shown, poolId) ? left : 0 })),
    ticketTypes: shown.map((type) => ticketTypeView(type, context.locale)),
    zones: zonesOf(shown),
  })
}

function layoutAddress(sale: EventSale): EventMapView['layout'] {
  const { layoutId, layoutDigest } = sale.event
  if (layoutId === null || layoutDigest === null) return null
  return { mapId: layoutId, digest: layoutDigest, url: `/v2/layouts/${layoutDigest}` }
}

async function availabilityFor(
  context: Context,
  sale: EventSale,
  orderKey: string | undefined,
): Promise<Result<Availability, ErrorCode>> {
  if (orderKey === undefined) {
    const kept = await keptAvailability(context, sale.event.eventId)
    return kept ? ok(kept) : fail('NotFound')
  }
  const order = await findOwnOrder(context, { orderKey })
  if (!order.ok) return order
  const holdIds = orderClaims(order.value.lines).map((claim) => claim.holdId)
  return ok(await availabilityOf(context, sale, holdIds))
}

async function availabilityOf(
  context: Context,
  sale: EventSale,
  holdIds: readonly string[],
): Promise<Availability> {
  const { offeringId } = sale.event
  const available = await readAvailability(context, offeringId, { holdIds })
  return { states: statesOf(sale, available), pools: available.pools }
}

/** The inventory's states (first place first) as the map has them, where entry 0 is unused. */
export function statesOf(sale: EventSale, available: { readonly states: Uint8Array }): Uint8Array {
  const states = createStates(sale.layout?.placeCount ?? 0)
  states.set(available.states.subarray(0, states.length - 1), 1)
  return states
}

function wholeText(available: Availability): string {
  available.encoded ??= textOf(available.states)
  return available.encoded
}

function textOf(states: Uint8Array): string {
  return states.length > 1 ? encodeAvailability(states) : ''
}

/** Free places that are not asked for, or that no shown type sells, look blocked. */
function onlyShown(
  sale: EventSale,
  states: Uint8Array,
  shown: readonly TicketTypeForSale[],
  sectionId: number | undefined,
): Uint8Array {
  const { layout } = sale
  if (!layout) return states
  const zones = new Set(shown.map((type) => type.zone))
  const isZoneShown = layout.layout.zones.map((zone) => zones.has(zone.key))
  const section = sectionId === undefined ? undefined : (layout.sectionIndex.get(sectionId) ?? -1)
  return states.map((state, placeId) => {
    if (state === placeState.yours || placeId === 0) return state
    const inSection = section === undefined || layout.section[placeId] === section
    return inSection && isZoneShown[layout.zone[placeId] ?? 0] ? state : placeState.blocked
  })
}

function isPoolShown(
  sale: EventSale,
  poolId: number,
  shown: readonly TicketTypeForSale[],
  wish: MapWish,
): boolean {
  if (wish.ticketTypes !== undefined && !shown.some((type) => type.poolId === poolId)) return false
  if (wish.sectionId === undefined) return true
  const section = sale.layout?.layout.sections.find((candidate) => candidate.id === wish.sectionId)
  return section?.pool?.poolId === poolId
}

function isPoolSold(shown: readonly TicketTypeForSale[], poolId: number): boolean {
  return shown.some((type) => type.poolId === poolId && type.status === 'Active')
}

export function ticketTypeView(type: TicketTypeForSale, locale: 'ka' | 'en'): TicketTypeView {
  return {
    ticketTypeId: type.ticketTypeId,
    name: type.name[locale],
    zone: type.zone,
    poolId: type.poolId,
    price: money(type.priceMinor, type.currency),
    fee: money(type.feeMinor, type.currency),
    total: money(type.priceMinor + type.feeMinor, type.currency),
    isActive: type.status === 'Active',
    perOrderMax: type.perOrderMax,
  }
}

/** The price zones that are sold, with the least a place costs there. */
function zonesOf(types: readonly TicketTypeForSale[]): EventMapView['zones'] {
  const zones = new Map<string, { ticketTypeIds: number[]; from: TicketTypeForSale }>()
  for (const type of types) {
    if (type.zone === null || type.status !== 'Active') continue
    const zone = zones.get(type.zone) ?? { ticketTypeIds: [], from: type }
    zone.ticketTypeIds.push(type.ticketTypeId)
    if (totalOf(type) < totalOf(zone.from)) zone.from = type
    zones.set(type.zone, zone)
  }
  return [...zones].map(([zone, { ticketTypeIds, from }]) => ({
    zone,
    ticketTypeIds,
    from: money(totalOf(from), from.currency),
  }))
}

function totalOf(type: TicketTypeForSale): number {
  return type.priceMinor + type.feeMinor
}
