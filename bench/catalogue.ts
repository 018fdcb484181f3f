import v8 from 'node:v8'
import vm from 'node:vm'
import pino from 'pino'
import { sql } from 'kysely'
import type { Call, CallInput } from '#contract/call.ts'
import { ownCalendarPage } from '#modules/catalogue/calendar-contract.ts'
import {
  catalogueEventsUpcoming,
  ownCategoryPage,
  ownHomePage,
  ownShowList,
} from '#modules/catalogue/contract.ts'
import { eventsOlderPassed } from '#modules/catalogue/passed-contract.ts'
import { catalogueRoutes } from '#modules/catalogue/server/routes.ts'
import { systemRandom } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { execute } from '#platform/http/execute.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { withBenchDatabase } from './bench-database.ts'
import type { BenchFigure } from './figures.ts'
import { writeManyShows } from './many-shows.ts'

const scales = { small: 1_000, large: 100_000 } as const
const narrow = { city: 'Tbilisi', priceTo: 60, sort: 'cheapest' } as const
const calendar = 'calendar, a month and a hundred events of a day'
const warmUps = 30
const repetitions = 60

interface Measured {
  readonly loadMilliseconds: number
  readonly heapMegabytes: number
  readonly changeMilliseconds: number
  /** CPU time of this process per response in milliseconds, by list name. */
  readonly lists: ReadonlyMap<string, number>
}

/** CPU time of a list in milliseconds, over 1,000 and over 100,000 events. */
export async function benchCatalogue(): Promise<BenchFigure[]> {
  const small = await measureAt(scales.small)
  const large = await measureAt(scales.large)
  const lists = [...large.lists].map(([name, value]): BenchFigure => {
    const baseline = small.lists.get(name) ?? 0
    return {
      name: `${name}, 100,000 events`,
      value,
      unit: 'ms of CPU',
      baseline: { name: '1,000 events', value: baseline },
      ratio: value / baseline,
      // A day with few events makes a short page: the calendar's cost is bounded, not constant.
      ...(name === calendar
        ? { target: 'under 2 ms', met: value < 2 }
        : { target: 'no more than twice the cost at 1,000', met: value <= 2 * baseline }),
    }
  })
  return [
    ...lists,
    {
      name: 'catalogue of 100,000 events: one show changed, until it is in every list',
      value: large.changeMilliseconds,
      unit: 'ms of CPU',
      baseline: { name: '1,000 events', value: small.changeMilliseconds },
      target: 'under 50',
      met: large.changeMilliseconds < 50,
    },
    {
      name: 'catalogue of 100,000 events: loaded when a process starts',
      value: large.loadMilliseconds,
      unit: 'ms of CPU',
      note: `${large.heapMegabytes.toFixed(0)} MB of heap`,
    },
  ]
}

async function measureAt(eventCount: number): Promise<Measured> {
  return withBenchDatabase(4, async (db) => {
    await writeManyShows(db, { eventCount, now: new Date() })
    return await measure(db)
  })
}

async function measure(db: Database): Promise<Measured> {
  // Each request is a second later than the previous one, so that no one-second cache answers it.
  let second = 0
  const startedAt = Date.now()
  const context = {
    db,
    clock: { now: () => new Date(startedAt + 1_000 * second) },
    random: systemRandom,
    actor: { kind: 'visitor' },
    locale: 'ka',
    log: pino({ level: 'silent' }),
    channel: 'web',
    origin: 'http://localhost',
  } as unknown as CallContext
  const ask = async <C extends Call>(call: C, input: CallInput<C>): Promise<void> => {
    second += 1
    const implementation = catalogueRoutes({ listed: [] }).find(
      (candidate) => candidate.call === call,
    )
    if (!implementation) throw new Error(`${call.id} is not implemented`)
    const { query = {} } = input as { query?: object }
    const result = await execute(
      implementation,
      context,
      { params: {}, query, body: undefined },
      { sessions, checkReplies: false },
    )
    if (!result.ok) throw new Error(`${call.id} answered ${result.code}`)
  }
  const heapBefore = heapMegabytes()
  const loadMilliseconds = await cpuOf(() => ask(ownHomePage, {}))
  const heapAfter = heapMegabytes()
  const lists: readonly (readonly [string, () => Promise<void>])[] = [
    ['home page, made anew', () => ask(ownHomePage, {})],
    ['200 events to come', () => ask(catalogueEventsUpcoming, { query: {} })],
    ['category page', () => ask(ownCategoryPage, { query: { slug: 'concerts' } })],
    ['24 shows, cheapest first', () => ask(ownShowList, { query: { sort: 'cheapest' } })],
    ['24 shows, most wanted first', () => ask(ownShowList, { query: { sort: 'wanted' } })],
    ['24 shows in a city up to a price', () => ask(ownShowList, { query: narrow })],
    ['24 free shows', () => ask(ownShowList, { query: { isFree: true } })],
    [calendar, () => ask(ownCalendarPage, { query: {} })],
    ['page 3 of what is over', () => ask(eventsOlderPassed, { query: { page: 3 } })],
  ]
  const costs = new Map<string, number>()
  for (const [name, work] of lists) {
    for (let turn = 0; turn < warmUps; turn += 1) await work()
    const cost = await cpuOf(async () => {
      for (let turn = 0; turn < repetitions; turn += 1) await work()
    })
    costs.set(name, cost / repetitions)
  }
  return {
    loadMilliseconds,
    heapMegabytes: heapAfter - heapBefore,
    changeMilliseconds: await changeCost(db, () => ask(eventsOlderPassed, { query: {} })),
    lists: costs,
  }
}

/** The most expensive of five: a change, and the first list requested after it. */
async function changeCost(db: Database, ask: () => Promise<void>): Promise<number> {
  const costs: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    await sql`update show set popularity = popularity + 1 where id = 17`.execute(db)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    costs.push(await cpuOf(ask))
  }
  return Math.max(...costs)
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function heapMegabytes(): number {
  v8.setFlagsFromString('--expose-gc')
  vm.runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const sessions = {
  authenticate: () => Promise.resolve(null),
  openGuest: () => Promise.reject(new Error('The catalogue opens no sessions')),
}
