import { orderStatus, type OrderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
import { isOpenTo } from '#modules/catalogue/server/public-api.ts'
import {
  findOrder,
  findOwnOrder,
  releaseOrder,
  isOpen,
  shownStatus,
  takeOffer,
  takeQuotes,
  type Order,
} from '#modules/orders/server/public-api.ts'
import {
  bindPass,
  findQueue,
  passInto,
  spendPass,
  type Pass,
} from '#modules/queue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { eventSource } from './event-source.ts'
import type { SeatBoards } from './best/seat-boards.ts'
import { takePromised } from './best/take-promised.ts'
import { planPackages, quotesOf, seatRequests } from './packages.ts'
import { isOnSale, refusalOfShape, typesOf, type EventRequest } from './quote.ts'
import { findSale, type EventSale } from './sale.ts'

/**
 * Holds what is requested, in the caller's order or a new one: places of one event, or packages, whose parts
 * are held together or not at all.
 */
export async function takePlaces(
  context: Context,
  boards: SeatBoards,
  request: EventRequest,
  orderKey: string | undefined,
): Promise<Result<Order, ErrorCode>> {
  const sale = await findSale(context, request.eventId)
  const queue = sale && (await findQueue(context, sale.event.showId))
  if (!queue) return take(context, boards, request, orderKey)
  if (context.channel === '') return fail('IntegrationChannelNotFound')
  const refusal = refusalOfShape(request)
  if (refusal) return refusal
  if (!isOpenTo(sale.event, request.accessCode) || !isOnSale(sale, context.clock.now()))
    return fail('EventNotActive')
  const pass = await passInto(context, queue.showId, request.waitingRoomToken)
  if (!pass.ok) return pass
  if (!pass.value) return take(context, boards, request, orderKey)
  return takeWithPass(context, boards, request, orderKey?.toLowerCase(), pass.value)
}

/** A queue token serves one order, until it is paid or has ended unpaid. */
async function takeWithPass(
  context: Context,
  boards: SeatBoards,
  request: EventRequest,
  orderKey: string | undefined,
  pass: Pass,
): Promise<Result<Order, ErrorCode>> {
  const isSame = orderKey !== undefined && orderKey === pass.orderKey
  if (pass.orderKey !== null) {
    const bound = await findOrder(context, { orderKey: pass.orderKey })
    const status = bound ? shownStatus(bound, context.clock.now()) : orderStatus.Canceled
    if (isBought(status)) await spendPass(context, pass)
    const mayGoOn = isEnded(status) || (isOpen(status) && isSame)
    if (!mayGoOn) return fail('QueueTokenAlreadyUsed')
  }
  if (orderKey !== undefined && !isSame) {
    const own = await findOwnOrder(context, { orderKey })
    if (!own.ok) return own
    // Bound first: what is taken for an order that is there already could not be told from what it had.
    if (!(await bindPass(context, pass, orderKey))) return fail('QueueTokenAlreadyUsed')
  }
  const taken = await take(context, boards, request, orderKey)
  if (!taken.ok || orderKey !== undefined) return taken
  const fresh = taken.value.orderKey
  if (await bindPass(context, pass, fresh)) return taken
  await releaseOrder(context, { orderKey: fresh, cancel: true })
  return fail('QueueTokenAlreadyUsed')
}

function isBought(status: OrderStatus): boolean {
  const { Processed, WaitingForTicket, Transferred } = orderStatus
  return ([Processed, WaitingForTicket, Transferred] as OrderStatus[]).includes(status)
}

function isEnded(status: OrderStatus): boolean {
  const { Canceled, Timeout, Failed } = orderStatus
  return ([Canceled, Timeout, Failed] as OrderStatus[]).includes(status)
}

async function take(
  context: Context,
  boards: SeatBoards,
  request: EventRequest,
  orderKey: string | undefined,
): Promise<Result<Order, ErrorCode>> {
  const sale = request.places?.length ? await findSale(context, request.eventId) : null
  const isPackage = request.places?.some(
    ({ ticketTypeId }) => sale?.types.get(ticketTypeId)?.parts.length,
  )
  if (sale && isPackage) return takePackages(context, boards, sale, request, orderKey)
  return takeOffer(context, eventSource, { request, orderKey })
}

async function takePackages(
  context: Context,
  boards: SeatBoards,
  sale: EventSale,
  request: EventRequest,
  orderKey: string | undefined,
): Promise<Result<Order, ErrorCode>> {
  if (context.channel === '') return fail('IntegrationChannelNotFound')
  const refusal = refusalOfShape(request)
  if (refusal) return refusal
  if (!isOpenTo(sale.event, request.accessCode) || !isOnSale(sale, context.clock.now()))
    return fail('EventNotActive')
  const types = typesOf(sale, request, context.channel)
  if (!types.ok) return types
  const requested = types.value.map((type) => ({ type, quantity: quantityOf(request, type) }))
  // Packages and single tickets are priced apart; the other kind goes into the same order with a call of its own.
  const other = requested.find(({ type }) => type.parts.length === 0 || type.currency !== 'GEL')
  if (other) return fail('TicketTypeNotActive', { ticketTypeId: other.type.ticketTypeId })
  const max = sale.offering.placesPerOrderMax
  const count = requested.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count > max) return fail('TotalCountIsInvalid', { max })
  for (const { type, quantity } of requested)
    if (type.perOrderMax !== null && quantity > type.perOrderMax)
      return fail('TotalCountIsInvalid', { max: type.perOrderMax, ticketTypeId: type.ticketTypeId })
  const planned = await planPackages(context, sale, requested)
  if (!planned.ok) return planned
  const requests = await seatRequests(context, boards, planned.value)
  const taken = await takePromised(requests, (places) =>
    takeQuotes(context, quotesOf(planned.value, places), { orderKey }),
  )
  return taken ?? fail('SeatNotAvailable', { placeIds: [], poolIds: [] })
}

function quantityOf(request: EventRequest, type: { readonly ticketTypeId: number }): number {
  return (request.places ?? [])
    .filter(({ ticketTypeId }) => ticketTypeId === type.ticketTypeId)
    .reduce((sum, { quantity }) => sum + quantity, 0)
}
