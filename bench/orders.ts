import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { BenchFigure } from './figures.ts'
import type { OrderKind, OrderLoadReport } from './order-load.ts'
import { postmasterOf, withProcessor } from './processor.ts'
import { limitEach, serversOf } from './processor-quota.ts'
import type { BenchShop } from './shop.ts'
import { freePort } from '#platform/ports.ts'

/** One measurement: a number of shoppers who buy the same way for some seconds. */
export interface Run {
  readonly kind: OrderKind
  readonly shoppers: number
  readonly workers: number
  /** CPU share of one core for each server process; absent: unlimited. */
  readonly coreShare?: number
  /** Duration of the measurement; twenty when absent. */
  readonly seconds?: number
}

export interface Measured extends OrderLoadReport {
  /** Violations in ledger and places afterwards; empty if there are none. */
  readonly wrongs: readonly string[]
  /** CPU milliseconds per order, by process. */
  readonly processor: Readonly<Record<string, number>>
  /** False if the servers could not be limited as requested. */
  readonly isLimited: boolean
  /** In the first seconds after the start, in milliseconds. */
  readonly coldHoldP99: number
}

const secondsEach = 20

/** Duration of buying before a measurement, so that the server's code is compiled. */
const warmUpSeconds = 15

/**
 * Whole orders over HTTP: a guest holds two tickets, checks out, pays at the fake tpay, returns and views the
 * tickets. Load and bank share the server's cores. After each run places, tickets, payments, ledger and the bank's
 * records are compared.
 */
export async function benchOrders(shop: BenchShop): Promise<BenchFigure[]> {
  const { stadium, floor } = await withClient(shop, async (client) => {
    // The demo's stadium requires personal numbers, which is another kind of sale.
    await client.query(`update special_rule set is_active = false where kind = 'buyer-checks'`)
    const found = { stadium: await largestHouse(client), floor: await largestFloor(client) }
    await client.query('update pool_leg set capacity = capacity + 100000 where offering_id = $1', [
      found.floor.offeringId,
    ])
    return found
  })
  // Each measurement starts with the same free places: on a fast machine the runs together sell more than the stadium has.
  const measure = (run: Run) =>
    shop.withCopy((copy) =>
      withClient(copy, (client) =>
        measureRun(copy, client, run, run.kind === 'pool' ? floor : stadium),
      ),
    )
  const chosen = await measure({ kind: 'chosen', shoppers: 64, workers: 1 })
  const best = await measure({ kind: 'best', shoppers: 64, workers: 1 })
  const two = await measure({ kind: 'chosen', shoppers: 64, workers: 2 })
  const small = { kind: 'chosen', shoppers: 64, coreShare: 0.25 } as const
  const oneSmall = await measure({ ...small, workers: 1 })
  const twoSmall = await measure({ ...small, workers: 2 })
  const few = await measure({ kind: 'pool', shoppers: 16, workers: 1 })
  const many = await measure({ kind: 'pool', shoppers: 64, workers: 1 })
  return [
    rate('orders a minute on the stadium, seats chosen, 64 shoppers', chosen, 3_000),
    holdTime('the same, p99 of holding', chosen),
    processorTime('the same, processor for one order, all parties', chosen),
    rate('orders a minute on the stadium, best seats, 64 shoppers', best, 3_000),
    holdTime('the same, p99 of holding', best),
    processorTime('the same, processor for one order, all parties', best),
    {
      name: 'best seats refused while fitting places are free',
      value: refusals(best),
      unit: '',
      target: '0',
      met: refusals(best) === 0,
    },
    {
      ...rate('orders a minute on the stadium, two server processes', two, null),
      baseline: { name: 'one process', value: chosen.perMinute },
      ratio: two.perMinute / chosen.perMinute,
      target: 'at least 1.7× where the cores are there',
    },
    ...besideSmall(oneSmall, twoSmall),
    processorTime('the same, processor for one order, all parties', two, chosen),
    rate('orders a minute on a floor without seats, 16 shoppers', few, 6_000),
    rate('orders a minute on a floor without seats, 64 shoppers', many, 6_000),
    processorTime('the same, processor for one order, all parties', many),
  ]
}

async function withClient<Value>(
  shop: BenchShop,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Two cores are fully used by one server, PostgreSQL, the bank and the shoppers, so a second server cannot be
 * faster. With a quarter of a core per server the others have enough, as on a larger machine.
 */
function besideSmall(one: Measured, two: Measured): BenchFigure[] {
  if (!one.isLimited || !two.isLimited) return []
  const ratio = two.perMinute / one.perMinute
  return [
    {
      ...rate('the same, each server process held to a quarter of a core', two, null),
      baseline: { name: 'one such process', value: one.perMinute },
      ratio,
      target: 'at least 1.7×',
      met: ratio >= 1.7 && one.wrongs.length + two.wrongs.length === 0,
    },
  ]
}

function rate(name: string, measured: Measured, target: number | null): BenchFigure {
  const { perMinute, orders, steps, refused, wrongs } = measured
  const times = Object.entries(steps).map(([step, time]) => `${step} ${time.toFixed(0)} ms`)
  const refusedWords = Object.keys(refused).length === 0 ? '' : `; ${JSON.stringify(refused)}`
  const books = wrongs.length === 0 ? 'books and places agree' : wrongs.join('; ')
  return {
    name,
    value: perMinute,
    unit: 'orders/min',
    ...(target === null
      ? {}
      : { target: `at least ${target.toLocaleString('en')}`, met: perMinute >= target }),
    ...(wrongs.length > 0 ? { met: false } : {}),
    note: `${orders} orders of two tickets; ${books}; medians: ${times.join(', ')}${refusedWords}`,
  }
}

function holdTime(name: string, { holdP50, holdP99, coldHoldP99 }: Measured): BenchFigure {
  return {
    name,
    value: holdP99,
    unit: 'ms',
    target: 'under 100',
    met: holdP99 < 100,
    note: `p50 ${holdP50.toFixed(0)} ms; p99 in the ${warmUpSeconds} s after the start ${coldHoldP99.toFixed(0)} ms`,
  }
}

/** CPU time per order is more meaningful than a rate on a shared machine. */
function processorTime(name: string, { processor }: Measured, beside?: Measured): BenchFigure {
  const parts = Object.entries(processor).map(([who, time]) => `${who} ${time.toFixed(1)} ms`)
  const sum = (times: Measured['processor']) =>
    Object.values(times).reduce((total, time) => total + time, 0)
  return {
    name,
    value: sum(processor),
    unit: 'ms',
    ...(beside && {
      baseline: { name: 'one process', value: sum(beside.processor) },
      ratio: sum(processor) / sum(beside.processor),
    }),
    target: '12 for 10,000 orders a minute on two cores',
    note: parts.join(', '),
  }
}

function refusals({ refused }: Measured): number {
  return Object.entries(refused)
    .filter(([step]) => step.startsWith('hold'))
    .reduce((sum, [, count]) => sum + count, 0)
}

/** The event with its places on sale. */
export interface House {
  readonly eventId: number
  readonly offeringId: number
}

export async function measureRun(
  shop: BenchShop,
  client: pg.Client,
  run: Run,
  ...houses: readonly House[]
): Promise<Measured> {
  const eventIds = houses.map(({ eventId }) => eventId).join()
  const bankPort = await freePort()
  const bank = await startBank(bankPort)
  try {
    const since = new Date()
    const settings = {
      PAGE_CACHE_SECONDS: '0',
      TPAY_URL: `http://127.0.0.1:${bankPort}`,
      ...bankCredentials,
      WORKERS: String(run.workers),
    }
    const postgres = await postmasterOf(client)
    let isLimited = true
    const measured = await shop.withServer(settings, async (origin, server) => {
      const cold = await load(origin, eventIds, run, warmUpSeconds)
      // Each further process compiles its code as well, on the same cores.
      if (run.workers > 1) await load(origin, eventIds, run, warmUpSeconds * (run.workers - 1))
      const servers = serversOf(server, run.workers)
      const unlimit = run.coreShare === undefined ? () => {} : limitEach(servers, run.coreShare)
      isLimited = unlimit !== null
      try {
        const warm = await withProcessor({ server, postgres, bank: bank.pid ?? 0 }, () =>
          load(origin, eventIds, run, run.seconds ?? secondsEach),
        )
        return { ...warm, cold }
      } finally {
        unlimit?.()
      }
    })
    const { value: report, processor, cold } = measured
    const each = Object.entries({ ...processor, shoppers: report.processorMilliseconds }).map(
      ([name, milliseconds]) => [name, milliseconds / report.orders] as const,
    )
    const offeringIds = houses.map(({ offeringId }) => offeringId)
    const wrongs = await wrongsSince(client, offeringIds, since, bankPort)
    return {
      ...report,
      coldHoldP99: cold.holdP99,
      wrongs,
      isLimited,
      processor: Object.fromEntries(each),
    }
  } finally {
    bank.kill()
  }
}

/** Servers in production refuse the demo's credentials. */
const bankCredentials = {
  TPAY_API_KEY: 'bench-key',
  TPAY_CLIENT_ID: 'bench',
  TPAY_CLIENT_SECRET: 'bench-secret',
}

async function startBank(port: number): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('../fakes/tpay/main.ts', import.meta.url))
  const env = { ...process.env, ...bankCredentials, PORT: String(port) }
  const bank = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve, reject) => {
    bank.stdout.once('data', resolve)
    bank.once('exit', (code) => reject(new Error(`The bank ended with ${code}`)))
  })
  return bank
}

async function load(
  origin: string,
  eventIds: string,
  run: Run,
  seconds: number,
): Promise<OrderLoadReport> {
  const file = fileURLToPath(new URL('./order-load.ts', import.meta.url))
  const { kind, shoppers } = run
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [file, origin, eventIds, kind, String(shoppers), String(seconds)],
    { maxBuffer: 1e7 },
  )
  return JSON.parse(stdout) as OrderLoadReport
}

/** Compares sales with tickets, payments, the ledger and the bank; returns the differences. */
async function wrongsSince(
  client: pg.Client,
  offeringIds: readonly number[],
  since: Date,
  bankPort: number,
): Promise<string[]> {
  const { rows } = await client.query<Record<string, string>>(
    `with bought as (
       select o.* from orders o where o.status = 1 and o.created_at >= $2
     ), issued as (
       select t.* from ticket t join bought on bought.id = t.order_id where t.offering_id = any($1)
     )
     select
       (select count(*) from issued) as tickets,
       (select count(*) from (select offering_id, place_id from issued where place_id is not null
          group by offering_id, place_id having count(*) > 1) as twice) as twice,
       (select count(*) from issued where place_id is not null and not exists (
          select from place_leg p join order_line l on l.hold_id = p.hold_id
          where p.offering_id = issued.offering_id and p.place_id = issued.place_id and p.state = 2
            and l.id = issued.order_line_id)) as unsold,
       (select count(*) from pool_leg p where p.offering_id = any($1) and p.taken <> coalesce((
          select sum(quantity) from pool_hold h where h.offering_id = p.offering_id
            and h.pool_id = p.pool_id), 0)) as pools,
       (select count(*) from pool_leg where offering_id = any($1) and taken > capacity) as oversold,
       (select coalesce(sum(total_minor), 0) from bought) as due,
       (select coalesce(sum(captured_minor), 0) from payment
          where created_at >= $2 and state = 'captured') as captured,
       (select count(*) from (select transfer_id from ledger_posting
          group by transfer_id having sum(amount_minor) <> 0) as uneven) as uneven,
       (select count(*) from (select account_id from ledger_posting p
          join ledger_account a on a.id = p.account_id where a.code like 'order:%'
          group by account_id having sum(amount_minor) <> 0) as open) as open,
       (select count(*) * 2 from bought) as expected`,
    [offeringIds, since],
  )
  const found = Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]),
  )
  const answer = await fetch(`http://127.0.0.1:${bankPort}/__control/payments`)
  const { totals } = (await answer.json()) as { totals: Record<string, { net: number }> }
  const wrongs: string[] = []
  if (found['tickets'] !== found['expected'])
    wrongs.push(`${found['tickets']} tickets for ${found['expected']} bought`)
  for (const name of ['twice', 'unsold', 'pools', 'oversold', 'uneven', 'open'])
    if (found[name] !== 0) wrongs.push(`${name}: ${found[name]}`)
  if (found['due'] !== found['captured'])
    wrongs.push(`orders of ${found['due']} tetri, payments of ${found['captured']}`)
  const net = totals['GEL']?.net ?? 0
  if (net !== found['captured'])
    wrongs.push(`the bank has ${net} tetri, our payments say ${found['captured']}`)
  return wrongs
}

async function largestHouse(client: pg.Client): Promise<House> {
  return houseOf(
    client,
    `select event.id as "eventId", event.offering_id as "offeringId"
     from event join place_leg using (offering_id)
     where event.status = 1 and event.starts_at > now()
     group by event.id order by count(*) desc limit 1`,
  )
}

async function largestFloor(client: pg.Client): Promise<House> {
  const [floor] = await floors(client)
  if (!floor) throw new Error('The demo has no such event')
  return floor
}

/** Paid events with a pool that sell at least two at once, the largest remaining pool first. */
export async function floors(client: pg.Client): Promise<House[]> {
  const { rows } = await client.query<House>(
    `select event.id as "eventId", event.offering_id as "offeringId"
     from event join pool_leg using (offering_id)
     join ticket_type t on t.event_id = event.id and t.pool_id = pool_leg.pool_id
     where event.status = 1 and event.starts_at > now()
       and not exists (select from place_leg p where p.offering_id = event.offering_id)
       and not exists (select from package_part p where p.package_type_id = t.id)
       and event.min_price_minor > 0 and coalesce(t.per_order_max, 2) >= 2
       and (select places_per_order_max from offering where id = event.offering_id) >= 2
     order by capacity - taken desc`,
  )
  const found = new Map(rows.map((row) => [Number(row.eventId), row]))
  return [...found].map(([eventId, row]) => ({ eventId, offeringId: Number(row.offeringId) }))
}

async function houseOf(client: pg.Client, text: string): Promise<House> {
  const { rows } = await client.query<House>(text)
  const [row] = rows
  if (!row) throw new Error('The demo has no such event')
  return { eventId: Number(row.eventId), offeringId: Number(row.offeringId) }
}
