/** The whole shop over HTTP on a database of its own, with the demo bank and a clock that a test moves. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { createImplementations } from '#apps/server/implementations.ts'
import { createPorts, type Ports } from '#apps/server/ports.ts'
import { createServer } from '#apps/server/server.ts'
import type { Vertical } from '#apps/server/verticals.ts'
import { makeEvent, type EventOptions, type MadeEvent } from '#modules/events/tests/factories.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { readConfig, type Config } from '#platform/config.ts'
import type { Implementation } from '#platform/http/implement.ts'
import { startTpay, type TpayFake } from '../../fakes/tpay/start.ts'
import { freePort } from '../crash/processes.ts'
import { openTestContext, testClock, type TestContext } from '../support/context.ts'
import { demoDatabase, demoDay, testDatabase } from '../support/database.ts'
import { unbounded } from '../support/unbounded.ts'

/** A reply read by a test: any field may be asked for, and a missing one is undefined. */
// oxlint-disable-next-line typescript/no-explicit-any -- the tests check shapes they do not declare
export type Reply = any

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  /** The parsed reply, or null when it is not JSON. */
  readonly body: Reply
}

export interface Request {
  readonly method: string
  /** With its query, but without the API key. */
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is; JSON unless the headers say otherwise. */
  readonly payload?: string
  readonly apiKey?: string
  readonly address?: string
}

export interface HostileShop {
  readonly app: FastifyInstance
  readonly bank: TpayFake
  readonly context: TestContext
  /** Of its database, for a connection beside the shop's. */
  readonly databaseUrl: string
  readonly config: Config
  readonly implementations: readonly Implementation[]
  readonly ports: Ports
  send(request: Request): Promise<Answer>
  post(path: string, body?: unknown, token?: string): Promise<Answer>
  get(path: string, token?: string): Promise<Answer>
  /** A bearer of a new guest. */
  guest(): Promise<string>
  /** A bearer of a new customer. */
  customer(): Promise<string>
  /** A bearer of a new operator. */
  operator(): Promise<string>
  /** A bearer of a new owner on an organiser's staff. */
  staff(merchantId: number): Promise<string>
  event(options?: EventOptions): Promise<MadeEvent>
  close(): Promise<void>
}

export const buyer = { name: 'Nino Beridze', email: 'nino@example.com', phone: '+995555123456' }
export const partnerKey = 'demo-partner'

/** What a shop of a test sells and answers beside what every installation does. */
export interface ShopOptions {
  /** All that it sells. */
  readonly sold?: readonly Vertical[]
  /** The demo's content, as of `demoDay`; nothing otherwise. */
  readonly isDemo?: boolean
  /** More calls. */
  readonly routes?: (ports: Ports) => readonly Implementation[]
}

export async function openHostileShop(
  settings: Readonly<Record<string, string>> = {},
  { sold, routes, isDemo = false }: ShopOptions = {},
): Promise<HostileShop> {
  const database = await (isDemo ? demoDatabase() : testDatabase())
  const context = await openTestContext(database.url, testClock(isDemo ? demoDay : new Date()))
  const bank = await startTpay({ port: 0, tickMs: 20, callbackRetryDelaysMs: [50, 50] })
  const port = await freePort()
  const config = readConfig({
    LOG_LEVEL: 'silent',
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    TPAY_URL: bank.url,
    // Nobody answers there: what is told of them is all that is tried.
    EPOINT_URL: 'http://127.0.0.1:9',
    CITYPAY_URL: 'http://127.0.0.1:9',
    // Nobody is told: the worker that would do it does not run here.
    PAYOUT_URL: 'http://127.0.0.1:9',
    ...unbounded,
    ...settings,
  })
  const ports = createPorts(config, sold)
  const implementations = [...createImplementations(ports), ...(routes?.(ports) ?? [])]
  const { db, clock, random, jobs, log } = context
  const app = await createServer({
    config,
    services: {
      base: { db, clock, random, jobs, origin: config.PUBLIC_ORIGIN },
      jobs: jobs as never,
      log,
      systemContext: () => context,
      check: async () => {},
      close: async () => {},
    },
    implementations,
    sessions: ports.sessions,
    staff: ports.staff,
    isReady: () => true,
    beforeClose: () => ports.liveMaps.close(),
  })
  await app.listen({ port, host: '127.0.0.1' })
  if (!isDemo) await addApiKeys(context)
  const send = (request: Request) => sendTo(app, request)
  const openAccount = async (role: 'customer' | 'operator') => {
    const id = random.uuid()
    const email = `${role}-${id}@example.com`
    await db.insertInto('customer').values({ id, email, role, activated_at: clock.now() }).execute()
    return (await ports.sessions.openCustomer(context, id, 'test')).token
  }
  return {
    app,
    bank,
    context,
    databaseUrl: database.url,
    config,
    implementations,
    ports,
    send,
    post: (path, body, token) =>
      send({
        method: 'POST',
        path,
        token,
        payload: body === undefined ? undefined : JSON.stringify(body),
      }),
    get: (path, token) => send({ method: 'GET', path, token }),
    guest: async () => (await ports.sessions.openGuest(context, 'test')).token,
    customer: () => openAccount('customer'),
    operator: () => openAccount('operator'),
    staff: (merchantId) => makeStaffToken(context, { merchantId }),
    event: (options) => makeEvent(context, options),
    async close() {
      await app.close()
      await bank.stop()
      await context.close()
      await database.drop()
    },
  }
}

async function addApiKeys(context: TestContext): Promise<void> {
  const hash = (key: string) => createHash('sha256').update(key).digest()
  await context.db
    .insertInto('api_key')
    .values([
      { key_hash: hash('demo-web'), name: 'web', channel: 'web' },
      { key_hash: hash(partnerKey), name: 'partner', channel: 'partner' },
    ])
    .execute()
}

async function sendTo(app: FastifyInstance, request: Request): Promise<Answer> {
  const { method, path, token, payload, apiKey = 'demo-web' } = request
  const headers: Record<string, string> = { 'accept-language': 'en' }
  // A token with a scheme of its own is sent as it is.
  if (token !== undefined)
    headers['authorization'] = token.includes(' ') ? token : `Bearer ${token}`
  if (payload !== undefined) headers['content-type'] = 'application/json'
  const key = apiKey === '' ? '' : `${path.includes('?') ? '&' : '?'}api_key=${apiKey}`
  const response = await app.inject({
    method: method as 'GET',
    url: path + key,
    headers: { ...headers, ...request.headers },
    ...(payload === undefined ? {} : { payload }),
    ...(request.address === undefined ? {} : { remoteAddress: request.address }),
    payloadAsStream: true,
  })
  const text = await textOf(response)
  const isJson = String(response.headers['content-type'] ?? '').includes('json')
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : null,
  }
}

/** All of an answer, or the beginning of one that stays open. */
async function textOf(response: LightMyRequestResponse): Promise<string> {
  const isOpen = String(response.headers['content-type'] ?? '').includes('event-stream')
  const chunks: Buffer[] = []
  const stream = response.stream()
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk as Uint8Array))
    if (isOpen) break
  }
  return Buffer.concat(chunks).toString()
}
