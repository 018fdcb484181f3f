import pg from 'pg'
import type { BenchFigure } from './figures.ts'
import { floors, measureRun, type Measured } from './orders.ts'
import type { BenchShop } from './shop.ts'

/**
 * CPU share of one core for each server process. Small enough that four of them leave PostgreSQL, the bank and the
 * shoppers enough of two cores: only shared resources can then limit them.
 */
const coreShare = 0.1
/** Each machine has the same number of shoppers. */
const shoppersEach = 32
const seconds = 14
const eventsMax = 24

/**
 * Two and four machines compared with one: server processes with a CPU quota each, over many events at once, on one
 * PostgreSQL without a quota. Shared resources (locks, sequences, notifications, log commits) show as a ratio below
 * two or four.
 */
export async function benchMachines(shop: BenchShop): Promise<BenchFigure[]> {
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  try {
    await client.query(`update special_rule set is_active = false`)
    const houses = (await floors(client)).slice(0, eventsMax)
    await client.query(
      'update pool_leg set capacity = capacity + 100000 where offering_id = any($1)',
      [houses.map(({ offeringId }) => offeringId)],
    )
    const measure = (workers: number) =>
      measureRun(
        shop,
        client,
        { kind: 'pool', shoppers: shoppersEach * workers, workers, coreShare, seconds },
        ...houses,
      )
    const one = await measure(1)
    const two = await measure(2)
    const four = await measure(4)
    if (![one, two, four].every(({ isLimited }) => isLimited)) return []
    return [
      beside(`orders a minute over ${houses.length} events, two machines`, two, one, 1.8),
      beside(`orders a minute over ${houses.length} events, four machines`, four, one, 3),
    ]
  } finally {
    await client.end()
  }
}

function beside(name: string, several: Measured, one: Measured, least: number): BenchFigure {
  const ratio = several.perMinute / one.perMinute
  const wrongs = [...one.wrongs, ...several.wrongs]
  const books = wrongs.length === 0 ? 'books and places agree' : wrongs.join('; ')
  const share = `a machine is a server process with ${coreShare * 100} % of a core and ${shoppersEach} shoppers`
  const costs = `processor for one order: ${costOf(several)}; of one machine: ${costOf(one)}`
  return {
    name,
    value: several.perMinute,
    unit: 'orders/min',
    baseline: { name: 'one machine', value: one.perMinute },
    ratio,
    target: `at least ${least}×`,
    met: ratio >= least && wrongs.length === 0,
    note: `${share}; ${costs}; ${books}; refused: ${JSON.stringify(several.refused)}`,
  }
}

/** Reports which costs grow with the number of machines, if any. */
function costOf({ processor }: Measured): string {
  return Object.entries(processor)
    .map(([who, milliseconds]) => `${who} ${milliseconds.toFixed(1)} ms`)
    .join(', ')
}
