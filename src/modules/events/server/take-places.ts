import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
import { isOpenTo } from '#modules/catalogue/server/public-api.ts'
import {
  takeAdmitted,
  takeOffer,
  takeQuotes,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { findQueue, subjectOfShow } from '#modules/queue/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { eventSource } from './event-source.ts'
import type { SeatBoards } from './best/seat-boards.ts'
import { takeReserved } from './best/take-reserved.ts'
import { planPackages, quotesOf, seatRequests } from './packages.ts'
import { isOnSale, orderMaxOf, refusalOfShape, typesOf, type EventRequest } from './quote.ts'
import { findSale, type EventSale } from './sale.ts'

/** Options for taking places. */
export interface TakingOptions {
  /** Set at a counter, whose buyers bypass the online queue. */
  readonly isBesideQueue?: boolean
  /** Further work on the order in the same transaction: its refusal rolls back the hold. */
  readonly together?: (inside: Context, taken: Order) => Promise<Result<Order, ErrorCode>>
}

/**
 * Holds what is requested, in the caller's order or a new one: places of one event, or packages, whose parts
 * are held together or not at all.
 */
export async function takePlaces(
  context: Context,
  boards: SeatBoards,
  request: EventRequest,
  orderKey: string | undefined,
  { isBesideQueue = false, together }: TakingOptions = {},
): Promise<Result<Order, ErrorCode>> {
  const hold: Holding = (holding) =>
    together
      ? inTransaction(context, async (inside) => {
          const taken = await holding(inside)
          return taken.ok ? together(inside, taken.value) : taken
        })
      : holding(context)
  const takeFor = (key: string | undefined): Promise<Result<Order, ErrorCode>> =>
    take(context, boards, hold, { request, orderKey: key })
  const sale = await findSale(context, request.eventId)
  const subject = sale && subjectOfShow(sale.event.showId)
  if (isBesideQueue || !subject || !(await findQueue(context, subject))) return takeFor(orderKey)
  const refusal = refusalOfShape(request)
  if (refusal) return refusal
  if (!isOpenTo(sale.event, request.accessCode) || !isOnSale(sale, context.clock.now()))
    return fail('EventNotActive')
  const { waitingRoomToken } = request
  // A queue token is bound to a stored session.
  await context.unwrittenSession?.write()
  return takeAdmitted(context, { subject, waitingRoomToken, orderKey }, () =>
    takeFor(orderKey?.toLowerCase()),
  )
}

/**
 * Runs the hold and its additional work in one transaction. Places are chosen before it, from the process's shared
 * view of free seats.
 */
type Holding = (
  holding: (context: Context) => Promise<Result<Order, ErrorCode>>,
) => Promise<Result<Order, ErrorCode>>

interface Taking {
  readonly request: EventRequest
  readonly orderKey: string | undefined
}

async function take(
  context: Context,
  boards: SeatBoards,
  hold: Holding,
  taking: Taking,
): Promise<Result<Order, ErrorCode>> {
  const { request, orderKey } = taking
  const sale = request.places?.length ? await findSale(context, request.eventId) : null
  const isPackage = request.places?.some(
    ({ ticketTypeId }) => sale?.types.get(ticketTypeId)?.parts.length,
  )
  if (sale && isPackage) return takePackages(context, boards, hold, { ...taking, sale })
  return hold((inside) => takeOffer(inside, eventSource, { request, orderKey }))
}

async function takePackages(
  context: Context,
  boards: SeatBoards,
  hold: Holding,
  { sale, request, orderKey }: Taking & { readonly sale: EventSale },
): Promise<Result<Order, ErrorCode>> {
  const refusal = refusalOfShape(request)
  if (refusal) return refusal
  if (!isOpenTo(sale.event, request.accessCode) || !isOnSale(sale, context.clock.now()))
    return fail('EventNotActive')
  const types = typesOf(sale, request, context.channel)
  if (!types.ok) return types
  const requested = types.value.map((type) => ({ type, quantity: quantityOf(request, type) }))
  // Packages and single tickets are priced separately; the other kind can be added to the same order with another
  // call.
  const other = requested.find(({ type }) => type.parts.length === 0 || type.currency !== 'GEL')
  if (other) return fail('TicketTypeNotActive', { ticketTypeId: other.type.ticketTypeId })
  const max = orderMaxOf(sale)
  const count = requested.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count > max) return fail('TotalCountIsInvalid', { max })
  for (const { type, quantity } of requested)
    if (type.perOrderMax !== null && quantity > type.perOrderMax)
      return fail('TotalCountIsInvalid', { max: type.perOrderMax, ticketTypeId: type.ticketTypeId })
  const planned = await planPackages(context, sale, requested)
  if (!planned.ok) return planned
  const requests = await seatRequests(context, boards, planned.value)
  const taken = await takeReserved(requests, (places) =>
    hold((inside) => takeQuotes(inside, quotesOf(planned.value, places), { orderKey })),
  )
  return taken ?? fail('SeatNotAvailable', { placeIds: [], poolIds: [] })
}

function quantityOf(request: EventRequest, type: { readonly ticketTypeId: number }): number {
  return (request.places ?? [])
    .filter(({ ticketTypeId }) => ticketTypeId === type.ticketTypeId)
    .reduce((sum, { quantity }) => sum + quantity, 0)
}
