import type { ErrorCode } from '#contract/errors.ts'
import type { Money } from '#kernel/money.ts'
import { placeNounsOf } from '#kernel/place-naming.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { isOpenTo, type TicketTypeForSale } from '#modules/catalogue/server/public-api.ts'
import { findOwnOrder, orderAllocations } from '#modules/orders/server/public-api.ts'
import type { AccessCode } from '#modules/sale-rules/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { findQueue, subjectOfShow } from '#modules/queue/server/public-api.ts'
import { shareReply } from '#platform/http/shared-reply.ts'
import { encodeAvailability, encodeHeld, placeState, yoursOf } from '#seatmap/availability.ts'
import type { EventMapView, TicketTypeView } from '../contract.ts'
import { reservesEverything, reservesSomething } from './access.ts'
import {
  availabilityOf,
  cachedAvailability,
  heldUntilOf,
  type Availability,
  type EncodedPlaces,
} from './availability.ts'
import { codeFor } from './codes.ts'
import { isPoolOpen, isTypeOpen, openStates } from './open-map.ts'
import { isOnSale, orderMaxOf, sellsThrough } from './quote.ts'
import { ticketTypeViews } from './ticket-type-views.ts'
import { packagesLeft } from './packages.ts'
import { findSale, type EventSale } from './sale.ts'

export interface MapRequest {
  readonly eventId: number
  readonly mapId?: number
  readonly sectionId?: number
  readonly orderKey?: string
  readonly ticketTypes?: readonly number[]
  /** Opens places reserved for its holders; or the key of a private show. */
  readonly accessCode?: string
  readonly onlyAccessCodeSeats?: boolean
}

/**
 * The map of an event: prices with their fees, availability, and the address of the layout. Availability is up to a
 * second old; with an order of the caller's it is read again and shows the order's places as theirs.
 */
export async function readEventMap(
  context: Context,
  request: MapRequest,
): Promise<Result<EventMapView, ErrorCode>> {
  const sale = await findSale(context, request.eventId)
  if (!sale || !isOpenTo(sale.event, request.accessCode)) return fail('NotFound')
  if (request.mapId !== undefined && request.mapId !== sale.event.layoutId) return fail('NotFound')
  const available = await availabilityFor(context, sale, request.orderKey)
  if (!available.ok) return available
  const code = await codeFor(context, request.accessCode, sale.event)
  if (code === null) return fail('InvalidAccessCode')
  const isPlain =
    request.orderKey === undefined &&
    request.sectionId === undefined &&
    request.ticketTypes === undefined &&
    code === undefined &&
    !request.onlyAccessCodeSeats
  return ok(
    isPlain
      ? await sharedView(context, sale, available.value, request)
      : await viewOf(context, sale, available.value, request, code),
  )
}

interface CachedView {
  readonly sale: EventSale
  readonly view: Promise<EventMapView>
}

/** Maps cached by channel and language, for as long as their sources are cached. */
const cachedViews = new WeakMap<Availability, Map<string, CachedView>>()

function sharedView(
  context: Context,
  sale: EventSale,
  available: Availability,
  request: MapRequest,
): Promise<EventMapView> {
  let views = cachedViews.get(available)
  if (!views) cachedViews.set(available, (views = new Map()))
  const key = `${context.channel} ${context.locale}`
  const kept = views.get(key)
  if (kept?.sale === sale) return kept.view
  const view = viewOf(context, sale, available, request).then(shareReply)
  views.set(key, { sale, view })
  return view
}

async function viewOf(
  context: Context,
  sale: EventSale,
  available: Availability,
  request: MapRequest,
  code?: AccessCode,
): Promise<EventMapView> {
  const { event, offering } = sale
  const types = event.ticketTypes.filter(
    (type) => sellsThrough(type, context.channel) && isTypeOpen(sale, type, code),
  )
  const shown = request.ticketTypes
    ? types.filter((type) => request.ticketTypes?.includes(type.ticketTypeId))
    : types
  const now = context.clock.now()
  const views = await ticketTypeViews(context, sale, shown)
  const packages = await packagesLeft(context, sale)
  const only = request.onlyAccessCodeSeats ?? false
  const isWhole =
    request.sectionId === undefined &&
    request.ticketTypes === undefined &&
    !only &&
    !reservesSomething(sale)
  const isOpen = (poolId: number) =>
    isPoolSold(shown, poolId) && isPoolOpen(sale, poolId, code, only)
  const pools = available.pools
    .filter(({ poolId }) => isPoolShown(sale, poolId, shown, request))
    .map(({ poolId, left }) => ({
      poolId,
      left: isOpen(poolId) ? (packages.get(poolId) ?? left) : 0,
    }))
  const openPools = new Map(
    pools.filter(({ poolId }) => isOpen(poolId)).map(({ poolId, left }) => [poolId, left]),
  )
  return {
    eventId: event.eventId,
    isOnSale: isOnSale(sale, now),
    salesOpenAt: offering.salesOpenAt?.toISOString() ?? null,
    salesCloseAt: offering.salesCloseAt?.toISOString() ?? null,
    placesPerOrderMax: orderMaxOf(sale),
    asks: asksOf(context, sale),
    holdSeconds: offering.holdSeconds,
    forbidsSingleSeats: event.forbidsSingleSeats,
    layout: layoutAddress(sale),
    ...(isWhole
      ? wholeText(available)
      : textOf(
          openStates(sale, onlyShown(sale, available.states, shown, request.sectionId), code, only),
        )),
    pools,
    heldUntil: heldUntilOf(available, openPools),
    access: {
      keeps: reservesEverything(sale)
        ? 'everything'
        : reservesSomething(sale)
          ? 'parts'
          : 'nothing',
      isOpened: code !== undefined && reservesSomething(sale),
    },
    hasWaitingRoom: (await findQueue(context, subjectOfShow(event.showId))) !== undefined,
    exclusiveTypes: sale.rules.exclusiveTypes.map((group) => [...group]),
    naming: sale.rules.naming && placeNounsOf(sale.rules.naming, context.locale),
    ticketTypes: views,
    zones: zonesOf(views),
  }
}

/** Verifications and fields required at checkout, shown before a choice. */
function asksOf(
  context: Context,
  { rules: { buyerChecks, extraFields } }: EventSale,
): EventMapView['asks'] {
  const details = extraFields
    .filter(({ isRequired }) => isRequired)
    .map(({ label }) => label[context.locale])
  const ticketsPerPersonMax = buyerChecks?.ticketsPerPersonMax ?? null
  return { phoneCode: buyerChecks?.phone ?? false, ticketsPerPersonMax, details }
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
    const kept = await cachedAvailability(context, sale.event.eventId)
    return kept ? ok(kept) : fail('NotFound')
  }
  const order = await findOwnOrder(context, { orderKey })
  if (!order.ok) return order
  const holdIds = orderAllocations(order.value.lines).map((allocation) => allocation.holdId)
  return ok(await availabilityOf(context, sale, holdIds))
}

function wholeText(available: Availability): EncodedPlaces {
  available.encoded ??= textOf(available.states)
  return available.encoded
}

function textOf(states: Uint8Array): EncodedPlaces {
  if (states.length <= 1) return { availability: '', held: '', yours: [] }
  return {
    availability: encodeAvailability(states),
    held: encodeHeld(states),
    yours: yoursOf(states),
  }
}

/** Free places that were not requested, or that no shown type sells, appear blocked. */
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

/** Place states as in `Events/Map` without further parameters, with or without this code. */
export function shownStates(
  context: Context,
  sale: EventSale,
  states: Uint8Array,
  code: AccessCode | undefined,
): Uint8Array {
  if (!reservesSomething(sale)) return states
  const types = sale.event.ticketTypes.filter(
    (type) => sellsThrough(type, context.channel) && isTypeOpen(sale, type, code),
  )
  return openStates(sale, onlyShown(sale, states, types, undefined), code)
}

function isPoolShown(
  sale: EventSale,
  poolId: number,
  shown: readonly TicketTypeForSale[],
  request: MapRequest,
): boolean {
  if (request.ticketTypes !== undefined && !shown.some((type) => type.poolId === poolId))
    return false
  if (request.sectionId === undefined) return true
  const section = sale.layout?.layout.sections.find(
    (candidate) => candidate.id === request.sectionId,
  )
  return section?.pool?.poolId === poolId
}

/** Remaining quantities of all pools for this channel; zero for pools that it does not sell. */
export async function poolsAsSold(
  context: Context,
  sale: EventSale,
  pools: Availability['pools'],
  code: AccessCode | undefined,
): Promise<Availability['pools'][number][]> {
  const types = sale.event.ticketTypes.filter((type) => sellsThrough(type, context.channel))
  const packages = await packagesLeft(context, sale)
  return pools.map(({ poolId, left }) => ({
    poolId,
    left:
      isPoolSold(types, poolId) && isPoolOpen(sale, poolId, code, false)
        ? (packages.get(poolId) ?? left)
        : 0,
  }))
}

function isPoolSold(shown: readonly TicketTypeForSale[], poolId: number): boolean {
  return shown.some((type) => type.poolId === poolId && type.status === 'Active')
}

/** Price zones on sale, with their lowest prices. */
function zonesOf(types: readonly TicketTypeView[]): EventMapView['zones'] {
  const zones = new Map<string, { ticketTypeIds: number[]; from: Money }>()
  for (const { zone, ticketTypeId, total, isActive } of types) {
    if (zone === null || !isActive) continue
    const known = zones.get(zone) ?? { ticketTypeIds: [], from: total }
    known.ticketTypeIds.push(ticketTypeId)
    if (total.amount < known.from.amount) known.from = total
    zones.set(zone, known)
  }
  return [...zones].map(([zone, { ticketTypeIds, from }]) => ({ zone, ticketTypeIds, from }))
}
