/**
 * WEBHOOK_EVENTS (2,000) changes are sent to receivers that fail, hang, drop connections and stop, by workers that are killed
 * as well: each is received at least once, those of an order in order, none is lost: `npm run soak --
 * tests/soak/webhooks.soak.ts`.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crashesDuring } from '#flows/checkout/tests/simulated-crash.ts'
import { writeSales } from '#modules/merchant/tests/many-sales.ts'
import { deliverMessages } from '../../src/modules/webhooks/server/deliver.ts'
import { enqueueMessages } from '../../src/modules/webhooks/server/enqueue-messages.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'
import { randomOf } from '../storm/random.ts'
import { seedOf } from '../support/tier.ts'

const count = Number(process.env['WEBHOOK_EVENTS'] ?? 2_000)
const seed = seedOf('webhooks', 20_261_122)
/** Each order is sold and then changes three times. */
const changesEach = 4
const receiverCount = 4
const ports = { allowsLoopback: true, timeoutMs: 150 }

/** A receiver of one organiser: its reaction to each request is drawn at random. */
class Receiver {
  readonly received: {
    readonly id: string
    readonly orderNumber: string
    readonly status: number
  }[] = []
  /** Ids that were answered with success. */
  readonly taken = new Set<string>()
  readonly tally = { taken: 0, failed: 0, hung: 0, broken: 0, unanswered: 0, deaths: 0 }
  readonly #random: () => number
  #server: Server | null = null
  #port = 0

  constructor(random: () => number) {
    this.#random = random
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook`
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => this.#answer(request, response))
    await new Promise<void>((done) => server.listen(this.#port, '127.0.0.1', done))
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  /** Drops all connections and refuses new ones until started again. */
  stop(): void {
    this.tally.deaths += 1
    this.#server?.closeAllConnections()
    this.#server?.close()
    this.#server = null
  }

  get isRunning(): boolean {
    return this.#server !== null
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const drawn = this.#random()
      if (drawn < 0.03) return void (this.tally.hung += 1)
      if (drawn < 0.1) {
        this.tally.broken += 1
        return void request.socket.destroy()
      }
      if (drawn < 0.25) {
        this.tally.failed += 1
        return void response.writeHead(500).end()
      }
      const id = String(request.headers['webhook-id'])
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as Reply
      this.received.push({ id, orderNumber: data.orderNumber, status: data.tickets[0].status })
      if (drawn < 0.28) {
        // Received, but the sender gets no answer.
        this.tally.unanswered += 1
        return void request.socket.destroy()
      }
      this.tally.taken += 1
      this.taken.add(id)
      response.writeHead(204).end()
    })
  }
}

let shop: HostileShop
const random = randomOf(seed)
const receivers = Array.from({ length: receiverCount }, () => new Receiver(random))

beforeAll(async () => {
  shop = await openHostileShop()
  const until = shop.context.clock.now()
  const ticketsEach = count / receivers.length / changesEach
  for (const receiver of receivers) {
    await receiver.start()
    const { merchantId, offeringId } = await shop.event()
    const owner = await shop.staff(merchantId)
    await expectOk(
      shop.postProven('/v2/merchantusers/webhooks', { url: receiver.url }, owner, 'webhooks'),
    )
    const sales = { merchantIdFirst: merchantId, merchantCount: 1, itemsEach: 1, days: 1 }
    await writeSales(shop.context.db, { ...sales, offeringId, ticketsEach, until })
  }
}, 120_000)
afterAll(async () => {
  for (const receiver of receivers) if (receiver.isRunning) receiver.stop()
  await shop.close()
})

/** Creates a message for everything committed. */
async function createMessages(): Promise<void> {
  for (;;) {
    await withRandomCrash((context) => enqueueMessages(context))
    const { rows } = await sql<{ isDone: boolean }>`
      select not exists (select from ticket where changed_transaction >=
        (select next_transaction from webhook_cursor)) as "isDone"`.execute(shop.context.db)
    if (rows[0]?.isDone) return
  }
}

let workerDeaths = 0

/** Runs the work with a worker that is killed before some statement, one time in four. */
async function withRandomCrash(
  work: (context: typeof shop.context) => Promise<unknown>,
): Promise<void> {
  if (random() >= 0.25) return void (await work(shop.context))
  const statements = Math.floor(random() * 60)
  if (await crashesDuring(shop.context, statements, work as never)) workerDeaths += 1
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_message where state = 'waiting'`.execute(
    shop.context.db,
  )
  return rows[0]?.count ?? 0
}

/** Two workers deliver side by side while receivers stop and restart; the clock skips the retry pauses. */
async function deliver(untilNothingWaits: boolean): Promise<void> {
  for (let turn = 0; turn < (untilNothingWaits ? 2_000 : 3); turn += 1) {
    const victim = receivers[Math.floor(random() * receiverCount)]
    const dies = random() < 0.3
    const death = dies ? setTimeout(() => victim?.isRunning && victim.stop(), random() * 200) : null
    const worker = () => withRandomCrash((context) => deliverMessages(context, ports))
    await Promise.all([worker(), worker()])
    if (death) clearTimeout(death)
    for (const receiver of receivers)
      if (!receiver.isRunning && random() < 0.7) await receiver.start()
    // Retry pauses grow to six hours, and leases of killed workers end after a minute.
    shop.context.clock.advance(7 * 3_600)
    if (untilNothingWaits && (await waiting()) === 0) return
  }
  if (untilNothingWaits) throw new Error(`${await waiting()} still wait`)
}

test('delivers each change at least once, in sequence for each order', async () => {
  console.info(`webhooks: ${count} events`)
  const { db } = shop.context
  const begun = performance.now()
  await createMessages()
  for (let change = 1; change < changesEach; change += 1) {
    // Both delivered and undelivered orders change while deliveries are in progress.
    await deliver(false)
    await sql`update ticket set status = ${change % 2 === 0 ? 1 : 2},
      used_at = ${change === 3 ? new Date() : null}`.execute(db)
    await createMessages()
  }
  await deliver(true)
  const { rows } = await sql<{ id: string; state: string; orderNumber: string; attempts: number }>`
    select m.message_id as id, m.state, o.order_number as "orderNumber", m.attempt_count as attempts
    from webhook_message m join orders o on o.id = m.order_id order by m.id`.execute(db)
  expect(rows).toHaveLength(count)
  const received = receivers.flatMap((receiver) => receiver.received)
  const taken = new Set(receivers.flatMap((receiver) => [...receiver.taken]))
  const lost = rows.filter(({ id, state }) => state === 'delivered' && !taken.has(id))
  const givenUp = rows.filter(({ state }) => state === 'given-up')
  const place = new Map(rows.map(({ id }, index) => [id, index]))
  const last = new Map<string, number>()
  let backwards = 0
  for (const { id, orderNumber } of received) {
    const at = place.get(id) ?? -1
    if (at < (last.get(orderNumber) ?? -1)) backwards += 1
    else last.set(orderNumber, at)
  }
  const statusOf = new Map(received.map(({ orderNumber, status }) => [orderNumber, status]))
  const tally = receivers.map((receiver) => receiver.tally)
  const sum = (name: keyof Receiver['tally']) => tally.reduce((all, one) => all + one[name], 0)
  const told = `${received.length} received, ${sum('failed')} failed, ${sum('hung')} hung, ${sum('broken')} broken off, ${sum('unanswered')} heard without an answer, ${sum('deaths')} deaths of receivers, ${workerDeaths} of workers, ${givenUp.length} given up`
  console.info(`webhooks: ${told}, ${Math.round((performance.now() - begun) / 1_000)} s`)
  expect(lost).toEqual([])
  expect(givenUp).toEqual([])
  expect(new Set(received.map(({ id }) => id)).size).toBe(count)
  expect(backwards).toBe(0)
  // The last message about every order matches its state.
  const { rows: tickets } = await sql<{ orderNumber: string; status: number }>`
    select o.order_number as "orderNumber", t.status from ticket t join orders o on o.id = t.order_id`.execute(
    db,
  )
  expect(tickets.filter(({ orderNumber, status }) => statusOf.get(orderNumber) !== status)).toEqual(
    [],
  )
}, 1_200_000)
