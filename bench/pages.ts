import autocannon from 'autocannon'
import pg from 'pg'
import type { BenchFigure } from './figures.ts'
import type { BenchShop } from './shop.ts'

/** Pages a second of one server process: without the page cache, then with it as anonymous visitors meet it. */
export async function benchPages(shop: BenchShop): Promise<BenchFigure[]> {
  const eventPath = `/en/events/${await someEvent(shop.databaseUrl)}`
  const rendered = await shop.withServer({ PAGE_CACHE_SECONDS: '0' }, async (origin) => [
    figure('event page, rendered each time', await hammer(origin + eventPath, 16), 1_000),
    figure('home page, rendered each time', await hammer(`${origin}/en`, 16), 400),
  ])
  const cached = await shop.withServer({ PAGE_CACHE_SECONDS: '2' }, async (origin) => [
    figure(
      'home page for anonymous visitors, micro-cache',
      await hammer(`${origin}/en`, 64),
      8_000,
    ),
    figure(
      'event page for anonymous visitors, micro-cache',
      await hammer(origin + eventPath, 64),
      8_000,
    ),
  ])
  return [...rendered, ...cached]
}

async function someEvent(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: number }>(
      `select id from event where layout_id is not null and status = 1 and starts_at > now() order by id limit 1`,
    )
    return rows[0]?.id ?? 0
  } finally {
    await client.end()
  }
}

interface Hammered {
  readonly perSecond: number
  readonly p99: number
  readonly bytes: number
  readonly failed: number
}

/** Warms the page up, then asks for it for eight seconds; compressed, as browsers ask. */
async function hammer(url: string, connections: number): Promise<Hammered> {
  const headers = { 'accept-encoding': 'br' }
  await autocannon({ url, connections, duration: 3, headers })
  const result = await autocannon({ url, connections, duration: 8, headers })
  const answers = result['2xx']
  return {
    perSecond: answers / result.duration,
    p99: result.latency.p99,
    bytes: answers > 0 ? result.throughput.total / answers : 0,
    failed: result.non2xx + result.errors,
  }
}

function figure(name: string, result: Hammered, least: number): BenchFigure {
  return {
    name,
    value: result.perSecond,
    unit: 'pages/s',
    target: `at least ${least.toLocaleString('en')}`,
    met: result.perSecond >= least && result.failed === 0,
    note: `p99 ${result.p99} ms, ${(result.bytes / 1024).toFixed(1)} KB each${result.failed > 0 ? `, ${result.failed} failed` : ''}`,
  }
}
