/**
 * Goal: the programme is sorted as a whole, and its pages contain every date once. Method: dates with equal times,
 * names and shares of sold places on both sides of an end of a page, read page by page and compared with a sort of all.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent } from '#modules/events/tests/factories.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { officeEventSorts, type OfficeEventSort, type OfficeEventView } from '../contract.ts'
import { eventStatusOf } from '../event-status.ts'
import { listEvents } from '../server/queries/office-events.ts'

const count = 104
let database: TestDatabase
let context: TestContext

beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  const now = context.clock.now().getTime()
  for (let n = 0; n < count; n += 1)
    await makeEvent(context, { startsAt: new Date(now + (1 + (n % 3)) * 86_400_000) })
  await sql`update show set name = jsonb_build_object('ka', (array['ჰანგი', 'ბალი', 'ვალსი'])[1 + id % 3], 'en', 'Show')`.execute(
    context.db,
  )
  await sql`update pool_leg set taken = offering_id % 4 * 10`.execute(context.db)
  // Some of each status.
  await sql`update offering set is_on_sale = id % 7 <> 0`.execute(context.db)
  await sql`update event set status = 2 where id % 5 = 0`.execute(context.db)
}, 60_000)
afterAll(async () => {
  await context.close()
  await database.drop()
})

async function readPages(sort: OfficeEventSort | undefined, when: 'coming' | 'past' = 'coming') {
  const found: OfficeEventView[] = []
  for (let page = 1; ; page += 1) {
    const { events, total } = await listEvents({ ...context, locale: 'ka' }, { when, sort, page })
    found.push(...events)
    if (page * 50 >= total) return found
  }
}

const idsOf = (events: readonly OfficeEventView[]) => events.map(({ eventId }) => eventId)
const timeOf = ({ startsAt }: OfficeEventView) => Date.parse(startsAt)
const shareOf = ({ taken, capacity }: OfficeEventView) => taken / capacity
const stageOf = ({ status, showStatus, isOnSale, isSoldOut: isGone }: OfficeEventView) =>
  status !== 'Active' || showStatus !== 'Active' ? 3 : !isOnSale ? 2 : isGone ? 1 : 0
const compareKeys: Record<
  OfficeEventSort,
  (one: OfficeEventView, other: OfficeEventView) => number
> = {
  soonest: () => 0,
  latest: () => 0,
  name: (one, other) => one.showName.ka.localeCompare(other.showName.ka, 'ka'),
  nameReversed: (one, other) => one.showName.ka.localeCompare(other.showName.ka, 'ka'),
  emptiest: (one, other) => shareOf(one) - shareOf(other),
  fullest: (one, other) => shareOf(one) - shareOf(other),
  status: (one, other) => stageOf(one) - stageOf(other),
  statusReversed: (one, other) => stageOf(one) - stageOf(other),
}

test.each(officeEventSorts)('pages by %s contain each date once, in order', async (sort) => {
  const found = await readPages(sort)
  const isFalling = ['latest', 'nameReversed', 'fullest', 'statusReversed'].includes(sort)
  const wanted = found.toSorted(
    (one, other) =>
      (isFalling ? -1 : 1) *
      (compareKeys[sort](one, other) || timeOf(one) - timeOf(other) || one.eventId - other.eventId),
  )
  expect(new Set(idsOf(found)).size).toBe(count)
  expect(idsOf(found)).toEqual(idsOf(wanted))
})

test('a date has the first status that says why nothing of it can be bought', () => {
  const active = {
    status: 'Active',
    showStatus: 'Active',
    isOnSale: true,
    isSoldOut: false,
    isCancelled: false,
  } as const
  expect(eventStatusOf(active)).toBe('onSale')
  expect(eventStatusOf({ ...active, isSoldOut: true })).toBe('soldOut')
  expect(eventStatusOf({ ...active, isOnSale: false, isSoldOut: true })).toBe('notOnSale')
  for (const stopped of [{ status: 'Stopped' }, { showStatus: 'Inactive' }] as const)
    expect(eventStatusOf({ ...active, isOnSale: false, ...stopped })).toBe('stopped')
  expect(eventStatusOf({ ...active, status: 'Stopped', isCancelled: true })).toBe('cancelled')
})

test('the soonest are first by default, of the past the latest', async () => {
  expect(idsOf(await readPages(undefined))).toEqual(idsOf(await readPages('soonest')))
  const later = {
    ...context,
    clock: { now: () => new Date(context.clock.now().getTime() + 9 * 86_400_000) },
  }
  const { events } = await listEvents(later, { when: 'past' })
  const days = events.map(timeOf)
  expect(days).toEqual(days.toSorted((one, other) => other - one))
  expect(new Set(days).size).toBeGreaterThan(1)
})
