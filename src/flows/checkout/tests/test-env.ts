import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { invariant, ok } from '#kernel/result.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import {
  checkoutOrder,
  findOrder,
  takeOffer,
  type OfferSource,
  type Order,
} from '#modules/orders/server/public-api.ts'
import {
  createGc,
  createTpay,
  listPayments,
  ProviderHealth,
  type Payment,
  type PaymentProvider,
} from '#modules/payments/server/public-api.ts'
import { issueTickets } from '#modules/tickets/server/public-api.ts'
import type { Actor, Context } from '#platform/context.ts'
import { registerCalls } from '#platform/http/gateway.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { startGc, type GcFake } from '../../../../fakes/gc/start.ts'
import { startTpay, type TpayFake } from '../../../../fakes/tpay/start.ts'
import { openTestContext, type TestClock } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import type { CheckoutPorts } from '../server/ports.ts'
import { checkoutRoutes } from '../server/routes.ts'

export const placePriceMinor = 5_000
export const feeMinor = 250

export interface Request {
  readonly offeringId: number
  readonly places?: readonly number[]
  readonly pool?: { readonly poolId: number; readonly quantity: number }
}

/** Sells places of any offering at one price with one fee. */
const source: OfferSource<Request> = {
  name: 'test',
  async quote(_context, { offeringId, places = [], pool }) {
    const common = {
      ticketTypeId: 1,
      merchantId: 7,
      legFrom: 0,
      legTo: 1,
      unitPriceMinor: placePriceMinor,
      description: { ka: 'ადგილი', en: 'Place' },
      detail: {},
    }
    const named = places.map((placeId) => ({ ...common, placeId, poolId: null, quantity: 1 }))
    const counted = pool ? [{ ...common, placeId: null, ...pool }] : []
    const fee = { unitPriceMinor: feeMinor, description: { ka: 'საკომისიო', en: 'Fee' } }
    return ok({
      source: 'test',
      offeringId,
      itemId: offeringId,
      currency: 'GEL',
      tickets: [...named, ...counted],
      fees: new Map([[1, fee]]),
      holdSeconds: 900,
      placesPerOrderMax: 100,
      perTypeMax: new Map(),
    })
  },
  async describeItems() {
    return new Map()
  },
}

/** A shop with a real database and bank; the clock is controlled by the test. */
export interface TestEnv {
  readonly bank: TpayFake
  readonly context: CallContext
  readonly clock: TestClock
  readonly ports: CheckoutPorts
  readonly origin: string
  /** For another connection, as another server has. */
  readonly databaseUrl: string
  /** A guest with a session. */
  guest(): Promise<CallContext>
  /** A customer with a session. */
  customer(): Promise<CallContext & { readonly id: string }>
  offering(placeCount: number, pools?: { poolId: number; capacity: number }[]): Promise<number>
  /** An order at checkout that holds the request. */
  order(buyer: CallContext, request: Request): Promise<Order>
  close(): Promise<void>
}

/** An environment whose shop is also connected to the bank that makes callbacks. */
export async function openTestEnvWithGc(
  clock?: TestClock,
): Promise<TestEnv & { readonly gc: GcFake }> {
  const gc = await startGc({
    port: 0,
    shopUrl: '',
    silenceMs: 200,
    tickMs: 20,
    registerRetryDelaysMs: [50, 50],
  })
  const env = await openTestEnv([], gc, clock)
  gc.callShopAt(env.origin)
  return {
    ...env,
    gc,
    async close() {
      await gc.stop()
      await env.close()
    },
  }
}

function joinGc({ url, credentials, publicKey }: GcFake) {
  return createGc({
    url,
    ...credentials,
    pageId: 'page',
    timeoutMs: 5_000,
    caller: {
      user: credentials.callerUser,
      password: credentials.callerPassword,
      certificate: publicKey,
    },
  })
}

/**
 * With the bank and the providers that a test adds. The clock of the outside parties runs on; `clock` may start at
 * theirs.
 */
export async function openTestEnv(
  others: readonly PaymentProvider[] = [],
  cardBank?: GcFake,
  clock?: TestClock,
): Promise<TestEnv> {
  const database = await testDatabase()
  const bank = await startTpay({
    port: 0,
    silenceMs: 200,
    tickMs: 20,
    callbackRetryDelaysMs: [50, 50],
  })
  const base = await openTestContext(database.url, clock)
  const provider = createTpay({ url: bank.url, ...bank.credentials, timeoutMs: 5_000 })
  const gc = cardBank && joinGc(cardBank)
  const ports: CheckoutPorts = {
    acquiring: { costs: new Map(), health: new ProviderHealth() },
    providers: [provider, ...(gc ? [gc.provider] : []), ...others],
    ...(gc ? { gc: gc.caller } : {}),
    issueTickets,
    orders: { sources: [source], paymentWays: () => [] },
  }
  const app = await listen(ports, base)
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const seenBy = (actor: Actor): CallContext => ({ ...base.as(actor), origin, effects: {} })
  const context = seenBy({ kind: 'system' })
  return {
    bank,
    context,
    clock: base.clock,
    ports,
    origin,
    databaseUrl: database.url,
    async guest() {
      const sessionId = base.random.uuid()
      await base.db
        .insertInto('session')
        .values({
          id: sessionId,
          kind: 'guest',
          token_hash: Buffer.from(base.random.bytes(32)),
          expires_at: new Date('2030-01-01'),
        })
        .execute()
      return seenBy({ kind: 'guest', sessionId })
    },
    async customer() {
      const [id, sessionId] = [base.random.uuid(), base.random.uuid()]
      await base.db
        .insertInto('customer')
        .values({ id, email: `${id}@example.com`, activated_at: base.clock.now() })
        .execute()
      await base.db
        .insertInto('session')
        .values({
          id: sessionId,
          kind: 'customer',
          customer_id: id,
          token_hash: Buffer.from(base.random.bytes(32)),
          expires_at: new Date('2030-01-01'),
        })
        .execute()
      return { ...seenBy({ kind: 'customer', customerId: id, sessionId }), id }
    },
    offering: (placeCount, pools = []) => createOffering(context, { placeCount, pools }),
    async order(buyer, request) {
      const taken = await takeOffer(buyer, source, { request })
      invariant(taken.ok, `the places were free: ${JSON.stringify(taken)}`)
      const checkedOut = await checkoutOrder(buyer, [], {
        orderKey: taken.value.orderKey,
        buyer: { name: 'ნინო', email: 'nino@example.com', phone: '+995555000000' },
        acceptTerms: true,
      })
      invariant(checkedOut.ok, 'the order went to checkout')
      return checkedOut.value
    },
    async close() {
      await bank.stop()
      await app.close()
      await base.close()
      await database.drop()
    },
  }
}

/** Takes the bank's callbacks over HTTP. The address must be known before the origin is. */
async function listen(ports: CheckoutPorts, base: CallContext): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(fastifyCookie)
  const address = () => app.server.address() as AddressInfo
  registerCalls(app, {
    implementations: checkoutRoutes(ports),
    // Signed addresses begin with the origin of the listening server.
    base: {
      ...base,
      get origin() {
        return `http://127.0.0.1:${address().port}`
      },
    },
    sessions: {
      // A guest's bearer is simply the id of the session here.
      authenticate: async (_context, token) =>
        z.uuid().safeParse(token).success ? { kind: 'guest', sessionId: token } : null,
      openGuest: () => Promise.reject(new Error('nobody opens sessions here')),
    },
    apiKeys: { find: async () => null },
    checkReplies: true,
    limits: { guess: 1_000, flood: 1_000, cost: 1_000, read: 1_000 },
    cookieSecure: false,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

export async function orderOf(context: Context, orderKey: string): Promise<Order> {
  const order = await findOrder(context, { orderKey })
  invariant(order, 'the order is there')
  return order
}

export async function paymentsOf(context: Context, orderKey: string): Promise<Payment[]> {
  return listPayments(context, orderKey)
}
