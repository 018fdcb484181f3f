/** Places of a date that are given to outside sellers: taken here, and sold or taken back there. */
import { orderStatus, orderStatusName } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import type { AllotmentView } from '#modules/box-office/outside-contract.ts'
import {
  readOutsideDate,
  sourceName,
  type OutsideDate,
  type OutsideLine,
} from '#modules/events/server/public-api.ts'
import {
  findOrder,
  findOrders,
  listAllotted,
  lockOrder,
  lockOutsideOrders,
  placeOutside,
  takeBackOutside,
  type Order,
  type RefusedOutside,
} from '#modules/orders/server/public-api.ts'
import { findStaffEvent, isOver, logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'

interface GivenPlaces {
  readonly eventId: number
  readonly seller: string
  readonly placeIds: readonly number[]
  readonly ticketTypeId?: number | undefined
  readonly quantity: number
}

export async function giveAllotment(
  context: Context,
  actor: StaffActor,
  given: GivenPlaces,
): Promise<Result<AllotmentView, ErrorCode>> {
  const event = await findStaffEvent(context, actor, given.eventId)
  if (!event.ok) return event
  if (isOver(event.value, context.clock.now())) return fail('EventNotActive')
  const date = await readOutsideDate(context, given.eventId)
  if (!date) return fail('NotFound')
  const lines = linesOf(date, actor, given)
  if (!lines.ok) return lines
  return inTransaction<Result<AllotmentView, ErrorCode>>(context, async (inside) => {
    await lockOutsideOrders(inside, actor.merchantId)
    const { seller, eventId } = given
    const placed = await placeOutside(inside, [
      {
        status: orderStatus.ThirdParty,
        merchantId: actor.merchantId,
        buyer: { name: seller, email: '', phone: '' },
        seller,
        reference: `allotment ${inside.random.uuid()}`,
        digest: '',
        createdBy: actor.staffId,
        lines: lines.value,
      },
    ])
    if (!placed.ok) {
      const [refused] = (placed.detail?.refused ?? []) as readonly RefusedOutside[]
      return fail('SeatNotAvailable', {
        placeIds: refused?.placeIds ?? [],
        poolIds: refused?.poolIds ?? [],
      })
    }
    const [order] = placed.value
    invariant(order, 'the placed order is there')
    await logStaffChange(inside, {
      action: 'dates.allot',
      subject: `event ${eventId}`,
      after: { seller, orderNumber: order.orderNumber, places: countOf(order) },
    })
    return ok(presentAllotment(inside, order, seller))
  })
}

function linesOf(
  date: OutsideDate,
  { merchantId }: StaffActor,
  { placeIds, ticketTypeId, quantity }: GivenPlaces,
): Result<OutsideLine[], ErrorCode> {
  const type = ticketTypeId === undefined ? '' : String(ticketTypeId)
  const words = { type, section: '', row: '', seat: '' }
  const wanted =
    placeIds.length > 0
      ? [...new Set(placeIds)].map((placeId) => ({ ...words, type: '', placeId, quantity: 1 }))
      : [{ ...words, quantity }]
  if (placeIds.length === 0 && type === '') return fail('SeatsNotPassed')
  const lines: OutsideLine[] = []
  for (const place of wanted) {
    const line = date.lineOf(place)
    if (!line.ok || line.value.merchantId !== merchantId) {
      const isSeat = 'placeId' in place && !line.ok && line.code === 'unknown-seat'
      return isSeat
        ? fail('SeatNotAvailable', { placeIds: [place.placeId], poolIds: [] })
        : fail('TicketTypeNotFound')
    }
    lines.push(line.value)
  }
  return ok(lines)
}

function countOf({ lines }: Order): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

export async function listAllotments(
  context: Context,
  actor: StaffActor,
  eventId: number,
): Promise<Result<{ allotments: AllotmentView[] }, ErrorCode>> {
  const event = await findStaffEvent(context, actor, eventId)
  if (!event.ok) return event
  const { merchantId } = actor
  const of = { merchantId, source: sourceName, itemIds: [eventId] }
  const sellers = await listAllotted(context, of)
  const orders = new Map(
    (
      await findOrders(
        context,
        sellers.map(({ orderId }) => orderId),
      )
    ).map((order) => [order.id, order]),
  )
  const allotments = sellers.flatMap(({ orderId, seller }) => {
    const order = orders.get(orderId)
    return order ? [presentAllotment(context, order, seller)] : []
  })
  return ok({ allotments })
}

export async function takeAllotmentBack(
  context: Context,
  actor: StaffActor,
  request: { readonly orderNumber: string; readonly lineIds?: readonly number[] | undefined },
): Promise<Result<AllotmentView, ErrorCode>> {
  const orderNumber = request.orderNumber.toUpperCase()
  const found = await findOrder(context, { orderNumber })
  if (!found || !isOwn(found, actor)) return fail('NotFound')
  return inTransaction<Result<AllotmentView, ErrorCode>>(context, async (inside) => {
    const locked = await lockOrder(inside, found)
    if (!locked.ok) return fail('NotFound')
    const order = locked.value
    if (order.status !== orderStatus.ThirdParty) return fail('OrderStatusNotAllowed')
    const wanted = request.lineIds && new Set(request.lineIds)
    const leaving = order.lines.filter(({ id }) => wanted?.has(id) ?? true)
    if (leaving.length < (wanted?.size ?? 1)) return fail('NotFound')
    await takeBackOutside(inside, order, new Map(leaving.map(({ id, quantity }) => [id, quantity])))
    await logStaffChange(inside, {
      action: 'dates.take-back',
      subject: `order ${orderNumber}`,
      after: { places: leaving.reduce((sum, { quantity }) => sum + quantity, 0) },
    })
    const after = await findOrder(inside, { orderNumber })
    invariant(after, 'the order is there')
    return ok(presentAllotment(inside, after, after.buyer.name))
  })
}

function isOwn({ lines }: Order, { merchantId }: StaffActor): boolean {
  return lines.every((line) => line.merchantId === merchantId)
}

function presentAllotment({ locale }: Context, order: Order, seller: string): AllotmentView {
  const isOpen = order.status === orderStatus.ThirdParty
  return {
    orderNumber: order.orderNumber,
    statusName: orderStatusName(order.status),
    seller,
    eventId: order.lines[0]?.itemId ?? 0,
    createdAt: order.createdAt.toISOString(),
    places: (isOpen ? order.lines : []).map((line) => ({
      lineId: line.id,
      placeId: line.placeId,
      typeName: line.description[locale],
      section: line.detail.section?.[locale] ?? null,
      row: line.detail.row ?? null,
      seat: line.detail.seat ?? null,
      quantity: line.quantity,
    })),
  }
}
