import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { BenchFigure } from './figures.ts'
import { postmasterOf, withProcessor } from './processor.ts'
import type { BenchShop } from './shop.ts'

const connections = 64

interface LoadReport {
  readonly requests: number
  /** Warm-up requests, for another event. */
  readonly warmUps: number
  readonly perSecond: number
  readonly statuses: Readonly<Record<string, number>>
  readonly p50: number
  readonly p99: number
  /** Milliseconds of the load generator for one request. */
  readonly processor: number
}

/**
 * New shoppers take the largest hall of the demo two seats at a time, each with one HTTP call without a session, so
 * that every request also creates a session and an order. The load generator is a separate process on the same
 * machine. Afterwards the database must show a sold-out hall with every place held once.
 */
export async function benchHoldsOverHttp(shop: BenchShop): Promise<BenchFigure[]> {
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  try {
    const [house, other] = await largestHouses(client)
    const { eventId, offeringId, free } = house
    const postgres = await postmasterOf(client)
    const { value: report, processor } = await shop.withServer(
      { PAGE_CACHE_SECONDS: '0' },
      (origin, server) =>
        withProcessor({ server, postgres }, () => load(origin, eventId, other.eventId)),
    )
    const { requests, warmUps } = report
    const each = (milliseconds: number): number => milliseconds / (requests + warmUps)
    const parties = Object.entries(processor).map(
      ([name, milliseconds]) => `${name} ${each(milliseconds).toFixed(2)} ms`,
    )
    const refused = Object.entries(report.statuses).filter(([status]) => status !== '200')
    const { left, orders } = await afterwards(client, offeringId)
    const soldOut = left === 0 && refused.length === 0 && orders === requests
    return [
      {
        name: 'hold requests over HTTP, one server process, load generator included',
        value: report.perSecond,
        unit: 'requests/s',
        target: 'at least 4,500, until the hall is sold out to the last seat',
        met: report.perSecond >= 4_500 && soldOut,
        note: `after ${warmUps} at another event; ${free} seats in ${requests} requests, ${left} left, ${refused.length === 0 ? 'none refused' : JSON.stringify(report.statuses)}`,
      },
      {
        name: 'the same, p99',
        value: report.p99,
        unit: 'ms',
        target: 'under 40',
        met: report.p99 < 40,
        note: `p50 ${report.p50.toFixed(1)} ms, ${connections} connections`,
      },
      {
        name: 'the same, processor for one hold, server and PostgreSQL',
        value: each(Object.values(processor).reduce((sum, value) => sum + value, 0)),
        unit: 'ms',
        note: `${parties.join(', ')}; load generator ${report.processor.toFixed(2)} ms besides`,
      },
    ]
  } finally {
    await client.end()
  }
}

interface House {
  readonly eventId: number
  readonly offeringId: number
  readonly free: number
}

async function largestHouses(client: pg.Client): Promise<[House, House]> {
  const { rows } = await client.query<{ event_id: number; offering_id: string; free: string }>(`
    select event.id as event_id, event.offering_id, count(*) as free
    from event join place_leg using (offering_id)
    where place_leg.state in (0, 4) and event.status = 1 and event.starts_at > now()
    group by event.id order by count(*) desc limit 2`)
  const [first, second] = rows.map((row) => ({
    eventId: row.event_id,
    offeringId: Number(row.offering_id),
    free: Number(row.free),
  }))
  if (!first || !second) throw new Error('The demo has no two events with seats')
  return [first, second]
}

async function load(origin: string, eventId: number, warmUp: number): Promise<LoadReport> {
  const file = fileURLToPath(new URL('./hold-load.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [file, origin, String(eventId), String(warmUp), String(connections)],
    { maxBuffer: 1e7 },
  )
  return JSON.parse(stdout) as LoadReport
}

async function afterwards(
  client: pg.Client,
  offeringId: number,
): Promise<{ left: number; orders: number }> {
  const { rows } = await client.query<{ left: string; orders: string }>(
    `select
       (select count(*) from place_leg where offering_id = $1 and state in (0, 4)) as left,
       (select count(distinct order_id) from order_line where offering_id = $1 and kind = 'Ticket'
          and hold_id in (select hold_id from place_leg where offering_id = $1 and state = 1)) as orders`,
    [offeringId],
  )
  return { left: Number(rows[0]?.left), orders: Number(rows[0]?.orders) }
}
