/**
 * Goal: no request of a stranger keeps the event loop busy for more than 20 ms. Method: a server in a process of its
 * own with the demo and without its cache of pages; every file, page and call that needs no account, calls also with
 * the largest body that they take; the processor time of the server's event loop for each request, compared with a
 * fixed piece of work in the same process.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#platform/ports.ts'
import { buildWeb } from '../../tools/build-web.ts'
import { demoDatabase, demoDay } from '../support/database.ts'
import { representatives } from '../support/tier.ts'
import { unbounded } from '../support/unbounded.ts'
import { anonymousRequests, readValues, type AnonymousRequest } from './anonymous-addresses.ts'
import { watch, type Watched } from './processes.ts'
import { purchase, type Purchase } from './purchases.ts'
import { openHostileShop, type HostileShop } from './shop.ts'

let shop: HostileShop
let server: Watched
let origin: string
/** A guest with tickets, which everybody can be. */
let order: Purchase
let limitMicroseconds: number

beforeAll(async () => {
  await buildWeb({ log: () => {} })
  const database = await demoDatabase()
  shop = await openHostileShop({}, { isDemo: true, database })
  const request = { event: await shop.event(), standing: 6 }
  order = await purchase(shop, { token: await shop.guest(), station: 'paid', request })
  origin = `http://127.0.0.1:${await freePort()}`
  server = await watch({
    file: 'tests/hostile/measured-server.ts',
    environment: {
      DATABASE_URL: database.url,
      PUBLIC_ORIGIN: origin,
      PORT: new URL(origin).port,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PAGE_CACHE_SECONDS: '0',
      NOW: demoDay.toISOString(),
      EPOINT_URL: 'http://127.0.0.1:9',
      CITYPAY_URL: 'http://127.0.0.1:9',
      PAYOUT_URL: 'http://127.0.0.1:9',
      ...unbounded,
    },
    isReady: async () => (await fetch(`${origin}/readyz`)).ok,
  })
  limitMicroseconds = await readLimit()
}, 240_000)
afterAll(async () => {
  await server?.stop()
  await shop?.close()
})

const readLoop = async () => Number(await server.ask('loop'))

/** The processor time of the fixed piece of work: 20 ms on the machine on which the limit was set. */
async function readLimit(): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const before = await readLoop()
    await server.ask('unit')
    times.push((await readLoop()) - before)
  }
  return Math.min(...times)
}

async function costOf(
  { method, path, payload, isCall }: AnonymousRequest,
  attempt: number,
): Promise<{ cost: number; status: number }> {
  // What writes may use up what its caller has.
  const token = method === 'GET' ? order.token : await shop.guest()
  const before = await readLoop()
  const address = new URL(path(attempt), origin)
  if (isCall) address.searchParams.set('api_key', 'demo-web')
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    headers: {
      ...(isCall && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { body: payload }),
  })
  const isOpen = response.headers.get('content-type')?.includes('event-stream')
  if (isOpen) await response.body?.cancel()
  else await response.arrayBuffer()
  return { cost: (await readLoop()) - before, status: response.status }
}

function ownValues() {
  const { linkToken, orderNumber, ticketIdentifiers } = order
  const [ticketIdentifier] = ticketIdentifiers
  return { ...order, token: linkToken, orderNo: orderNumber, ticketIdentifier }
}

/**
 * What may cost more: a guest's page with six tickets and their codes, whose address is a secret and whose call is
 * limited like guesses.
 */
const allowed = new Map([['page /tickets/:orderKey/:token', 3]])

/** Each file and page; of calls one of each method with a body, with the largest one, and without. */
function kindOf({ label, method, payload, isCall }: AnonymousRequest): string {
  if (!isCall) return label
  const isLargest = label.endsWith('largest body')
  return `${method} ${payload !== undefined} ${isLargest}`
}

/** The first ones fill caches of the process and have their code compiled, which happens once for all strangers. */
const attemptsMax = 8

test('every address', async () => {
  const expensive: string[] = []
  const broken: string[] = []
  const values = { ...(await readValues(shop)), ...ownValues() }
  for (const request of representatives(anonymousRequests(shop, values), kindOf)) {
    let least = Infinity
    for (let attempt = 0; attempt < attemptsMax && least > 1; attempt += 1) {
      const { cost, status } = await costOf(request, attempt)
      if (cost > limitMicroseconds / 2) limitMicroseconds = await readLimit()
      least = Math.min(least, cost / limitMicroseconds)
      if (status >= 500) broken.push(`${request.label}: ${status}`)
    }
    if (least > (allowed.get(request.label) ?? 1))
      expensive.push(`${request.label}: ${least.toFixed(1)} times the limit`)
  }
  expect(expensive).toEqual([])
  expect(broken).toEqual([])
}, 300_000)
