/** Places of a date that are given to outside sellers: taken here, and sold or taken back there. */
import { orderStatus, orderStatusName, ticketStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import type { AllotmentView } from '#modules/box-office/outside-contract.ts'
import {
  readOutsideDate,
  sourceName,
  type OutsideDate,
  type OutsideLine,
} from '#modules/events/server/public-api.ts'
import { endTickets, issueTickets, readTicketStates } from '#modules/tickets/server/public-api.ts'
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
  readonly isPrinted: boolean
}

/** Tickets that one call issues for printing. */
const printedMax = 500

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
  const { isPrinted } = given
  if (isPrinted && countOf(lines.value) > printedMax) return fail('TooManyPrinted')
  return inTransaction<Result<AllotmentView, ErrorCode>>(context, async (inside) => {
    await lockOutsideOrders(inside, actor.merchantId)
    const { seller, eventId } = given
    const placed = await placeOutside(inside, [
      {
        status: isPrinted ? orderStatus.Preprint : orderStatus.ThirdParty,
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
    if (isPrinted) await issueTickets(inside, { ...order, isUnsent: true })
    await logStaffChange(inside, {
      action: 'dates.allot',
      subject: `event ${eventId}`,
      after: { seller, orderNumber: order.orderNumber, places: countOf(order.lines), isPrinted },
    })
    return ok(await presentAllotment(inside, order, seller))
  })
}

function linesOf(
  date: OutsideDate,
  { merchantId }: StaffActor,
  { placeIds, ticketTypeId, quantity, isPrinted }: GivenPlaces,
): Result<OutsideLine[], ErrorCode> {
  const type = ticketTypeId === undefined ? '' : String(ticketTypeId)
  const words = { type, section: '', row: '', seat: '', isPrinted }
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

function countOf(lines: readonly Pick<OutsideLine, 'quantity'>[]): number {
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
  const allotments: AllotmentView[] = []
  for (const { orderId, seller } of sellers) {
    const order = orders.get(orderId)
    if (order) allotments.push(await presentAllotment(context, order, seller))
  }
  return ok({ allotments })
}

interface TakenBack {
  readonly orderNumber: string
  readonly lineIds?: readonly number[] | undefined
  readonly ticketIdentifiers?: readonly string[] | undefined
}

export async function takeAllotmentBack(
  context: Context,
  actor: StaffActor,
  request: TakenBack,
): Promise<Result<AllotmentView, ErrorCode>> {
  const orderNumber = request.orderNumber.toUpperCase()
  const found = await findOrder(context, { orderNumber })
  if (!found || !isOwn(found, actor)) return fail('NotFound')
  return inTransaction<Result<AllotmentView, ErrorCode>>(context, async (inside) => {
    const locked = await lockOrder(inside, found)
    if (!locked.ok) return fail('NotFound')
    const order = locked.value
    const leaving = await unitsTakenBack(inside, order, request)
    if (!leaving.ok) return leaving
    const { units, ...options } = leaving.value
    await takeBackOutside(inside, order, units, options)
    await logStaffChange(inside, {
      action: 'dates.take-back',
      subject: `order ${orderNumber}`,
      after: { places: [...units.values()].reduce((sum, count) => sum + count, 0) },
    })
    const after = await findOrder(inside, { orderNumber })
    invariant(after, 'the order is there')
    return ok(await presentAllotment(inside, after, after.buyer.name))
  })
}

interface LeavingUnits {
  /** By line. */
  readonly units: ReadonlyMap<number, number>
  /** Of an allotment with printed tickets. */
  readonly isLastTicket?: boolean
}

/** What leaves a locked allotment; its printed tickets end. */
async function unitsTakenBack(
  context: Context,
  order: Order,
  request: TakenBack,
): Promise<Result<LeavingUnits, ErrorCode>> {
  const { lineIds, ticketIdentifiers } = request
  if (order.status === orderStatus.Preprint) return endPrinted(context, order, request)
  if (order.status !== orderStatus.ThirdParty) return fail('OrderStatusNotAllowed')
  if (ticketIdentifiers) return fail('NotFound')
  const wanted = lineIds && new Set(lineIds)
  const leaving = order.lines.filter(({ id }) => wanted?.has(id) ?? true)
  if (leaving.length < (wanted?.size ?? 1)) return fail('NotFound')
  return ok({ units: new Map(leaving.map(({ id, quantity }) => [id, quantity])) })
}

/** Ends the tickets that were brought back; without a choice all that have not admitted anybody. */
async function endPrinted(
  context: Context,
  order: Order,
  { lineIds, ticketIdentifiers }: TakenBack,
): Promise<Result<LeavingUnits, ErrorCode>> {
  const valid = (await readTicketStates(context, order.id, { isLocked: true })).filter(
    ({ status }) => status === ticketStatus.Active,
  )
  const lines = lineIds && new Set(lineIds)
  const tickets = ticketIdentifiers && new Set(ticketIdentifiers)
  const chosen = valid.filter(
    ({ lineId, identifier }) => (lines?.has(lineId) ?? true) && (tickets?.has(identifier) ?? true),
  )
  const isWhole =
    chosen.length >= (tickets?.size ?? 1) &&
    new Set(chosen.map(({ lineId }) => lineId)).size >= (lines?.size ?? 1)
  if (!isWhole) return fail('NotFound')
  const ending = lines || tickets ? chosen : chosen.filter(({ isUsed }) => !isUsed)
  const ended = await endTickets(context, ending, { status: ticketStatus.Inactive })
  if (ending.length === 0 || !ended) return fail('TicketUsed')
  const units = new Map<number, number>()
  for (const { lineId } of ending) units.set(lineId, (units.get(lineId) ?? 0) + 1)
  return ok({ units, isLastTicket: ending.length === valid.length })
}

function isOwn({ lines }: Order, { merchantId }: StaffActor): boolean {
  return lines.every((line) => line.merchantId === merchantId)
}

async function presentAllotment(
  context: Context,
  order: Order,
  seller: string,
): Promise<AllotmentView> {
  const { locale } = context
  const isPrinted = order.status === orderStatus.Preprint
  const isOpen = isPrinted || order.status === orderStatus.ThirdParty
  const tickets = isPrinted ? await readTicketStates(context, order.id, { isLocked: false }) : []
  const valid = tickets.filter(({ status }) => status === ticketStatus.Active)
  const places = (isOpen ? order.lines : []).map((line) => {
    const own = valid.filter(({ lineId }) => lineId === line.id)
    return {
      lineId: line.id,
      placeId: line.placeId,
      typeName: line.description[locale],
      section: line.detail.section?.[locale] ?? null,
      row: line.detail.row ?? null,
      seat: line.detail.seat ?? null,
      quantity: isPrinted ? own.length : line.quantity,
      ticketIdentifiers: own.filter(({ isUsed }) => !isUsed).map(({ identifier }) => identifier),
    }
  })
  return {
    orderNumber: order.orderNumber,
    statusName: orderStatusName(order.status),
    seller,
    eventId: order.lines[0]?.itemId ?? 0,
    createdAt: order.createdAt.toISOString(),
    places: places.filter(({ quantity }) => quantity > 0),
  }
}
