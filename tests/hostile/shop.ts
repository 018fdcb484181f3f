/** The whole shop over HTTP on a new database, with the demo bank and a clock that tests advance. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { createImplementations } from '#apps/server/implementations.ts'
import { createPorts, type Ports } from '#apps/server/ports.ts'
import { createServer } from '#apps/server/server.ts'
import type { Vertical } from '#apps/server/verticals.ts'
import { makeEvent, type EventOptions, type MadeEvent } from '#modules/events/tests/factories.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { readConfig, type Config } from '#platform/config.ts'
import type { BodyRules, RequestDeadlines } from '#platform/http/body-room.ts'
import type { Implementation } from '#platform/http/implement.ts'
import { startTpay, type TpayFake } from '../../fakes/tpay/start.ts'
import type { StepUpPurpose } from '#contract/step-up.ts'
import { freePort } from '#platform/ports.ts'
import { openTestContext, testClock, type TestContext } from '../support/context.ts'
import { demoDatabase, demoDay, testDatabase, type TestDatabase } from '../support/database.ts'
import { stepUpHeaders } from '../support/step-up.ts'
import { unbounded } from '../support/unbounded.ts'

/** A response body in a test: any field may be read, and a missing one is undefined. */
// oxlint-disable-next-line typescript/no-explicit-any -- the tests check shapes they do not declare
export type Reply = any

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  /** The parsed response body, or null if it is not JSON. */
  readonly body: Reply
}

export interface Request {
  readonly method: string
  /** With its query, but without the API key. */
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent unchanged; JSON unless the headers differ. */
  readonly payload?: string
  readonly apiKey?: string
  readonly address?: string
}

export interface HostileShop {
  readonly app: FastifyInstance
  readonly bank: TpayFake
  readonly context: TestContext
  /** The address of its database, for a separate connection. */
  readonly databaseUrl: string
  readonly config: Config
  readonly implementations: readonly Implementation[]
  readonly ports: Ports
  send(request: Request): Promise<Answer>
  post(path: string, body?: unknown, token?: string): Promise<Answer>
  /** The same with a proof of who the caller is, as after they typed their password. */
  postProven(path: string, body: unknown, token: string, purpose?: StepUpPurpose): Promise<Answer>
  get(path: string, token?: string): Promise<Answer>
  /** The token of a new guest. */
  guest(): Promise<string>
  /** The token of a new customer. */
  customer(): Promise<string>
  /** The token of a new operator. */
  operator(): Promise<string>
  /** The token of a new owner on an organiser's staff. */
  staff(merchantId: number): Promise<string>
  event(options?: EventOptions): Promise<MadeEvent>
  close(): Promise<void>
}

export const buyer = { name: 'Nino Beridze', email: 'nino@example.com', phone: '+995555123456' }
export const partnerKey = 'demo-partner'

/** Additions of a test's shop to the standard installation. */
export interface ShopOptions {
  /** The verticals that it sells. */
  readonly sold?: readonly Vertical[]
  /** Adds the demo's content, as of `demoDay`; otherwise empty. */
  readonly isDemo?: boolean
  /** Sees every statement of the shop. */
  readonly plugin?: KyselyPlugin
  /** Other rules for large bodies and other deadlines than the usual ones. */
  readonly bodies?: Partial<BodyRules>
  readonly deadlines?: Partial<RequestDeadlines>
  /** Where the shop's log goes; otherwise nowhere. */
  readonly log?: TestContext['log']
  /** Its database, instead of one of its own. */
  readonly database?: TestDatabase
  /** Additional calls. */
  readonly routes?: (ports: Ports) => readonly Implementation[]
}

export async function openHostileShop(
  settings: Readonly<Record<string, string>> = {},
  {
    sold,
    routes,
    plugin,
    bodies,
    deadlines,
    log: givenLog,
    database: given,
    isDemo = false,
  }: ShopOptions = {},
): Promise<HostileShop> {
  const database = given ?? (await (isDemo ? demoDatabase() : testDatabase()))
  const opened = await openTestContext(database.url, testClock(isDemo ? demoDay : new Date()))
  const context = plugin ? { ...opened, db: opened.db.withPlugin(plugin) } : opened
  const bank = await startTpay({ port: 0, tickMs: 20, callbackRetryDelaysMs: [50, 50] })
  const port = await freePort()
  const config = readConfig({
    LOG_LEVEL: 'silent',
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    TPAY_URL: bank.url,
    // Nothing listens there: no test needs their responses.
    EPOINT_URL: 'http://127.0.0.1:9',
    CITYPAY_URL: 'http://127.0.0.1:9',
    // Nothing listens there: the worker that would call it does not run here.
    PAYOUT_URL: 'http://127.0.0.1:9',
    ...unbounded,
    ...settings,
  })
  const ports = createPorts(config, sold)
  const implementations = [...createImplementations(ports), ...(routes?.(ports) ?? [])]
  const { db, clock, random, jobs } = context
  const log = givenLog ?? context.log
  const app = await createServer({
    config,
    services: {
      base: { db, clock, random, jobs, origin: config.PUBLIC_ORIGIN },
      jobs: jobs as never,
      log,
      systemContext: () => context,
      check: async () => ({ pendingMigrations: 0 }),
      close: async () => {},
    },
    implementations,
    sessions: ports.sessions,
    staff: ports.staff,
    isReady: () => true,
    beforeClose: () => ports.liveMaps.close(),
    ...(bodies && { bodies }),
    ...(deadlines && { deadlines }),
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
    postProven: async (path, body, token, purpose = 'refunds') =>
      send({
        method: 'POST',
        path,
        token,
        payload: JSON.stringify(body),
        headers: await stepUpHeaders(context, token, purpose),
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
  // A token with a scheme is sent unchanged.
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

/** The whole response, or the beginning of a stream. */
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
