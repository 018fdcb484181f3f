/**
 * Goal: the programme is reloaded when its data changes in another process, and only then; the price that it shows is one
 * that everybody pays. Method: rows are changed by SQL, and the clock is advanced beyond the cache's lifetime.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, testClock, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { priceRange, readProgramme } from '../server/programme.ts'
import { makeCinema, makeScreening } from './factories.ts'

let context: TestContext
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  context = await openTestContext(database.url, testClock(new Date()))
})
afterAll(async () => {
  await context.close()
  await drop()
})

const readAfterExpiry = () => {
  context.clock.advance(6)
  return readProgramme(context)
}

test('reloads the programme after each kind of change, and not without one', async () => {
  const cinema = await makeCinema(context)
  const screeningId = await makeScreening(context, cinema)
  const first = await readAfterExpiry()
  expect(await readAfterExpiry()).toBe(first)
  const { db } = context
  const changes = [
    sql`update cinema_price set price_minor = price_minor + 100`,
    sql`update film set is_pinned = not is_pinned`,
    sql`update cinema_hall set cleaning_minutes = 25`,
    sql`update screening set starts_at = starts_at + interval '1 minute', updated_at = now() + interval '1 day'`,
    sql`update screening set cancelled_at = now(), cancel_reason = '{}' where id = ${screeningId}`,
  ]
  let before = first
  for (const change of changes) {
    await change.execute(db)
    const after = await readAfterExpiry()
    expect(after).not.toBe(before)
    before = after
  }
  expect(before.screenings).toEqual([])
})

test('neither a child’s nor a student’s price is the lowest of a screening', async () => {
  const cinema = await makeCinema(context)
  const screeningId = await makeScreening(context, cinema)
  const student = sql`
    insert into cinema_price (price_group_id, zone, ticket_type_id, price_minor)
    select distinct price_group_id, zone, 3, 900 from cinema_price where zone is not null`
  await student.execute(context.db)
  const programme = await readAfterExpiry()
  const screening = programme.screenings.find((one) => one.screeningId === screeningId)
  expect(screening && priceRange(programme, screening)).toEqual({ lowest: 1_500, highest: 2_500 })
})
