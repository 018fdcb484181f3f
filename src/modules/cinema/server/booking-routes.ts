/** Calls for booking seats under the cinema's own names, implemented on the common order. */
import type { z } from 'zod'
import type { ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ticketStatus } from '#contract/enumerations.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  createInvitation,
  presentInvitations,
  type InvitationPorts,
} from '#modules/invitations/server/public-api.ts'
import {
  checkoutOrder,
  findOwnOrder,
  openedSession,
  orderAllocations,
  presentCheckout,
  presentOrder,
  releaseOrder,
  splitOrder,
  takeOffer,
  type Order,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import { holdTickets, type HeldTicket } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../cavea-contract.ts'
import type { CinemaSeatStatus } from '../formats.ts'
import { cinemaSource, sourceName, type CinemaRequest } from './offer-source.ts'
import { readScreenings } from './programme.ts'
import { lockSeats, unlockSeats } from './supplier/lock-seats.ts'
import type { CinemaSupplier } from './supplier/port.ts'
import { commentOnOrder, commentOnSession, readComments } from './seat-comments.ts'

/** Ticket type ids from here on are products of the bar; lower ones are admissions. */
const firstProductId = 100

interface Ports {
  /** The external cinema system; null without one. */
  readonly supplier: CinemaSupplier | null
  readonly orders: OrderPorts
  readonly invitations: InvitationPorts
}

export function bookingRoutes(ports: Ports): readonly Implementation[] {
  return [
    implement(calls.caveaBookSeat, async (context, { body }) => {
      const taken = await bookSeats(context, ports.supplier, body)
      if (!taken.ok) return taken
      return ok({
        ...(await presentOrder(context, ports.orders, taken.value)),
        ...openedSession(context),
      })
    }),
    implement(calls.caveaUnBookSeat, async (context, { body }) => {
      const left = await unbookSeats(context, ports.supplier, body)
      return left.ok ? ok(await presentOrder(context, ports.orders, left.value)) : left
    }),
    implement(calls.caveaCheckout, async (context, { body }) => {
      await ports.orders.beforeCheckout?.(context, body.orderKey)
      const order = await checkoutOrder(context, ports.orders.sources, body)
      return order.ok ? ok(await checkoutOf(context, ports, order.value)) : order
    }),
    implement(calls.caveaCheckoutDetails, async (context, { query }) => {
      const order = await findOwnOrder(context, query)
      return order.ok ? ok(await checkoutOf(context, ports, order.value)) : order
    }),
    implement(calls.caveaOrderDetails, async (context, { query }) => {
      const order = await findOwnOrder(context, query)
      if (!order.ok) return order
      const held = await holdTickets(context, ports.invitations.tickets, [order.value])
      return ok({
        ...(await presentOrder(context, ports.orders, order.value)),
        cinema: await cinemaPart(context, order.value),
        tickets: held
          .filter(({ ticket }) => ticket.source === sourceName)
          .map((ticket) => presentTicket(context, ticket)),
      })
    }),
    implement(calls.caveaShareOrderLink, (context, { body }) => shareOrder(context, ports, body)),
    implement(calls.caveaAddSeatComment, (context, { body }) => commentOnOrder(context, body)),
    implement(calls.caveaSessionAddSeatComment, (context, { body }) =>
      commentOnSession(context, { ...body, sessionId: body.caveaSessionId }),
    ),
  ]
}

/**
 * Creates a link to an order, or to some of its seats, which first become a separate order in the same transaction. The
 * locks of an external cinema system are then transferred to the new order.
 */
async function shareOrder(
  context: Context,
  { supplier, invitations }: Ports,
  { placeIds, sessionId, ...request }: z.output<(typeof calls.caveaShareOrderLink)['body']>,
): Promise<Result<ReplyOf<typeof calls.caveaShareOrderLink>, ErrorCode>> {
  const shared = await inTransaction(context, async (inside) => {
    const split = placeIds && (await splitSeats(inside, request.orderKey, { placeIds, sessionId }))
    if (split && !split.ok) return split
    const to = split
      ? { ...request, orderKey: split.value.part.orderKey, purpose: 'pay' as const }
      : request
    const created = await createInvitation(inside, invitations, to)
    return created.ok ? ok({ invitation: created.value, to, split: split?.value }) : created
  })
  if (!shared.ok) return shared
  const { invitation, to, split } = shared.value
  if (split && supplier) await transferLocks(context, supplier, split.rest, split.part)
  const order = await findOwnOrder(context, to)
  if (!order.ok) return order
  const [view] = await presentInvitations(context, invitations, order.value, [invitation])
  return view ? ok({ ...view, orderKey: to.orderKey }) : fail('OrderNotFound')
}

async function splitSeats(context: Context, orderKey: string, seats: SeatSelection) {
  const order = await findOwnOrder(context, { orderKey })
  if (!order.ok) return order
  const lineIds = linesOfSeats(order.value, seats)
  return lineIds.ok ? splitOrder(context, { orderKey, lineIds: lineIds.value }) : lineIds
}

/** Holds seats and products together; places that the order already holds count for the seat rules. */
async function bookSeats(
  context: CallContext,
  supplier: CinemaSupplier | null,
  body: Omit<CinemaRequest, 'screeningId'> & {
    readonly sessionId: number
    readonly orderKey?: string | undefined
  },
): Promise<Result<Order, ErrorCode>> {
  const { sessionId, orderKey, ...request } = body
  let holdIds: readonly string[] = []
  if (orderKey !== undefined) {
    const order = await findOwnOrder(context, { orderKey })
    if (!order.ok) return order
    holdIds = orderAllocations(order.value.lines).map(({ holdId }) => holdId)
  }
  const choice = {
    request: { ...request, screeningId: sessionId, holdIds },
    ...(orderKey !== undefined && { orderKey }),
  }
  const taken = await takeOffer(context, cinemaSource, choice)
  if (!taken.ok || supplier === null) return taken
  const [screening] = await readScreenings(context, [sessionId])
  if (screening?.supplier !== supplier.name) return taken
  const chosen = (request.seats ?? []).map(({ placeId }) => placeId)
  return lockSeats(context, supplier, screening, taken.value, chosen)
}

async function unbookSeats(
  context: Context,
  supplier: CinemaSupplier | null,
  {
    orderKey,
    cancel = false,
    ...seats
  }: SeatSelection & { readonly orderKey: string; readonly cancel?: boolean | undefined },
): Promise<Result<Order, ErrorCode>> {
  const order = await findOwnOrder(context, { orderKey })
  if (!order.ok) return order
  const lineIds = linesOfSeats(order.value, seats)
  if (!lineIds.ok) return lineIds
  const left = await releaseOrder(context, { orderKey, cancel, lineIds: lineIds.value })
  if (!left.ok || supplier === null) return left
  await unlockSeats(supplier, await screeningsOf(context, order.value), left.value)
  return left
}

function screeningsOf(context: Context, { lines }: Order) {
  const itemIds = lines.flatMap(({ source, itemId }) =>
    source === sourceName ? (itemId ?? []) : [],
  )
  return readScreenings(context, itemIds)
}

/** Updates the locks of the remaining order first, so that the other seats can be locked for the new one. */
async function transferLocks(
  context: Context,
  supplier: CinemaSupplier,
  rest: Order,
  part: Order,
): Promise<void> {
  const screenings = await screeningsOf(context, part)
  for (const order of [rest, part]) await unlockSeats(supplier, screenings, order)
}

interface SeatSelection {
  /** All cinema seats and products of the order when absent. */
  readonly placeIds?: readonly number[] | undefined
  readonly sessionId?: number | undefined
}

/** Lines of these seats. `sessionId` is required if the order has the same place of two sessions. */
function linesOfSeats(
  { lines }: Order,
  { placeIds, sessionId }: SeatSelection,
): Result<number[], 'BadRequest'> {
  const own = lines.filter(
    ({ source, kind, itemId }) =>
      source === sourceName &&
      kind === 'Ticket' &&
      (sessionId === undefined || itemId === sessionId),
  )
  if (placeIds === undefined) return ok(own.map(({ id }) => id))
  const found: number[] = []
  for (const placeId of new Set(placeIds)) {
    const [line, other] = own.filter((ticketLine) => ticketLine.placeId === placeId)
    if (!line) return invalidField('placeIds', 'Not a seat of this order')
    if (other) return invalidField('sessionId', 'The order has this place of several sessions')
    found.push(line.id)
  }
  return ok(found)
}

function invalidField(field: string, message: string) {
  return fail('BadRequest', { fields: [{ path: `body.${field}`, message }] })
}

async function checkoutOf(context: Context, ports: Ports, order: Order) {
  const view = await presentCheckout(context, ports.orders, order)
  return { ...view, cinema: await cinemaPart(context, order) }
}

async function cinemaPart(context: Context, order: Order) {
  const hasProducts = order.lines.some(
    ({ source, ticketTypeId }) => source === sourceName && (ticketTypeId ?? 0) >= firstProductId,
  )
  return {
    pickUpCode: hasProducts ? order.orderNumber : null,
    seatComments: await readComments(context, order.id),
  }
}

function presentTicket({ locale }: Context, { ticket, line }: HeldTicket) {
  return {
    integrationTicketId: ticket.identifier,
    sessionId: ticket.itemId,
    description: line.description[locale],
    placeId: line.placeId,
    row: ticket.row,
    seat: ticket.seat,
    status: statusOf(ticket.status),
    price: money(line.unitPriceMinor, 'GEL'),
    isUsed: ticket.usedAt !== null,
  }
}

function statusOf(status: number): CinemaSeatStatus {
  const returned: readonly number[] = [
    ticketStatus.Inactive,
    ticketStatus.RefundedForResellingToTKT,
  ]
  return returned.includes(status) ? 'Returned' : 'Sold'
}
