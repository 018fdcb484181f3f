/** A shop that sells one priced show, with the demo bank, for tests of returns. */
import { invariant } from '#kernel/result.ts'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import { completeOrder } from '#flows/checkout/server/complete-order.ts'
import { settlePayment } from '#flows/checkout/server/settle-payment.ts'
import { startPayment } from '#flows/checkout/server/start-payment.ts'
import { eventSource, eventTicketSource } from '#modules/events/server/public-api.ts'
import { makeEvent, makeGuest, type MadeEvent } from '#modules/events/tests/factories.ts'
import {
  applyBalance,
  checkoutOrder,
  findOrder,
  requestFor,
  takeOffers,
  type FulfilmentSource,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { journeySource, type JourneyRequest } from '#modules/orders/tests/journey-source.ts'
import { applyPromoCode } from '#modules/promotions/server/public-api.ts'
import { createTpay, ProviderHealth } from '#modules/payments/server/public-api.ts'
import type { ReturnQuoteView, ReturnedView } from '#modules/returns/contract.ts'
import * as calls from '#modules/returns/contract.ts'
import { createTicketPorts, issueTickets } from '#modules/tickets/server/public-api.ts'
import { journeyTicketSource } from '#modules/tickets/tests/journey-tickets.ts'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Result } from '#kernel/result.ts'
import type { Actor } from '#platform/context.ts'
import { startTpay, type TpayFake } from '../../../../fakes/tpay/start.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { createReturnPorts, type ReturnPorts } from '../server/ports.ts'
import { returnRoutes } from '../server/routes.ts'

const quickBank = { port: 0, silenceMs: 200, tickMs: 20, callbackRetryDelaysMs: [50, 50] }

/** Items from this number on leave in months, all others 20 hours after the test's clock begins; a stop an hour. */
export const firstFarItem = 2_000_000_000
export const boat = journeySource('boat', {
  firstDeparture: (itemId) =>
    new Date(itemId < firstFarItem ? '2026-12-02T06:00:00Z' : '2027-03-01T06:00:00Z'),
})

export interface ReturnTestEnv {
  readonly bank: TpayFake
  readonly context: TestContext
  readonly ports: ReturnPorts
  readonly checkout: CheckoutPorts
  event(hoursAhead: number): Promise<MadeEvent>
  guest(): Promise<Actor>
  /** A customer with so much on the balance. */
  customer(balanceMinor?: number): Promise<Actor & { readonly customerId: string }>
  buy(options: BuyOptions): Promise<Bought>
  quote(
    actor: Actor,
    which: object,
    kind?: 'return' | 'resale',
  ): Promise<Result<ReturnQuoteView, ErrorCode>>
  executeReturn(
    actor: Actor,
    quote: string | null,
    kind?: 'return' | 'resale',
  ): Promise<Result<ReturnedView, ErrorCode>>
  /** Lets the worker's refunds run, with time passing between the attempts. */
  refunds(rounds?: number): Promise<void>
  close(): Promise<void>
}

export interface BuyOptions {
  readonly actor: Actor
  /** A date of the priced show, with `placeIds` and `standing`. */
  readonly event?: MadeEvent
  /** Seats of boats, in the same order. */
  readonly journeys?: readonly JourneyRequest[]
  readonly journey?: JourneyRequest
  readonly placeIds?: readonly number[]
  readonly standing?: number
  /** A promo code applied to it. */
  readonly promoCode?: string
  /** Amount of the balance spent on it. */
  readonly balanceMinor?: number
  /** Happens while the buyer is on the bank's page. */
  readonly beforeCapture?: () => Promise<void>
}

export interface Bought {
  readonly actor: Actor
  readonly order: Order
  /** The bank's number of the payment; empty when the balance paid all. */
  readonly payId: string
  readonly tickets: readonly { readonly id: number; readonly identifier: string }[]
}

/** `suppliers` confirm items of the boat after the payment. */
export async function openReturnTestEnv(
  suppliers: readonly FulfilmentSource[] = [],
): Promise<ReturnTestEnv> {
  const database = await testDatabase()
  const bank = await startTpay(quickBank)
  const context = await openTestContext(database.url)
  const orders = { sources: [eventSource, boat], paymentWays: () => [] }
  const checkout: CheckoutPorts = {
    acquiring: { costs: new Map(), health: new ProviderHealth() },
    providers: [createTpay({ url: bank.url, ...bank.credentials, timeoutMs: 5_000 })],
    issueTickets,
    suppliers,
    orders,
  }
  const ports = createReturnPorts(
    createTicketPorts({ orders, sources: [eventTicketSource, journeyTicketSource(boat)] }),
    suppliers,
  )
  const routes = returnRoutes(ports)
  const send = async (actor: Actor, id: string, input: object) => {
    const route = routes.find(({ call }) => call.id === id)
    invariant(route, `${id} is implemented`)
    return (await route.handle({ ...context.as(actor) }, input as never)) as Result<
      never,
      ErrorCode
    >
  }
  const env: ReturnTestEnv = {
    bank,
    context,
    ports,
    checkout,
    event: (hoursAhead) =>
      makeEvent(context, {
        startsAt: new Date(context.clock.now().getTime() + hoursAhead * 3_600_000),
      }),
    guest: () => makeGuest(context),
    customer: (balanceMinor = 0) => makeCustomer(context, balanceMinor),
    buy: (options) => buy(env, options),
    quote: (actor, query, kind = 'return') =>
      send(actor, kind === 'return' ? calls.quoteReturn.id : calls.quoteResale.id, { query }),
    executeReturn: (actor, quote, kind = 'return') =>
      send(actor, kind === 'return' ? calls.returnTickets.id : calls.resellTickets.id, {
        body: { quote: quote ?? '' },
      }),
    async refunds(rounds = 1) {
      for (let round = 0; round < rounds; round += 1) {
        await executeRefunds(context, checkout)
        context.clock.advance(400)
      }
    },
    async close() {
      await bank.stop()
      await context.close()
      await database.drop()
    },
  }
  return env
}

async function makeCustomer(context: TestContext, balanceMinor: number) {
  const [customerId, sessionId] = [context.random.uuid(), context.random.uuid()]
  const { db, clock } = context
  await db
    .insertInto('customer')
    .values({ id: customerId, email: `${customerId}@example.com`, activated_at: clock.now() })
    .execute()
  await db
    .insertInto('session')
    .values({
      id: sessionId,
      kind: 'customer',
      customer_id: customerId,
      token_hash: Buffer.from(context.random.bytes(32)),
      expires_at: new Date('2030-01-01'),
    })
    .execute()
  if (balanceMinor > 0)
    await postTransfer(context, {
      idempotencyKey: `gift ${customerId}`,
      kind: 'correction',
      reference: customerId,
      postings: [
        { account: 'house:gifts', currency: 'GEL', amountMinor: balanceMinor },
        {
          account: customerAccount(customerId),
          currency: 'GEL',
          amountMinor: -balanceMinor,
        },
      ],
    })
  return { kind: 'customer' as const, customerId, sessionId }
}

async function buy(env: ReturnTestEnv, options: BuyOptions): Promise<Bought> {
  const { actor, journey, journeys = journey ? [journey] : [], balanceMinor } = options
  const buyer = env.context.as(actor)
  const requests = [
    ...(options.event ? [requestFor(eventSource, eventRequest(options.event, options))] : []),
    ...journeys.map((one) => requestFor(boat, one)),
  ]
  const taken = await takeOffers(buyer, requests, { isAllOrNothing: true })
  invariant(taken.ok, `places are free: ${JSON.stringify(taken)}`)
  const { orderKey } = taken.value.order
  const checked = await checkoutOrder(buyer, [eventSource, boat], {
    orderKey,
    buyer: { name: 'ნინო', email: 'nino@example.com', phone: '+995555000000' },
    acceptTerms: true,
  })
  invariant(checked.ok, `the order goes to checkout: ${JSON.stringify(checked)}`)
  let toPay = checked.value.totalMinor
  if (options.promoCode) {
    const applied = await applyPromoCode(buyer, { orderKey, promoCode: options.promoCode })
    invariant(applied.ok, `the code applies: ${JSON.stringify(applied)}`)
    toPay = applied.value.totalMinor
  }
  if (balanceMinor) {
    const applied = await applyBalance(buyer, { orderKey, amountMinor: balanceMinor })
    invariant(applied.ok, 'the balance is there')
    toPay = applied.value.totalMinor
  }
  const payId = toPay > 0 ? await payByCard(env, buyer, orderKey, options.beforeCapture) : ''
  if (toPay === 0) await completeOrder(buyer, env.checkout, orderKey)
  const order = await findOrder(buyer, { orderKey })
  invariant(order, 'the order is there')
  const tickets = await env.context.db
    .selectFrom('ticket')
    .select(['id', 'identifier'])
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute()
  return { actor, order, payId, tickets }
}

function eventRequest(event: MadeEvent, { placeIds, standing }: BuyOptions) {
  return {
    eventId: event.eventId,
    seats: placeIds?.map((placeId) => ({
      ticketTypeId: event.seatTypes[placeId <= 20 ? 'a' : 'b']?.ticketTypeId ?? 0,
      placeId,
    })),
    places: standing
      ? [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId ?? 0, quantity: standing }]
      : undefined,
  }
}

async function payByCard(
  env: ReturnTestEnv,
  buyer: TestContext,
  orderKey: string,
  beforeCapture?: () => Promise<void>,
): Promise<string> {
  const started = await startPayment(buyer, env.checkout, { orderKey, provider: 2 })
  invariant(started.ok, `the payment starts: ${JSON.stringify(started)}`)
  await beforeCapture?.()
  env.bank.pay(started.value.externalId ?? '', { kind: 'approve' })
  await settlePayment(buyer, env.checkout, started.value.id)
  const held = env.bank.payments().find(({ payId }) => payId === started.value.externalId)
  invariant(held, 'the bank knows the payment')
  // On the day of the payment the bank allows one partial refund; this one was paid the day before.
  held.paidAt = Date.now() - 86_400_000
  return started.value.externalId ?? ''
}

/** A quote that must succeed. */
export async function quoteOf(
  env: ReturnTestEnv,
  { actor, order }: Bought,
  tickets?: readonly { readonly identifier: string }[],
  kind: 'return' | 'resale' = 'return',
): Promise<ReturnQuoteView> {
  const which = tickets
    ? { ticketIdentifier: tickets.map(({ identifier }) => identifier).join(',') }
    : { orderKey: order.orderKey }
  const quoted = await env.quote(actor, which, kind)
  invariant(quoted.ok, `there is a quote: ${JSON.stringify(quoted)}`)
  return quoted.value
}
