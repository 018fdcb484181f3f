/**
 * Goal: a merchant's system receives each changed order at least once, in sequence, signed, whatever it does and
 * whatever process is killed. Method: a receiver over HTTP that fails, hangs and drops connections; a clock that
 * tests advance; a context that fails between any two statements.
 */
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { crashesDuring } from '#flows/checkout/tests/simulated-crash.ts'
import { writeSales } from '#modules/merchant/tests/many-sales.ts'
import { expectOk } from './purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from './shop.ts'
import { deliverMessages, retryDelaySeconds } from '../../src/modules/webhooks/server/deliver.ts'
import { deleteMessages } from '../../src/modules/webhooks/server/delete-messages.ts'
import { enqueueMessages } from '../../src/modules/webhooks/server/enqueue-messages.ts'
import { isAllowedAddress, isPrivateAddress, post } from '../../src/modules/webhooks/server/post.ts'

interface Heard {
  readonly id: string
  readonly orderNumber: string
  readonly statuses: readonly number[]
  readonly isSigned: boolean
}

let shop: HostileShop
let merchantId: number
let owner: string
let receiver: Server
let url: string
let secret: Buffer
let heard: Heard[] = []
/** Reactions to the next requests; `take` when the list is empty. */
let reactions: ('take' | 'fail' | 'hang' | 'break')[] = []
const ports = { allowsLoopback: true, timeoutMs: 150 }

beforeAll(async () => {
  shop = await openHostileShop()
  ;({ merchantId } = await shop.event())
  owner = await shop.staff(merchantId)
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const mood = reactions.shift() ?? 'take'
      if (mood === 'hang') return
      if (mood === 'break') return void request.socket.destroy()
      if (mood === 'fail') return void response.writeHead(500).end()
      heard.push(read(request.headers, Buffer.concat(chunks).toString()))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const added = await expectOk(
    shop.postProven('/v2/merchantusers/webhooks', { url }, owner, 'webhooks'),
  )
  secret = Buffer.from(added.secret.replace('whsec_', ''), 'base64')
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await shop.close()
})

function read(headers: Readonly<Record<string, unknown>>, body: string): Heard {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
  const expected = createHmac('sha256', secret).update(`${String(id)}.${String(at)}.${body}`)
  const { data } = JSON.parse(body) as Reply
  return {
    id: String(id),
    orderNumber: data.orderNumber,
    statuses: data.tickets.map(({ status }: Reply) => status),
    isSigned: signature === `v1,${expected.digest('base64')}`,
  }
}

/** Runs until everything committed has become a message: tests of other databases hold the horizon back, too. */
async function createMessages(): Promise<void> {
  await vi.waitUntil(
    async () => {
      await enqueueMessages(shop.context)
      const { rows } = await sql<{ isDone: boolean }>`
        select not exists (select from ticket where changed_transaction >=
          (select next_transaction from webhook_cursor)) as "isDone"`.execute(shop.context.db)
      return rows[0]?.isDone
    },
    { timeout: 15_000, interval: 20 },
  )
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_message where state = 'waiting'`.execute(
    shop.context.db,
  )
  return rows[0]?.count ?? 0
}

/** Runs deliveries while the clock skips the retry pauses. */
async function deliverAll(): Promise<void> {
  for (let round = 0; (await waiting()) > 0; round += 1) {
    expect(round).toBeLessThan(400)
    if ((await deliverMessages(shop.context, ports)) === 0) shop.context.clock.advance(3_600)
  }
}

const firstTicket = () => sql`(select min(id) from ticket where item_id = ${merchantId * 100})`

test('delivers every order in sequence to a receiver that fails, hangs and drops connections', async () => {
  const { db } = shop.context
  const { offeringId } = await shop.event()
  const until = shop.context.clock.now()
  const sales = { merchantIdFirst: merchantId, merchantCount: 1, itemsEach: 1, days: 1 }
  await writeSales(db, { ...sales, offeringId, ticketsEach: 60, until })
  await createMessages()
  await sql`update ticket set status = 2 where item_id = ${merchantId * 100} and id % 2 = 0`.execute(
    db,
  )
  await createMessages()
  const kinds = ['fail', 'take', 'break', 'hang', 'take'] as const
  reactions = Array.from({ length: 90 }, (_, at) => kinds[(at * 7) % 5] ?? 'take')
  await deliverAll()
  expect(heard.every(({ isSigned }) => isSigned)).toBe(true)
  const { rows } = await sql<{ orderNumber: string; status: number }>`
    select o.order_number as "orderNumber", t.status from ticket t join orders o on o.id = t.order_id
    where t.item_id = ${merchantId * 100}`.execute(db)
  expect(rows).toHaveLength(60)
  for (const { orderNumber, status } of rows) {
    const messages = heard.filter((message) => message.orderNumber === orderNumber)
    // The last message about an order matches its state.
    expect(messages.at(-1)?.statuses, orderNumber).toEqual([status])
  }
  expect(new Set(heard.map(({ id }) => id)).size).toBe(90)
}, 60_000)

test('loses no message when a process is killed between any two statements', async () => {
  const { db } = shop.context
  await sql`update ticket set used_at = issued_at where id = ${firstTicket()}`.execute(db)
  const { context } = shop
  for (let statements = 0; ; statements += 1)
    if (!(await crashesDuring(context as never, statements, (dying) => enqueueMessages(dying))))
      break
  await createMessages()
  heard = []
  for (let statements = 0; ; statements += 1) {
    const deliver = (dying: typeof context) => deliverMessages(dying, ports)
    if (!(await crashesDuring(context as never, statements, deliver as never))) break
    shop.context.clock.advance(3_600)
  }
  await deliverAll()
  expect(heard.length).toBeGreaterThan(0)
  expect(new Set(heard.map(({ id }) => id)).size).toBe(1)
})

test('resends abandoned messages on request, and logs each attempt', async () => {
  const { db } = shop.context
  await sql`update ticket set used_at = null where id = ${firstTicket()}`.execute(db)
  await createMessages()
  reactions = Array.from({ length: 24 }, () => 'fail' as const)
  await deliverAll()
  owner = await shop.staff(merchantId)
  const { items: endpoints } = await expectOk(shop.get('/v2/merchantusers/webhooks', owner))
  expect(endpoints).toMatchObject([{ url, givenUpCount: 1, waitingCount: 0 }])
  const { endpointId } = endpoints[0]
  const path = `/v2/merchantusers/webhooks/messages?endpointId=${endpointId}&limit=1`
  const { items } = await expectOk(shop.get(path, owner))
  expect(items[0]).toMatchObject({ state: 'given-up', nextAttemptAt: null })
  expect(items[0].attempts).toHaveLength(24)
  expect(items[0].attempts[0]).toMatchObject({ httpStatus: 500, problem: 'HTTP 500' })
  const { messageId } = items[0]
  heard = []
  await expectOk(shop.post('/v2/merchantusers/webhooks/replay', { messageId }, owner))
  await deliverAll()
  expect(heard.map(({ id }) => id)).toEqual([messageId])
  expect((await expectOk(shop.get(path, owner))).items[0]).toMatchObject({ state: 'delivered' })
})

test('deletes completed messages after two months, not waiting ones', async () => {
  const { db, clock } = shop.context
  await createMessages()
  await deliverAll()
  await sql`update ticket set used_at = ${clock.now()} where id = ${firstTicket()}`.execute(db)
  await createMessages()
  const states = async () =>
    (await sql<{ state: string }>`select state from webhook_message order by id`.execute(db)).rows
  const undelivered = (await states()).filter(({ state }) => state === 'waiting')
  expect(undelivered).not.toEqual([])
  expect(await deleteMessages({ db, clock })).toBe(0)
  const later = { now: () => new Date(clock.now().getTime() + 61 * 86_400_000) }
  expect(await deleteMessages({ db, clock: later })).toBeGreaterThan(0)
  expect(await states()).toEqual(undelivered)
  const { rows } = await sql`select from webhook_attempt`.execute(db)
  expect(rows).toEqual([])
  await deliverAll()
})

test('does not delay other receivers when one hangs', async () => {
  const { db } = shop.context
  let hungCount = 0
  const hanging = createServer((request) => void (hungCount += request ? 1 : 0))
  await new Promise<void>((done) => hanging.listen(0, '127.0.0.1', done))
  const other = await shop.event()
  const hangs = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/hook`
  const theirs = await shop.staff(other.merchantId)
  await expectOk(shop.postProven('/v2/merchantusers/webhooks', { url: hangs }, theirs, 'webhooks'))
  const sales = { merchantCount: 1, itemsEach: 1, days: 1, offeringId: other.offeringId }
  const until = shop.context.clock.now()
  await writeSales(db, { ...sales, merchantIdFirst: other.merchantId, ticketsEach: 60, until })
  await sql`update ticket set used_at = issued_at where item_id = ${merchantId * 100} and status = 1`.execute(
    db,
  )
  await createMessages()
  heard = []
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_message m join webhook_endpoint e on e.id = m.endpoint_id
    where m.state = 'waiting' and e.merchant_id = ${merchantId}`.execute(db)
  const wanted = rows[0]?.count ?? 0
  expect(wanted).toBeGreaterThan(20)
  // The hanging receiver is released by this test after the other one has received everything.
  const round = deliverMessages(shop.context, { allowsLoopback: true, timeoutMs: 60_000 })
  await vi.waitUntil(() => new Set(heard.map(({ id }) => id)).size === wanted, { timeout: 20_000 })
  expect(hungCount).toBeLessThanOrEqual(5)
  hanging.closeAllConnections()
  hanging.close()
  await round
  await expectOk(
    shop.post(
      '/v2/merchantusers/webhooks/switch',
      {
        endpointId: (await expectOk(shop.get('/v2/merchantusers/webhooks', theirs))).items[0]
          .endpointId,
        isActive: false,
      },
      theirs,
    ),
  )
  await sql`delete from webhook_attempt`.execute(db)
  await sql`delete from webhook_message where state = 'waiting'`.execute(db)
}, 60_000)

test('refuses scanners and other merchants, and skips disabled addresses', async () => {
  const { items } = await expectOk(shop.get('/v2/merchantusers/webhooks', owner))
  const { endpointId } = items[0]
  const off = { endpointId, isActive: false, messageId: shop.context.random.uuid() }
  const stranger = await shop.staff((await shop.event()).merchantId)
  for (const name of ['switch', 'replay']) {
    const path = `/v2/merchantusers/webhooks/${name}`
    expect((await shop.post(path, off, stranger)).status).toBe(404)
  }
  const messages = `/v2/merchantusers/webhooks/messages?endpointId=${endpointId}`
  expect((await shop.get(messages, stranger)).status).toBe(404)
  expect((await expectOk(shop.get('/v2/merchantusers/webhooks', stranger))).items).toEqual([])
  await expectOk(shop.post('/v2/merchantusers/webhooks/switch', off, owner))
  await sql`update ticket set used_at = issued_at where id = ${firstTicket()}`.execute(
    shop.context.db,
  )
  await createMessages()
  expect(await waiting()).toBe(0)
})

test('refuses addresses in private networks', async () => {
  const inside =
    '127.0.0.1 10.1.2.3 169.254.169.254 192.168.0.1 172.20.1.1 100.64.0.1 203.0.113.9 ::1 fd00::1 fe80::1 fec0::1 ' +
    '::ffff:10.0.0.1 ::ffff:0:10.0.0.1 ::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::a00:1 2002:7f00:1:: 2001:0:a00:1:: 100::1'
  for (const address of inside.split(' '))
    expect([address, isPrivateAddress(address)]).toEqual([address, true])
  for (const address of ['8.8.8.8', '2606:4700::1111', '2a00:1450:4001:82b::200e'])
    expect([address, isPrivateAddress(address)]).toEqual([address, false])
  const wrong =
    'http://example.com/ https://127.0.0.1/ https://2130706433/ https://0x7f.1/ https://[::1]/ https://[::ffff:7f00:1]/ ' +
    'https://localhost/ https://localhost./ https://a.internal/ https://u:p@example.com/'
  for (const address of wrong.split(' '))
    expect([address, isAllowedAddress(address, false)]).toEqual([address, false])
  expect(isAllowedAddress('https://example.com/hook', false)).toBe(true)
  // Tests and the demo reach this machine besides, and nothing else that is private.
  for (const address of ['http://127.0.0.1:9/', 'http://localhost:9/', 'http://[::1]:9/'])
    expect([address, isAllowedAddress(address, true)]).toEqual([address, true])
  const elsewhere =
    'http://169.254.169.254/latest https://169.254.169.254/ https://[fe80::1]/ http://10.0.0.1/ https://192.168.0.1/ ' +
    'http://0.0.0.0/ https://[::ffff:a9fe:a9fe]/ https://a.internal/ https://u:p@127.0.0.1/'
  for (const address of elsewhere.split(' '))
    expect([address, isAllowedAddress(address, true)]).toEqual([address, false])
  const message = { headers: {}, body: '{}' }
  const outcome = await post('https://127.0.0.1:9/', message, { allowsLoopback: false })
  expect(outcome).toEqual({ httpStatus: null, problem: 'The address is not public' })
  expect([1, 2, 3, 24].map(retryDelaySeconds)).toEqual([5, 10, 20, 21_600])
})

test('limits concurrent additions to ten addresses', async () => {
  const { merchantId: crowded } = await shop.event()
  const boss = await shop.staff(crowded)
  const add = (path: number) =>
    shop.postProven('/v2/merchantusers/webhooks', { url: `${url}/${path}` }, boss, 'webhooks')
  const { items } = await expectOk(shop.get('/v2/merchantusers/webhooks', boss))
  const added = await Promise.all(Array.from({ length: 14 }, (_, path) => add(path)))
  const taken = added.filter(({ status }) => status === 200)
  expect(taken).toHaveLength(10 - items.length)
  expect(added.find(({ status }) => status !== 200)?.body.error.code).toBe('TooManyWebhooks')
})
