/**
 * Property: through any sequence of feeds, sales and returns no seat of a train is sold twice, no passenger is without a
 * train, every train is on the board once, and what has free seats is for sale. Method: random versions of a feed and
 * random purchases between them, on a real database; a model knows which train is which.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { seedOf, sizeOf } from '../../../../tests/support/tier.ts'
import {
  bring,
  changes,
  check,
  dateAfter,
  newRailway,
  randomBelow,
  returnOne,
  sellOne,
} from './feed-history.ts'

let database: TestDatabase
let context: TestContext
beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  await context.db
    .insertInto('merchant')
    .values({ id: 1, slug: 'omnibus', name: JSON.stringify({ ka: 'ავტობუსი', en: 'Bus' }) })
    .execute()
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

const first = '2027-03-01'
const rounds = sizeOf({ usual: 1, nightly: 6 })
const feeds = sizeOf({ usual: 14, nightly: 60 })

test('any sequence of feeds, sales and returns', async () => {
  const seed = seedOf('feed history', 20_261_129)
  for (let round = 0; round < rounds; round += 1) {
    const below = randomBelow(seed + round)
    context.clock.set(new Date(`${first}T00:00:00Z`))
    // Towns and trains of another round are elsewhere in the database, and their days are over.
    const start = dateAfter(first, 40 * round)
    context.clock.set(new Date(`${start}T00:00:00Z`))
    const railway = newRailway(`history ${round}`, start, dateAfter(start, 5))
    const dates = [2, 3].map((days) => dateAfter(start, days))
    const done: string[] = []
    await bring(context, railway)
    for (railway.version = 1; railway.version <= feeds; railway.version += 1) {
      for (let sale = 0; sale < 3; sale += 1)
        await sellOne(context, railway, below, dates[below(2)] ?? start)
      if (below(3) === 0) await returnOne(context, railway, below)
      const change = changes[below(changes.length)]
      change?.apply(railway, below)
      done.push(change?.name ?? '')
      await bring(context, railway)
      await check(context, railway, dates).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        throw new Error(
          `SEED=${seed} round ${round}, feed ${railway.version}: ${done.join(', ')}\n${message}`,
        )
      })
    }
    expect(railway.tickets.length).toBeGreaterThan(0)
  }
})
