import { Agent, get, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { reseat } from '#seatmap/reseat.ts'
import { fillHall, isTogether, makeHall } from '#modules/cinema/tests/full-halls.ts'
import type { BenchFigure } from './figures.ts'
import { threadTimes } from './processor.ts'
import type { BenchShop } from './shop.ts'

const screeningsEach = 60
const readCount = 400
const warmUps = 60
const pageMilliseconds = 30
const hallCount = 200
const togetherLeast = 0.95

/**
 * Cinemas: a day of six cinemas with sixty screenings each, as a call and as an uncached page of a server process, in
 * CPU time of its responding thread, one request after the other; garbage collection on other threads delays no
 * response and is reported in the note; and full halls of 400 moved into others. The client is this process: one
 * inside the server would leave its own garbage there, a copy of every page among it.
 */
export async function benchCinema(shop: BenchShop): Promise<BenchFigure[]> {
  const date = await fillDay(shop.databaseUrl)
  const day = await shop.withServer({ PAGE_CACHE_SECONDS: '0' }, async (origin, pid) => [
    await measure(pid, 'the call', `${origin}/v2/movies/showtimes?date=${date}`),
    await measure(pid, 'the page', `${origin}/en/movies/showtimes?date=${date}`),
  ])
  return [...day, ...reseatHalls()]
}

/** Sixty screenings per cinema on a future day, in addition to the existing ones. */
async function fillDay(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ date: string }>(
      `select (max(business_date) - 5)::text as date from screening`,
    )
    const date = rows[0]?.date ?? ''
    await client.query(
      `insert into screening (film_id, cinema_id, hall_id, layout_digest, price_group_id, business_date, starts_at,
         film_starts_at, ends_at, format, language, subtitles, sales_close_at)
       select film_id, cinema_id, hall_id, layout_digest, price_group_id, business_date, starts_at + later,
         film_starts_at + later, ends_at + later, format, language, subtitles, sales_close_at + later
       from (
         select s.*, turn * interval '7 minutes' as later,
           row_number() over (partition by cinema_id order by turn, id) as number,
           count(*) filter (where turn = 1) over (partition by cinema_id) as there
         from screening s, generate_series(1, 3) as turn where business_date = $1::date) as more
       where number <= $2 - there`,
      [date, screeningsEach],
    )
    return date
  } finally {
    await client.end()
  }
}

async function measure(pid: number, name: string, url: string): Promise<BenchFigure> {
  const times: number[] = []
  const withCollector: number[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let bytes = 0
  let before = threadTimes(pid)
  for (let round = 0; round < warmUps + readCount; round += 1) {
    bytes = await readWhole(url, agent)
    // Whatever the thread does between two responses counts for the second.
    const after = threadTimes(pid)
    if (round >= warmUps) {
      times.push(after.main - before.main)
      withCollector.push(after.all - before.all)
    }
    before = after
  }
  agent.destroy()
  const at = (share: number, of = times): number =>
    of.toSorted((left, right) => left - right)[Math.floor(of.length * share)] ?? 0
  return {
    name: `a day of 6 cinemas × ${screeningsEach} screenings, ${name}, CPU, p99`,
    value: at(0.99),
    unit: 'ms',
    target: `under ${pageMilliseconds}`,
    met: at(0.99) < pageMilliseconds,
    note: `p50 ${at(0.5).toFixed(1)} ms; p99 ${at(0.99, withCollector).toFixed(0)} ms with the collector’s threads; ${readCount} times, none kept; ${Math.round(bytes / 1_024)} KB`,
  }
}

/** Bytes of a response, which is read and thrown away. */
async function readWhole(url: string, agent: Agent): Promise<number> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent }, resolve).once('error', reject)
  })
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).length
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`)
  return bytes
}

/** Moves full halls of 400 into halls of the same and of other shapes, with parties of one to six. */
function reseatHalls(): BenchFigure[] {
  let state = 20_261_122
  const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const shapes = [
    [20, [5, 10, 5]],
    [18, [8, 8, 8]],
    [24, [9, 9]],
    [20, [6, 8, 6]],
  ] as const
  let [together, several, milliseconds] = [0, 0, 0]
  let worst = 1
  for (let round = 0; round < hallCount; round += 1) {
    const from = makeHall(20, [5, 10, 5])
    const [rows, blocks] = shapes[round % shapes.length] ?? shapes[0]
    const to = makeHall(rows, blocks)
    const parties = fillHall(from, chance)
    const before = process.cpuUsage()
    const { moves } = reseat(from, to, parties)
    const { user, system } = process.cpuUsage(before)
    milliseconds += (user + system) / 1_000
    const own = parties.filter(({ placeIds }) => placeIds.length > 1)
    const kept = own.filter((party) => isTogether(to, party, moves)).length
    worst = Math.min(worst, kept / own.length)
    together += kept
    several += own.length
  }
  const share = together / several
  return [
    {
      name: 'parties that stay together when a full hall of 400 moves into another',
      value: share * 100,
      unit: '%',
      target: `at least ${togetherLeast * 100}`,
      met: share >= togetherLeast,
      note: `${hallCount} halls, ${several.toLocaleString('en')} parties of two to six; the worst hall ${(worst * 100).toFixed(1)} %; ${(milliseconds / hallCount).toFixed(1)} ms CPU a hall`,
    },
  ]
}
