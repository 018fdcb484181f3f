import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type { prepareDatabase as prepareThisDatabase } from '../tools/prepare-database.ts'
import type { BenchFigure } from './figures.ts'
import { sendAll } from './http-crowd.ts'
import { forgetSeeds, type BenchShop, type OtherEdition } from './shop.ts'

/** Cookies of a signed-in returning visitor. */
const signedIn = 'AccessToken=bench; theme=dark; visited=yes'

/**
 * Pages per second of one server process: rendered each time, optionally compared with an older edition, then
 * cached, for anonymous and signed-in visitors.
 *
 * The older edition is a separately built checkout (`git worktree add`, `npm install`, `node tools/build-web.ts`)
 * in the directory `BENCH_PAGES_BESIDE`. It gets its own database in the same PostgreSQL, and is measured
 * alternately with this one.
 */
export async function benchPages(shop: BenchShop): Promise<BenchFigure[]> {
  const eventPath = `/en/events/${await someEvent(shop.databaseUrl)}`
  const pages = [
    { name: 'event page', path: eventPath },
    { name: 'home page', path: '/en' },
    { name: 'timetable of a day', path: timetablePath() },
  ]
  const older = await olderEdition(shop.databaseUrl)
  const figures: BenchFigure[] = []
  for (const { name, path: page } of pages) {
    const render = (other?: OtherEdition): Promise<Hammered> =>
      shop.withServer({ PAGE_CACHE_SECONDS: '0' }, (origin) => hammer(origin + page, 16), other)
    const before = older ? await render(older) : undefined
    figures.push(renderedFigure(`${name}, rendered each time`, await render(), before))
  }
  const kept = await shop.withServer({ PAGE_CACHE_SECONDS: '2' }, async (origin) => {
    const measured: BenchFigure[] = []
    for (const { name, path: page } of pages) {
      const anonymous = await hammer(origin + page, 64)
      measured.push(figure(`${name} for anonymous visitors, kept`, anonymous, 8_000))
      const known = await hammer(origin + page, 64, { cookie: signedIn })
      measured.push(figure(`${name} for signed-in visitors, kept`, known, 8_000))
    }
    return measured
  })
  return [...figures, ...kept]
}

/** The older edition from the environment with its own demo content; undefined if not configured. */
async function olderEdition(databaseUrl: string): Promise<OtherEdition | undefined> {
  const folder = process.env['BENCH_PAGES_BESIDE']
  if (folder === undefined) return undefined
  const address = new URL(databaseUrl)
  address.pathname = '/bench_older'
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('create database bench_older template template0')
  } finally {
    await client.end()
  }
  const { prepareDatabase } = (await import(
    pathToFileURL(path.join(folder, 'tools/prepare-database.ts')).href
  )) as { prepareDatabase: typeof prepareThisDatabase }
  const mediaDirectory = path.join(os.tmpdir(), 'older-media')
  await prepareDatabase({ url: address.href, mediaDirectory, log: () => undefined })
  await forgetSeeds(address.href)
  return { folder, databaseUrl: address.href }
}

/** Trains and buses of a day next week, whose availability is at most two seconds old. */
function timetablePath(): string {
  const date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  return `/en/transport/search?from=tbilisi&to=batumi&date=${date}&adults=2`
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

/**
 * Warms up the page, then requests it for eight seconds, compressed as for browsers. The client reads no bodies: one
 * that decodes them takes several times the server's time for a page of the cache, and measures itself.
 */
async function hammer(
  url: string,
  connections: number,
  own: Record<string, string> = {},
): Promise<Hammered> {
  const { port, host, pathname, search } = new URL(url)
  const headers = Object.entries({ host, 'accept-encoding': 'br', ...own })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines}\r\n`
  const crowd = (seconds: number) => {
    const end = performance.now() + seconds * 1_000
    const next = (): string | null => (performance.now() < end ? request : null)
    return sendAll({ port: Number(port), connections, next })
  }
  await crowd(3)
  const { seconds, statuses, p99, bytes } = await crowd(8)
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  const good = statuses[200] ?? 0
  return { perSecond: good / seconds, p99, bytes: bytes / answers, failed: answers - good }
}

/** With an older edition the target is twice its rate; otherwise that of one core. */
function renderedFigure(name: string, now: Hammered, before: Hammered | undefined): BenchFigure {
  const aim = name.startsWith('event') ? 1_000 : name.startsWith('timetable') ? 100 : 400
  const alone = figure(name, now, aim)
  if (!before) return alone
  const ratio = now.perSecond / before.perSecond
  return {
    ...alone,
    baseline: { name: 'the older edition', value: before.perSecond },
    ratio,
    target: 'at least 2× the older edition',
    met: ratio >= 2 && now.failed + before.failed === 0,
  }
}

function figure(name: string, result: Hammered, least: number): BenchFigure {
  return {
    name,
    value: result.perSecond,
    unit: 'pages/s',
    target: `at least ${least.toLocaleString('en')}`,
    met: result.perSecond >= least && result.failed === 0,
    note: `p99 ${result.p99.toFixed(0)} ms, ${(result.bytes / 1024).toFixed(1)} KB each${result.failed > 0 ? `, ${result.failed} failed` : ''}`,
  }
}
