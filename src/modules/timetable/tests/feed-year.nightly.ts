/**
 * Property: a carrier that sends two feeds a week for a year sells nothing twice and loses nobody. Method: the model of
 * `feed-history.ts` with a window of days that moves with the clock.
 */
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { openTestContext } from '../../../../tests/support/context.ts'
import { seedOf } from '../../../../tests/support/tier.ts'
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

const feeds = 104
const windowDays = 45

test('two feeds a week for a year, with sales and returns in between', async () => {
  const seed = seedOf('feed year', 20_261_130)
  const below = randomBelow(seed)
  const database = await testDatabase()
  const context = await openTestContext(database.url)
  await context.db
    .insertInto('merchant')
    .values({ id: 1, slug: 'omnibus', name: JSON.stringify({ ka: 'ავტობუსი', en: 'Bus' }) })
    .execute()
  let today = '2027-01-04'
  const railway = newRailway('year', today, dateAfter(today, windowDays))
  context.clock.set(new Date(`${today}T00:00:00Z`))
  await bring(context, railway)
  let sold = 0
  for (railway.version = 1; railway.version <= feeds; railway.version += 1) {
    for (let sale = 0; sale < 6; sale += 1) {
      const before = railway.tickets.length
      await sellOne(context, railway, below, dateAfter(today, 1 + below(20)))
      sold += railway.tickets.length - before
    }
    if (below(2) === 0) await returnOne(context, railway, below)
    today = dateAfter(today, railway.version % 2 === 0 ? 3 : 4)
    context.clock.set(new Date(`${today}T00:00:00Z`))
    railway.first = today
    railway.last = dateAfter(today, windowDays)
    const change = changes[below(changes.length)]
    change?.apply(railway, below)
    await bring(context, railway)
    const dates = [...new Set(railway.tickets.map(({ date }) => date))].filter(
      (date) => date > today,
    )
    await check(context, railway, [...dates, dateAfter(today, 5)]).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      throw new Error(`SEED=${seed}, feed ${railway.version}: ${change?.name}\n${message}`)
    })
  }
  expect(sold).toBeGreaterThan(feeds)
  await context.close()
  await database.drop()
}, 1_800_000)
