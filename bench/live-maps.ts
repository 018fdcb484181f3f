import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { BenchFigure } from './figures.ts'
import { hammer, type Hammered } from './hammer.ts'
import type { BenchShop } from './shop.ts'

const watcherCount = 5_000

interface Heard {
  readonly missing: number
  readonly p50: number
  readonly p99: number
  readonly slowest: number
}

interface LoadReport {
  readonly openingSeconds: number
  readonly lost: number
  readonly quiet: Heard
  readonly rushed: Heard
}

/**
 * Open maps of the largest hall on one server process: when all of them are notified of a taken seat, and how many
 * full maps per second can be served. The load generator is a separate process on the same machine.
 */
export async function benchLiveMaps(shop: BenchShop): Promise<BenchFigure[]> {
  const { eventId, places } = await largestHall(shop.databaseUrl)
  const unlimited = '1000000'
  const settings = {
    LIVE_CONNECTIONS_MAX: unlimited,
    LIVE_CONNECTIONS_PER_ADDRESS_MAX: unlimited,
    PAGE_CACHE_SECONDS: '0',
  }
  return shop.withServer(settings, async (origin) => {
    const { quiet, rushed, lost, openingSeconds } = await load(origin, eventId)
    const url = `${origin}/v2/Events/Map?eventId=${eventId}&api_key=demo-web`
    const { headers } = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    const whole = await hammerMaps(url, {})
    const known = await hammerMaps(url, { 'if-none-match': headers.get('etag') ?? '' })
    const heard = (name: string, one: Heard): BenchFigure => ({
      name,
      value: one.slowest,
      unit: 'ms',
      target: 'under 1,000 for the last of them',
      met: one.slowest < 1_000 && one.missing === 0 && lost === 0,
      note: `p50 ${one.p50.toFixed(0)} ms, p99 ${one.p99.toFixed(0)} ms, ${one.missing} not heard, ${lost} connections lost; opened in ${openingSeconds.toFixed(1)} s`,
    })
    const rate = (name: string, one: Hammered): BenchFigure => ({
      name,
      value: one.perSecond,
      unit: 'maps/s',
      target: 'at least 3,000',
      met: one.perSecond >= 3_000 && one.failed === 0,
      note: `p99 ${one.p99} ms, ${(one.bytes / 1024).toFixed(1)} KB each`,
    })
    return [
      heard(`${watcherCount} open maps hear of a seat that goes`, quiet),
      heard('the same while 100 seats a second go', rushed),
      rate(`map of an event with ${places} places, what is free of all of them`, whole),
      rate('the same for who has it already (304)', known),
    ]
  })
}

async function largestHall(url: string): Promise<{ eventId: number; places: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: number; places: string }>(`
      select event.id, count(*) as places from event join place_leg using (offering_id)
      where event.status = 1 and event.starts_at > now()
      group by event.id order by count(*) desc, event.id limit 1`)
    return { eventId: rows[0]?.id ?? 0, places: Number(rows[0]?.places ?? 0) }
  } finally {
    await client.end()
  }
}

async function load(origin: string, eventId: number): Promise<LoadReport> {
  const file = fileURLToPath(new URL('./live-load.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [
    file,
    origin,
    String(eventId),
    String(watcherCount),
  ])
  return JSON.parse(stdout) as LoadReport
}

/** The second run is measured: by then the server's code is compiled. */
async function hammerMaps(url: string, headers: Record<string, string>): Promise<Hammered> {
  const options = { connections: 32, headers: { 'accept-encoding': 'br', ...headers } }
  await hammer(url, { ...options, seconds: 2 })
  return hammer(url, { ...options, seconds: 6 })
}
