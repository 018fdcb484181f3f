import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
import { readLivePools } from '#modules/inventory/server/public-api.ts'
import type { TicketTypeForSale } from '#modules/catalogue/server/public-api.ts'
import {
  findNewestDraft,
  type Order,
  type OrderRequest,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { IndexRequest } from '#seatmap/best-index.ts'
import type { ExpandedLayout } from '#seatmap/expand.ts'
import type { AccessCode } from '#modules/sale-rules/server/public-api.ts'
import { reservesEverything } from './access.ts'
import type { SeatBoards } from './best/seat-boards.ts'
import { takeReserved } from './best/take-reserved.ts'
import { codeFor } from './codes.ts'
import { hiddenPlaces, isTypeOpen } from './open-map.ts'
import { lariPrice } from './pricing.ts'
import { isOnSale, orderMaxOf, sellsThrough, type EventRequest } from './quote.ts'
import { findSale, type EventSale } from './sale.ts'
import { takePlaces } from './take-places.ts'

/**
 * Holds the best places for the request of the caller's newest draft: adjacent and near the stage, or a quantity of
 * a pool. The request's quantity defaults to one ticket of any type. Unavailability is only reported after reading
 * the database, with no places reserved by other requests.
 */
export async function reserveBest(
  context: Context,
  boards: SeatBoards,
  given: { readonly accessCode?: string; readonly waitingRoomToken?: string } = {},
  guard: CodeGuard = (_, work) => work(),
): Promise<Result<Order, ErrorCode>> {
  const draft = await findNewestDraft(context)
  if (!draft.ok) return draft
  const { orderKey, request } = draft.value
  // A wrong code counts as an attempt in every call.
  const accessCode = given.accessCode ?? request?.accessCode
  return guard({ accessCode, eventId: request?.eventId }, () =>
    takeBest(context, boards, { request, orderKey, given }),
  )
}

/** Runs the work unless too many wrong codes were tried. */
type CodeGuard = (
  wanted: { readonly accessCode: string | undefined; readonly eventId: number | undefined },
  work: () => Promise<Result<Order, ErrorCode>>,
) => Promise<Result<Order, ErrorCode>>

/** The same for a request without a draft; creates an order if there is none. */
export async function takeBest(
  context: Context,
  boards: SeatBoards,
  {
    request,
    orderKey,
    given = {},
    isBesideQueue = false,
  }: {
    readonly request: OrderRequest | null
    readonly orderKey?: string | undefined
    readonly given?: { readonly accessCode?: string; readonly waitingRoomToken?: string }
    readonly isBesideQueue?: boolean
  },
): Promise<Result<Order, ErrorCode>> {
  if (request?.eventId === undefined) return fail('SeatsNotPassed')
  const quantity = request.quantity ?? 1
  const sale = await findSale(context, request.eventId)
  if (!sale || !isOnSale(sale, context.clock.now())) return fail('EventNotActive')
  if (quantity > orderMaxOf(sale)) return fail('TotalCountIsInvalid', { max: orderMaxOf(sale) })
  const accessCode = given.accessCode ?? request.accessCode
  const { waitingRoomToken } = given
  const code = await codeFor(context, accessCode, sale.event)
  if (code === null) return fail('InvalidAccessCode')
  if (!code && reservesEverything(sale)) return fail('InvalidAccessCode')
  const wanted = { ...request, quantity, code }
  const candidates = candidatesOf(context, sale, wanted)
  if (candidates.length === 0) return fail('TicketTypeNotFound')
  const { priceMinorMin = 0, priceMinorMax = Infinity } = wanted
  const affordable = candidates.filter(
    ({ totalMinor }) => totalMinor >= priceMinorMin && totalMinor <= priceMinorMax,
  )
  const take = (places: Pick<EventRequest, 'seats' | 'places' | 'digest' | 'isSuggested'>) =>
    takePlaces(
      context,
      boards,
      { eventId: sale.event.eventId, ...places, accessCode, waitingRoomToken },
      orderKey,
      { isBesideQueue },
    )
  const byZone = cheapestByZone(affordable)
  const board = byZone.size > 0 ? await boards.of(context, sale) : null
  if (board) {
    const seatRequest = { board, request: indexRequest(sale, byZone, wanted) }
    const seated = await takeReserved([seatRequest], ([placeIds = []]) =>
      take({
        seats: typedSeats(board.expanded, byZone, placeIds),
        digest: sale.event.layoutDigest ?? undefined,
        isSuggested: true,
      }),
    )
    if (seated) return seated
  }
  const pool = await findPool(context, sale, affordable, wanted)
  if (!pool) return fail('SeatNotAvailable', { placeIds: [], poolIds: [] })
  return take({ places: [{ ticketTypeId: pool.ticketTypeId, quantity }] })
}

type Wanted = OrderRequest & {
  readonly quantity: number
  readonly code: AccessCode | undefined
}

/** A matching ticket type, and its price with the fee. */
interface Candidate {
  readonly type: TicketTypeForSale
  readonly totalMinor: number
}

/** A pool with enough capacity, read from the database. */
async function findPool(
  context: Context,
  sale: EventSale,
  affordable: readonly Candidate[],
  wanted: Wanted,
): Promise<TicketTypeForSale | undefined> {
  const inPools = affordable.filter(
    ({ type }) => type.poolId !== null && isPoolWanted(sale, type.poolId, wanted),
  )
  if (inPools.length === 0) return undefined
  const { pools } = await readLivePools(context, sale.event.offeringId)
  return inPools.find(({ type }) =>
    pools.some(({ poolId, left }) => poolId === type.poolId && left >= wanted.quantity),
  )?.type
}

/** The types that this channel sells now and the request allows, regardless of price. */
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

/** A standing floor has no wheelchair spaces; otherwise it matches when its section does. */
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

/** When several types sell one zone, the cheapest is used. */
function cheapestByZone(candidates: readonly Candidate[]): ReadonlyMap<string, Candidate> {
  const byZone = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const { zone } = candidate.type
    if (zone === null) continue
    const known = byZone.get(zone)
    if (!known || candidate.totalMinor < known.totalMinor) byZone.set(zone, candidate)
  }
  return byZone
}

function indexRequest(
  sale: EventSale,
  byZone: ReadonlyMap<string, Candidate>,
  wanted: Wanted,
): IndexRequest {
  const hidden = hiddenPlaces(sale, wanted.code)
  return {
    zonePrices: new Map([...byZone].map(([zone, { totalMinor }]) => [zone, totalMinor])),
    quantity: wanted.quantity,
    together: wanted.together ?? false,
    ...(wanted.zone === undefined ? {} : { zoneKeys: new Set([wanted.zone]) }),
    ...(wanted.sectionId === undefined ? {} : { sectionIds: new Set([wanted.sectionId]) }),
    accessible: wanted.accessible ?? false,
    ...(hidden ? { hidden } : {}),
  }
}

function typedSeats(
  expanded: ExpandedLayout,
  byZone: ReadonlyMap<string, Candidate>,
  placeIds: readonly number[],
): NonNullable<EventRequest['seats']> {
  return placeIds.flatMap((placeId) => {
    const zone = expanded.layout.zones[expanded.zone[placeId] ?? 0]
    const type = zone && byZone.get(zone.key)?.type
    return type ? [{ ticketTypeId: type.ticketTypeId, placeId }] : []
  })
}
