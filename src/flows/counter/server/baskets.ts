import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import type { ReservationView } from '#modules/box-office/basket-contract.ts'
import type { BasketView } from '#modules/box-office/contract.ts'
import {
  findOpenBasket,
  findOpenShift,
  findReservedName,
  isCounterSession,
  listOpenReservations,
  readSaleEnds,
  writeReservation,
} from '#modules/box-office/server/public-api.ts'
import { counterChannel, takeBest, takePlaces } from '#modules/events/server/public-api.ts'
import {
  findOrder,
  isOpen,
  extendOrderUntil,
  moveOrder,
  presentQuestions,
  releaseOrder,
  releaseOrderPlaces,
  shownStatus,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { findStaffEvent, logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { lockPayable } from './payable.ts'
import type { CounterPorts } from './ports.ts'
import { atCounter } from './session.ts'

/** An unsold order of the organiser's counters, and the context of its owner. */
export interface Basket {
  readonly order: Order
  readonly counter: Context
}

/** An order that a counter of the caller's organiser holds; others are reported as not found. */
export async function findBasket(
  context: Context,
  actor: StaffActor,
  orderKey: string,
): Promise<Result<Basket, ErrorCode>> {
  const order = await findOrder(context, { orderKey: orderKey.toLowerCase() })
  const { sessionId } = order ?? {}
  if (!order || !sessionId || order.channel !== counterChannel) return fail('NotFound')
  if (!(await isCounterSession(context, actor, sessionId))) return fail('NotFound')
  return ok({ order, counter: atCounter(context, sessionId) })
}

export interface HoldRequest {
  readonly eventId: number
  readonly seats: readonly { readonly ticketTypeId: number; readonly placeId: number }[]
  /** The layout in which the seats were chosen; absent: the current one. */
  readonly digest?: string | undefined
  readonly ticketTypeId?: number | undefined
  readonly quantity: number
  readonly orderKey?: string | undefined
}

/** Holds chosen seats, or the best ones, for the buyer at the counter, in competition with online buyers. */
export async function holdAtCounter(
  context: Context,
  ports: CounterPorts,
  actor: StaffActor,
  { eventId, seats, digest, ticketTypeId, quantity, orderKey }: HoldRequest,
): Promise<Result<Order, ErrorCode>> {
  const event = await findStaffEvent(context, actor, eventId)
  if (!event.ok) return event
  const shift = await findOpenShift(context, actor.staffId)
  if (!shift) return fail('ShiftNotOpen')
  let counter = atCounter(context, shift.sessionId)
  if (orderKey !== undefined) {
    const basket = await findBasket(context, actor, orderKey)
    if (!basket.ok) return basket
    counter = basket.value.counter
  }
  if (seats.length > 0) {
    const request = { eventId, seats, digest }
    return takePlaces(counter, ports.boards, request, orderKey, { isBesideQueue: true })
  }
  if (ticketTypeId === undefined) return fail('TicketTypeNotFound')
  const request = { eventId, ticketTypeId, quantity }
  return takeBest(counter, ports.boards, { request, orderKey, isBesideQueue: true })
}

/** Releases these lines, or everything; null when nothing is left. */
export async function releaseBasket(
  context: Context,
  actor: StaffActor,
  {
    orderKey,
    lineIds,
  }: { readonly orderKey: string; readonly lineIds?: readonly number[] | undefined },
): Promise<Result<Order | null, ErrorCode>> {
  const basket = await findBasket(context, actor, orderKey)
  if (!basket.ok) return basket
  const { counter, order } = basket.value
  if (order.status === orderStatus.PaymentPending)
    return lineIds ? fail('OrderStatusNotAllowed') : cancelUnpaid(counter, order.orderKey)
  const left = await releaseOrder(counter, {
    orderKey: order.orderKey,
    ...(lineIds && { lineIds }),
    cancel: true,
  })
  if (!left.ok) return left
  return ok(isOpen(left.value.status) && left.value.lines.length > 0 ? left.value : null)
}

/** Allowed after a declined card; nothing is released while the terminal has not answered. */
async function cancelUnpaid(context: Context, orderKey: string): Promise<Result<null, ErrorCode>> {
  return inTransaction<Result<null, ErrorCode>>(context, async (inside) => {
    const payable = await lockPayable(inside, orderKey)
    if (!payable.ok) return payable
    await releaseOrderPlaces(inside, [payable.value])
    const moved = await moveOrder(inside, payable.value, orderStatus.Canceled, 'canceled-by-buyer')
    return moved.ok ? ok(null) : moved
  })
}

export interface Reserving {
  readonly orderKey: string
  readonly name: string
  readonly phone: string
  readonly note: string
  readonly until: string
}

/** Reserves the held places under a name. Places that are not collected expire. */
export async function reserveAtCounter(
  context: Context,
  actor: StaffActor,
  { until: given, ...reserving }: Reserving,
): Promise<Result<ReservationView, ErrorCode>> {
  const basket = await findBasket(context, actor, reserving.orderKey)
  if (!basket.ok) return basket
  const { order, counter } = basket.value
  const until = new Date(given)
  const eventId = eventOf(order)
  if (eventId === undefined) return fail('NotFound')
  const event = await findStaffEvent(context, actor, eventId)
  if (!event.ok) return event
  const end = (await readSaleEnds(context, [event.value])).get(eventId)
  if (!end || until > end || until <= context.clock.now()) return fail('ReservedTooLong')
  const { orderKey } = order
  const kept = await inTransaction<Result<Order, ErrorCode>>(counter, async (inside) => {
    const longer = await extendOrderUntil(inside, orderKey, until)
    if (!longer.ok) return longer
    await writeReservation(inside, actor, { ...reserving, orderKey, eventId, until })
    await logStaffChange(
      { ...inside, actor },
      {
        action: 'counter.reserve',
        subject: `order ${order.orderNumber}`,
        after: { until: until.toISOString() },
      },
    )
    return longer
  })
  if (!kept.ok) return kept
  const [reservation] = await listOpenReservations(context, actor, orderKey)
  invariant(reservation, 'what was kept is there')
  return ok(reservation)
}

function eventOf({ lines }: Order): number | undefined {
  return lines.find(({ kind }) => kind === 'Ticket')?.itemId ?? undefined
}

/** The shift's current order for the buyer at the counter, so that a reloaded page continues with it. */
export async function openBasketOf(
  context: Context,
  ports: CounterPorts,
  sessionId: string,
): Promise<BasketView | null> {
  const orderKey = await findOpenBasket(context, sessionId)
  const order = orderKey === undefined ? undefined : await findOrder(context, { orderKey })
  return order && order.lines.length > 0 ? presentBasket(context, ports, order) : null
}

export async function presentBasket(
  context: Context,
  { checkout }: CounterPorts,
  order: Order,
): Promise<BasketView> {
  const { locale } = context
  return {
    orderKey: order.orderKey,
    orderNumber: order.orderNumber,
    eventId: eventOf(order) ?? 0,
    total: money(order.totalMinor, order.currency),
    deadlineAt: order.deadlineAt.toISOString(),
    name: await findReservedName(context, order.orderKey),
    lines: order.lines
      .filter(({ kind }) => kind === 'Ticket')
      .map(({ id, placeId, description, detail, quantity }) => ({
        lineId: id,
        placeId,
        name: description[locale],
        section: detail.section?.[locale] ?? null,
        row: detail.row ?? null,
        seat: detail.seat ?? null,
        quantity,
      })),
    extras: await presentQuestions(context, checkout.orders.sources, order),
  }
}

/** One held order; sold or ended ones are reported as not found. */
export async function readBasket(
  context: Context,
  ports: CounterPorts,
  actor: StaffActor,
  orderKey: string,
): Promise<Result<BasketView, ErrorCode>> {
  const basket = await findBasket(context, actor, orderKey)
  if (!basket.ok) return basket
  const { order } = basket.value
  const status = shownStatus(order, context.clock.now())
  if (!isOpen(status) && status !== orderStatus.PaymentPending) return fail('NotFound')
  return ok(await presentBasket(context, ports, order))
}
