/** The order and event calls over HTTP on a new database, with a clock that tests advance. */
import type { FastifyInstance } from 'fastify'
import { createServer } from '#apps/server/server.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { eventRequestSource, eventSource, LiveMaps } from '#modules/events/server/public-api.ts'
import { eventRoutes } from '#modules/events/server/routes.ts'
import type { OrderPorts } from '#modules/orders/server/public-api.ts'
import { tryApplyBenefits, promotionRoutes } from '#modules/promotions/server/public-api.ts'
import { requestRoutes } from '#modules/requests/server/public-api.ts'
import { LiveQueues, queueRoutes } from '#modules/queue/server/public-api.ts'
import { orderRoutes } from '#modules/orders/server/routes.ts'
import { readConfig } from '#platform/config.ts'
import { testDatabase } from './database.ts'
import { openTestContext, type TestContext } from './context.ts'
import { unbounded } from './unbounded.ts'

export interface ShopRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly token?: string
  readonly body?: unknown
  readonly locale?: 'ka' | 'en'
}

export interface ShopAnswer {
  readonly status: number
  /** The parsed response body. */
  readonly body: Reply
}

/** A response body in a test: any field may be read, and a missing one is undefined. */
// oxlint-disable-next-line typescript/no-explicit-any -- the tests check shapes they do not declare
export type Reply = any

export interface Shop {
  /** Address of the database, for a second process in a test. */
  readonly url: string
  readonly context: TestContext
  readonly ports: OrderPorts
  readonly app: FastifyInstance
  send(request: ShopRequest): Promise<ShopAnswer>
  post(path: string, body?: unknown, token?: string): Promise<ShopAnswer>
  get(path: string, token?: string): Promise<ShopAnswer>
  /** The bearer token of a new guest. */
  openGuest(): Promise<string>
  close(): Promise<void>
}

export async function openShop(settings: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const database = await testDatabase()
  const context = await openTestContext(database.url)
  const sessions = createSessionStore()
  const ports: OrderPorts = {
    sources: [eventSource],
    paymentWays: () => [{ provider: 2, name: 'tpay', method: 'VirtualPos' }],
    beforeCheckout: tryApplyBenefits,
  }
  const requests = { orders: ports, sources: [eventRequestSource] }
  const liveMaps = new LiveMaps({ connectionsMax: 100, connectionsPerAddressMax: 50 })
  const queues = new LiveQueues({ connectionsMax: 100, connectionsPerAddressMax: 50 })
  const { db, clock, random, jobs, origin, log } = context
  const app = await createServer({
    // Rate limits on guesses apply as in production.
    config: readConfig({
      ...unbounded,
      LIMIT_GUESS_PER_MINUTE: '20',
      LOG_LEVEL: 'silent',
      ...settings,
    }),
    services: {
      base: { db, clock, random, jobs, origin },
      jobs: jobs as never,
      log,
      systemContext: () => context,
      check: async () => ({ pendingMigrations: 0 }),
      close: async () => {},
    },
    implementations: [
      ...orderRoutes(ports),
      ...queueRoutes({ sources: [], live: queues }),
      ...eventRoutes(ports, liveMaps, { listed: [] }),
      ...requestRoutes(requests),
      ...promotionRoutes(ports, liveMaps.boards),
    ],
    sessions,
    isReady: () => true,
    beforeClose: async () => {
      await Promise.all([liveMaps.close(), queues.close()])
    },
  })
  await db
    .insertInto('api_key')
    .values([
      { key_hash: await hashOf('demo-web'), name: 'web', channel: 'web', is_secret: false },
      {
        key_hash: await hashOf('demo-partner'),
        name: 'partner',
        channel: 'partner',
        is_secret: true,
      },
    ])
    .execute()

  const send = async (request: ShopRequest): Promise<ShopAnswer> => {
    const headers: Record<string, string> = { 'accept-language': request.locale ?? 'en' }
    if (request.token !== undefined) headers['authorization'] = `Bearer ${request.token}`
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    const path = request.path.includes('api_key=')
      ? request.path
      : `${request.path}${request.path.includes('?') ? '&' : '?'}api_key=demo-web`
    const response = await app.inject({
      method: request.method,
      url: path,
      headers,
      ...(request.body === undefined ? {} : { payload: JSON.stringify(request.body) }),
    })
    return { status: response.statusCode, body: response.body === '' ? null : response.json() }
  }
  return {
    url: database.url,
    context,
    ports,
    app,
    send,
    post: (path, body, token) => send({ method: 'POST', path, body, token }),
    get: (path, token) => send({ method: 'GET', path, token }),
    async openGuest() {
      const opened = await sessions.openGuest(context, 'test')
      return opened.token
    },
    async close() {
      await app.close()
      await context.close()
      await database.drop()
    },
  }
}

async function hashOf(key: string): Promise<Buffer> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))
}
