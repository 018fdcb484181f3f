/**
 * Sales of the demo's organisers on previous days: orders of fictitious buyers through the regular order
 * pipeline, with the clock set to each order's time. They are paid from balances, so that neither payment
 * nor refund involves a bank.
 */
import { sql } from 'kysely'
import pino from 'pino'
import { completeOrder } from '#flows/checkout/server/complete-order.ts'
import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import { eventSource, eventTicketSource } from '#modules/events/server/public-api.ts'
import {
  applyBalance,
  checkoutOrder,
  requestFor,
  takeOffers,
} from '#modules/orders/server/public-api.ts'
import { ProviderHealth } from '#modules/payments/server/public-api.ts'
import { createSettlementPorts, makeStatement } from '#modules/settlements/server/public-api.ts'
import { issueTickets } from '#modules/tickets/server/public-api.ts'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import { systemRandom, type Context } from '#platform/context.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import type { JobQueue } from '#platform/jobs/queue.ts'
import { seededRandom, type SeededRandom } from './random.ts'
import { buyers, orderCounts, visits } from './content/sales.ts'
import { readSellable, type EventChoice } from './read-sellable.ts'
import { salesPart } from './parts.ts'
import { insertRows } from './rows.ts'

const day = 86_400_000
/** Advisory lock that serialises concurrent processes. */
const salesLock = 5_118_803_212
/** Number of orders created concurrently. */
const batchSize = 4
/** Initial balance of a buyer, more than any of them spends. */
const giftMinor = 500_000
/** Age of the latest statement in days. */
const statementDaysAgo = 2

/** Discards jobs, so that no emails are sent about past orders. */
const silentJobs: JobQueue = {
  send: async () => {},
  listUndelivered: async () => ({ messages: [], total: 0 }),
  resend: async () => 0,
}

/**
 * Creates the sales once, organiser by organiser; a database with any of an organiser's orders gets no more of them.
 * Returns whether there was anything to do.
 */
export async function seedSales(url: string, now = new Date()): Promise<boolean> {
  const pool = openPool({ url, connectionsMax: batchSize + 1, applicationName: 'bileti-seed' })
  const db = openDatabase(pool)
  try {
    return await db.transaction().execute(async (inside) => {
      // Of two processes, the second waits here and then finds everything done.
      await sql`select pg_advisory_xact_lock(${salesLock})`.execute(inside)
      return createSales(contextAt(now, db))
    })
  } finally {
    await db.destroy()
  }
}

async function createSales(context: Context): Promise<boolean> {
  const { db } = context
  const done = await db.selectFrom('seed').select('name').execute()
  // Written last, so that an interrupted start is continued by the next one.
  if (done.some(({ name }) => name === salesPart)) return false
  const customers = await openBalances(context)
  for (const [slug, count] of orderCounts) {
    if (!(await isFirst(context, `${salesPart}-${slug}`))) continue
    const sales = await planSales(context, { slug, count, customers })
    // Small concurrent batches are faster than creating the orders one by one.
    for (let first = 0; first < sales.length; first += batchSize)
      await Promise.all(sales.slice(first, first + batchSize).map((sale) => sellAt(context, sale)))
  }
  if (await isFirst(context, salesPart)) await createStatements(context)
  return true
}

/** Takes a part of the sales on, if no earlier start has. */
async function isFirst({ db, clock }: Context, name: string): Promise<boolean> {
  const row = { name, version: 1, seeded_at: clock.now() }
  const done = await db
    .insertInto('seed')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

function contextAt(now: Date, db: Context['db']): Context {
  return {
    db,
    clock: { now: () => now },
    random: systemRandom,
    actor: { kind: 'system' },
    locale: 'ka',
    log: pino({ level: 'silent' }),
    jobs: silentJobs,
    channel: 'web',
    origin: '',
  }
}

interface DemoBuyer {
  readonly customerId: string
  readonly sessionId: string
  readonly name: string
  readonly email: string
  readonly phone: string
}

/** Buyers with a balance; nobody can sign in as them. An interrupted start may have created them already. */
async function openBalances(context: Context): Promise<DemoBuyer[]> {
  const known = new Map(
    (
      await context.db
        .selectFrom('customer')
        .innerJoin('session', 'session.customer_id', 'customer.id')
        .select(['customer.id as customerId', 'customer.email', 'session.id as sessionId'])
        .where(
          'customer.email',
          'in',
          buyers.map((_, index) => emailOf(index)),
        )
        .execute()
    ).map((row) => [row.email, row]),
  )
  const isKnown = known.size === buyers.length
  const all = buyers.map((name, index): DemoBuyer => ({
    customerId: known.get(emailOf(index))?.customerId ?? context.random.uuid(),
    sessionId: known.get(emailOf(index))?.sessionId ?? context.random.uuid(),
    name,
    email: emailOf(index),
    phone: `+99555501${String(index).padStart(4, '0')}`,
  }))
  if (!isKnown)
    await context.db.transaction().execute((db) => insertBuyers({ ...context, db }, all))
  return all
}

function emailOf(index: number): string {
  return `buyer-${index + 1}@bileti.example`
}

async function insertBuyers(context: Context, opened: readonly DemoBuyer[]): Promise<void> {
  const { db, random, clock } = context
  await insertRows(
    db,
    'customer',
    opened.map(({ customerId, name, email, phone }) => ({
      id: customerId,
      email,
      full_name: name,
      phone,
      activated_at: clock.now(),
    })),
  )
  for (const { customerId, sessionId } of opened) {
    await db
      .insertInto('session')
      .values({
        id: sessionId,
        kind: 'customer',
        customer_id: customerId,
        token_hash: Buffer.from(random.bytes(32)),
        expires_at: clock.now(),
      })
      .execute()
    await postTransfer(context, {
      idempotencyKey: `demo-balance:${customerId}`,
      kind: 'correction',
      reference: customerId,
      postings: [
        { account: 'house:gifts', currency: 'GEL', amountMinor: giftMinor },
        { account: customerAccount(customerId), currency: 'GEL', amountMinor: -giftMinor },
      ],
    })
  }
}

/** Random times, mostly in the evening and more frequent recently; sorted, and all in the past. */
function momentsOf(now: Date, count: number, random: SeededRandom): Date[] {
  const midnight = Math.floor(now.getTime() / day) * day
  return Array.from({ length: count }, () => {
    const daysAgo = Math.floor(random.next() ** 1.6 * 21)
    const at = midnight - daysAgo * day + (5 + random.between(0, 1) ** 0.6 * 13) * 3_600_000
    return at < now.getTime() - 60_000 ? at : at - day
  })
    .toSorted((left, right) => left - right)
    .map((at) => new Date(at))
}

interface DemoSale {
  readonly at: Date
  readonly choice: EventChoice
  readonly buyer: DemoBuyer
  readonly locale: Context['locale']
  readonly channel: string
  readonly visit: string | null
}

/** Plans the same orders for every seeding on the same day. */
async function planSales(
  { db, clock }: Context,
  {
    slug,
    count,
    customers,
  }: {
    readonly slug: string
    readonly count: number
    readonly customers: readonly DemoBuyer[]
  },
): Promise<DemoSale[]> {
  const now = clock.now()
  const random = seededRandom(`sales ${slug}`)
  const sellable = await readSellable(db, { slug, since: new Date(now.getTime() - 4 * day) })
  return momentsOf(now, count, random).flatMap((at): DemoSale[] => {
    const open = sellable.filter(({ startsAt }) => startsAt.getTime() > at.getTime() + 3_600_000)
    const choice = open.length === 0 ? null : random.pick(open).choose(random)
    if (!choice) return []
    return [
      {
        at,
        choice,
        buyer: random.pick(customers),
        locale: random.next() < 0.85 ? 'ka' : 'en',
        channel: random.next() < 0.85 ? 'web' : 'partner',
        visit: random.pick(visits),
      },
    ]
  })
}

const ports: CheckoutPorts = {
  providers: [],
  acquiring: { costs: new Map(), health: new ProviderHealth() },
  issueTickets,
  orders: { sources: [eventSource], paymentWays: () => [] },
}

/** Creates one order; skipped if the tickets are not available at that time. */
async function sellAt(
  context: Context,
  { at, choice, buyer, locale, channel, visit }: DemoSale,
): Promise<void> {
  const { customerId, sessionId, name, email, phone } = buyer
  const own: Context = {
    ...context,
    clock: { now: () => at },
    actor: { kind: 'customer', customerId, sessionId },
    locale,
    channel,
  }
  const held = await takeOffers(own, [requestFor(eventSource, choice)], { isAllOrNothing: true })
  if (!held.ok) return
  const { orderKey, id } = held.value.order
  const details = { orderKey, buyer: { name, email, phone }, acceptTerms: true }
  const checked = await checkoutOrder(own, [eventSource], details)
  if (!checked.ok) return
  if (checked.value.totalMinor > 0 && !(await applyBalance(own, { orderKey })).ok) return
  if (visit !== null)
    await insertRows(context.db, 'order_visit', [{ order_id: id, visit, noted_at: at }])
  await completeOrder(own, ports, orderKey)
}

/** Creates a statement for each organiser. The transfers it contains must be committed before. */
async function createStatements(context: Context): Promise<void> {
  const at = new Date(context.clock.now().getTime() - statementDaysAgo * day)
  const then = { ...context, clock: { now: () => at } }
  const { readUpcoming } = createSettlementPorts({
    sources: [eventTicketSource],
    canPayOut: false,
    orderSources: [eventSource],
  })
  const merchants = await context.db
    .selectFrom('merchant')
    .select('id')
    .where('slug', 'in', [...orderCounts.keys()])
    .orderBy('id')
    .execute()
  for (const { id } of merchants) await makeStatement(then, readUpcoming, { merchantId: id })
}
