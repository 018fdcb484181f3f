/** Orders with tickets on a real database, for the tests of this module. */
import type { CallInput, ReplyOf } from '#contract/call.ts'
import type { Call } from '#contract/call.ts'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Result } from '#kernel/result.ts'
import { invariant, ok } from '#kernel/result.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { eventSource, eventTicketSource } from '#modules/events/server/public-api.ts'
import { makeEvent, makeGuest, type MadeEvent } from '#modules/events/tests/factories.ts'
import { sellPlaces } from '#modules/inventory/server/public-api.ts'
import {
  checkoutOrder,
  type CheckoutOptions,
  findOrder,
  lockOrder,
  moveOrder,
  orderAllocations,
  requestFor,
  takeOffers,
  type OfferRequest,
  type OfferSource,
  type Order,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import { inTransaction, type Actor, type Context } from '#platform/context.ts'
import { execute } from '#platform/http/execute.ts'
import { isRawReply, type RawReply } from '#platform/http/implement.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { getTickets } from '../contract.ts'
import {
  createTicketPorts,
  issueTickets,
  ticketRoutes,
  type TicketPorts,
  type TicketSource,
} from '../server/public-api.ts'

export interface TicketShop {
  readonly context: TestContext
  readonly ports: TicketPorts
  readonly event: MadeEvent
  /** Answers a declared call as the gateway would, for this actor. */
  send<C extends Call>(
    actor: Actor,
    call: C,
    input?: CallInput<C>,
  ): Promise<Result<ReplyOf<C>, ErrorCode>>
  /** The same for a call that answers a file. */
  download<C extends Call>(
    actor: Actor,
    call: C,
    input: CallInput<C>,
  ): Promise<Result<RawReply, ErrorCode>>
  close(): Promise<void>
}

/** Offer sources of the test shop besides events. */
export interface AlsoSold {
  readonly offers: OfferSource
  readonly tickets: TicketSource
}

export async function openTicketShop(sold: readonly AlsoSold[] = []): Promise<TicketShop> {
  const database = await testDatabase()
  const context = await openTestContext(database.url)
  const all = [{ offers: eventSource, tickets: eventTicketSource }, ...sold]
  const orders: OrderPorts = { sources: all.map(({ offers }) => offers), paymentWays: () => [] }
  const ports = createTicketPorts({ orders, sources: all.map(({ tickets }) => tickets) })
  const routes = ticketRoutes(ports)
  const event = await makeEvent(context)
  const run = async (actor: Actor, call: Call, input: CallInput<Call> = {}) => {
    const implementation = routes.find((route) => route.call.id === call.id)
    invariant(implementation, `${call.id} is implemented`)
    const raw = { params: input.params ?? {}, query: input.query ?? {}, body: input.body ?? {} }
    const sessions = createSessionStore()
    return execute(implementation, context.as(actor), raw, { sessions, checkReplies: true })
  }
  return {
    context,
    ports,
    event,
    send: (actor, call, input) => run(actor, call, input) as never,
    async download(actor, call, input) {
      const result = await run(actor, call, input)
      if (!result.ok) return result
      invariant(isRawReply(result.value), `${call.id} answers a file`)
      return ok(result.value)
    },
    async close() {
      await context.close()
      await database.drop()
    },
  }
}

export interface Purchase {
  readonly actor: Actor
  readonly order: Order
}

export interface PurchaseOptions {
  readonly actor?: Actor
  readonly placeIds?: readonly number[]
  /** Places of the standing floor. */
  readonly standing?: number
  readonly buyerName?: string
  readonly email?: string
  readonly locale?: 'ka' | 'en'
  /** What else is bought in the same order. */
  readonly also?: readonly OfferRequest[]
  /** Passengers; absent when the item requires none. */
  readonly passengers?: (order: Order) => CheckoutOptions['passengers']
}

/** A paid order whose tickets have not been issued yet. */
export async function buy(shop: TicketShop, options: PurchaseOptions = {}): Promise<Purchase> {
  const { event } = shop
  const actor = options.actor ?? (await makeGuest(shop.context))
  const context: Context = { ...shop.context.as(actor), locale: options.locale ?? 'en' }
  const request = {
    eventId: event.eventId,
    seats: options.placeIds?.map((placeId) => ({
      ticketTypeId: seatType(event, placeId),
      placeId,
    })),
    places: options.standing
      ? [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId ?? 0, quantity: options.standing }]
      : undefined,
  }
  const chosen = request.seats ?? request.places
  const requests = [...(chosen ? [requestFor(eventSource, request)] : []), ...(options.also ?? [])]
  const taken = await takeOffers(context, requests, { isAllOrNothing: true })
  invariant(taken.ok, `places are free: ${JSON.stringify(taken)}`)
  const buyer = {
    name: options.buyerName ?? 'ნინო Beridze',
    email: options.email ?? 'nino@example.com',
    phone: '+995 555 123 456',
  }
  const { orderKey } = taken.value.order
  const checked = await checkoutOrder(context, shop.ports.orders.sources, {
    orderKey,
    buyer,
    acceptTerms: true,
    passengers: options.passengers?.(taken.value.order),
  })
  invariant(checked.ok, `the order goes to checkout: ${JSON.stringify(checked)}`)
  await inTransaction({ ...context, actor: { kind: 'system' } }, async (inside) => {
    const locked = await lockOrder(inside, { orderKey })
    invariant(locked.ok, 'the order is there')
    const pending = await moveOrder(
      inside,
      locked.value,
      orderStatus.PaymentPending,
      'payment-started',
    )
    invariant(pending.ok, 'payment starts')
    const sold = await sellPlaces(inside, orderAllocations(pending.value.lines))
    invariant(sold.ok, 'places are sold')
    return moveOrder(inside, pending.value, orderStatus.Processed, 'payment-captured')
  })
  const order = await findOrder(context, { orderKey })
  invariant(order, 'the order is there')
  return { actor, order }
}

/** A paid order with its tickets. */
export async function buyTickets(
  shop: TicketShop,
  options: PurchaseOptions = {},
): Promise<Purchase> {
  const purchase = await buy(shop, options)
  await issue(shop, purchase.order)
  return purchase
}

export async function issue(shop: TicketShop, order: Order): Promise<void> {
  await inTransaction(shop.context, async (inside) => {
    await issueTickets(inside, order)
    return ok(undefined)
  })
}

function seatType(event: MadeEvent, placeId: number): number {
  return event.seatTypes[placeId <= 20 ? 'a' : 'b']?.ticketTypeId ?? 0
}

/** The printed identifier of the caller's first ticket. */
export async function identifierOf(shop: TicketShop, actor: Actor): Promise<string> {
  const list = await shop.send(actor, getTickets)
  const ticket = list.ok ? list.value.tickets[0] : undefined
  invariant(ticket, 'the caller has a ticket')
  return ticket.ticketIdentifier
}
