import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import type { BenchFigure } from './figures.ts'
import type { BenchShop } from './shop.ts'
import { allJobs } from '#apps/server/jobs.ts'
import { orderStatus } from '#contract/enumerations.ts'
import { invariant, ok } from '#kernel/result.ts'
import { eventSource } from '#modules/events/server/public-api.ts'
import {
  makeEvent,
  makeGuest,
  smallLayout,
  type MadeEvent,
} from '#modules/events/tests/factories.ts'
import { sellPlaces } from '#modules/inventory/server/public-api.ts'
import {
  checkoutOrder,
  lockOrder,
  moveOrder,
  orderAllocations,
  takeOffer,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { issueTickets } from '#modules/tickets/server/public-api.ts'
import { inTransaction, systemClock, systemRandom, type Context } from '#platform/context.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { openJobs } from '#platform/jobs/jobs.ts'

/** Emails waiting when the worker starts. */
const backlog = 1_500
/** Orders created while the worker runs, and their rate. */
const onSale = { orders: 1_000, perMinute: 2_000 }
/** One per second, as sent by the worker of commit eec441c. */
const beforePerMinute = 60
const minuteMilliseconds = 60_000

interface Taken {
  readonly to: string
  readonly messageId: string
  readonly hasPdf: boolean
  readonly at: number
}

/**
 * Emails with tickets, through a mail server in a separate process, sent by one worker process, all on the
 * database's machine. First a backlog is sent; then orders of two tickets arrive at the rate of an on-sale, and
 * each email's delay is measured. Every order must get one email with a PDF.
 */
export async function benchTicketEmails(shop: BenchShop): Promise<BenchFigure[]> {
  const pool = openPool({
    url: shop.databaseUrl,
    connectionsMax: 16,
    applicationName: 'bileti-bench',
  })
  const db = openDatabase(pool)
  const jobs = await openJobs({
    url: shop.databaseUrl,
    jobs: allJobs,
    supervise: false,
    onError: (error) => {
      throw error
    },
  })
  const context: Context = {
    db,
    jobs,
    clock: systemClock,
    random: systemRandom,
    actor: { kind: 'system' },
    locale: 'ka',
    log: pino({ level: 'silent' }),
    channel: 'web',
    origin: 'http://localhost',
  }
  const sink = await startSink()
  try {
    const event = await makeEvent(context, {
      layout: smallLayout({ poolCapacity: 100_000 }),
      placesPerOrderMax: 2,
    })
    const waiting = await buyAll(context, event, 'backlog', backlog)
    for (const order of waiting) await issue(context, order)
    const coming = await buyAll(context, event, 'onsale', onSale.orders)
    return await withWorker(shop, sink.port, async () => {
      const drained = await sink.until('backlog', waiting.length)
      const times = drained.map(({ at }) => at).toSorted((left, right) => left - right)
      const minutes = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / minuteMilliseconds
      const perMinute = (drained.length - 1) / minutes
      const issuedAt = await issueAtRate(context, coming)
      const arrived = await sink.until('onsale', coming.length)
      return figures(perMinute, drained, arrived, issuedAt)
    })
  } finally {
    sink.stop()
    await jobs.stop()
    await db.destroy()
  }
}

function figures(
  perMinute: number,
  drained: readonly Taken[],
  arrived: readonly Taken[],
  issuedAt: ReadonlyMap<string, number>,
): BenchFigure[] {
  const delays = arrived
    .map(({ to, at }) => (at - (issuedAt.get(to) ?? 0)) / 1_000)
    .toSorted((left, right) => left - right)
  const longest = delays.at(-1) ?? Infinity
  const all = [...drained, ...arrived]
  const isExact =
    new Set(all.map(({ messageId }) => messageId)).size === all.length &&
    all.every(({ hasPdf }) => hasPdf)
  return [
    {
      name: 'ticket e-mails a minute, two tickets each, one worker process',
      value: perMinute,
      unit: 'e-mails/min',
      baseline: { name: 'commit eec441c: one a second', value: beforePerMinute },
      ratio: perMinute / beforePerMinute,
      target: 'at least 2,000, each order once and with its PDF',
      met: perMinute >= 2_000 && isExact,
      note: `${all.length} e-mails, ${isExact ? 'each once, with a PDF' : 'some twice or without a PDF'}`,
    },
    {
      name: `longest wait for a ticket e-mail while ${onSale.perMinute} orders a minute come in`,
      value: longest,
      unit: 's',
      target: 'at most 10',
      met: longest <= 10,
      note: `median ${(delays[Math.floor(delays.length / 2)] ?? 0).toFixed(2)} s`,
    },
  ]
}

/** Paid orders without issued tickets, each for a different address. */
async function buyAll(
  context: Context,
  event: MadeEvent,
  name: string,
  count: number,
): Promise<Order[]> {
  const orders: Order[] = []
  const atOnce = 8
  await Promise.all(
    Array.from({ length: atOnce }, async (_, first) => {
      for (let index = first; index < count; index += atOnce)
        orders.push(await buy(context, event, `${name}-${index}@example.com`))
    }),
  )
  return orders
}

async function buy(system: Context, event: MadeEvent, email: string): Promise<Order> {
  const context = { ...system, actor: await makeGuest(system) }
  const request = {
    eventId: event.eventId,
    places: [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId ?? 0, quantity: 2 }],
  }
  const taken = await takeOffer(context, eventSource, { request })
  invariant(taken.ok, 'places are free')
  const { orderKey } = taken.value
  const buyer = { name: 'ნინო Beridze', email, phone: '+995555123456' }
  const checked = await checkoutOrder(context, [eventSource], {
    orderKey,
    buyer,
    acceptTerms: true,
  })
  invariant(checked.ok, 'the order goes to checkout')
  const paid = await inTransaction(system, async (inside) => {
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
  invariant(paid.ok, 'the order is paid')
  return paid.value
}

async function issue(context: Context, order: Order): Promise<void> {
  await inTransaction(context, async (inside) => {
    await issueTickets(inside, order)
    return ok(null)
  })
}

/** Issues the tickets of each order at its time. Returns those times by address. */
async function issueAtRate(
  context: Context,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, number>> {
  const issuedAt = new Map<string, number>()
  const began = Date.now()
  for (const [index, order] of orders.entries()) {
    const due = began + (index * minuteMilliseconds) / onSale.perMinute
    if (due > Date.now()) await pause(due - Date.now())
    issuedAt.set(order.buyer.email, Date.now())
    await issue(context, order)
  }
  return issuedAt
}

interface Sink {
  readonly port: number
  /** Waits for this number of emails to addresses with this name. */
  until(name: string, count: number): Promise<Taken[]>
  stop(): void
}

async function startSink(): Promise<Sink> {
  const child = fork(fileURLToPath(new URL('./smtp-sink.ts', import.meta.url)))
  const first = await nextMessage<{ port: number }>(child)
  return {
    port: first.port,
    async until(name, count) {
      for (;;) {
        child.send('taken')
        const { taken } = await nextMessage<{ taken: Taken[] }>(child)
        const own = taken.filter(({ to }) => to.startsWith(`${name}-`))
        if (own.length >= count) return own
        await pause(250)
      }
    },
    stop: () => void child.kill(),
  }
}

function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as Message)))
}

async function withWorker<Value>(
  shop: BenchShop,
  smtpPort: number,
  work: () => Promise<Value>,
): Promise<Value> {
  const file = fileURLToPath(new URL('../src/apps/worker/main.ts', import.meta.url))
  const worker = fork(file, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATABASE_URL: shop.databaseUrl,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      SMS_URL: 'http://127.0.0.1:9',
    },
  })
  try {
    return await work()
  } finally {
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.kill('SIGTERM')
    await ended
  }
}
