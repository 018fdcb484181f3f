/**
 * Goal: a change of displayed data drops cached copies in a process that has not made it, and the next copy shows
 * it; visitors' own writes drop none. Method: one database, changed by plain statements like another process would,
 * and a subscribed cache.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readCatalogue } from '#modules/catalogue/server/public-api.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { demoDatabase } from '../../../../tests/support/database.ts'
import { PageCache } from '../page-cache.ts'
import { dropPagesOnChange } from '../programme-changes.ts'

let database: Awaited<ReturnType<typeof demoDatabase>>
let context: TestContext
let other: TestContext
let listening: { close(): Promise<void> }
/** Milliseconds until the second drop after a notification; short, since every test waits for it. */
const againAfter = 60
const cache = new PageCache({ seconds: 60, bytesMax: 1_000_000 })

beforeAll(async () => {
  database = await demoDatabase()
  context = await openTestContext(database.url)
  other = await openTestContext(database.url)
  listening = dropPagesOnChange(context.db, cache, { againAfter })
})
afterAll(async () => {
  await listening.close()
  await context.close()
  await other.close()
  await database.drop()
})

/** The name that the page of the first show would display. */
async function name(): Promise<string> {
  const catalogue = await readCatalogue(context.db)
  return [...catalogue.shows.values()][0]?.name.en ?? ''
}

async function keep(): Promise<void> {
  const plain = Buffer.from(await name())
  await cache.find('/', async () => ({ status: 200, headers: [], plain }))
}

test.each([
  ['a show', `update show set name = jsonb_set(name, '{en}', to_jsonb(name->>'en' || '!'))`],
  ['an event that has sold out', 'update event set is_sold_out = not is_sold_out'],
  ['a price', 'update ticket_type set price_minor = price_minor + 100'],
  ['a story', `update story set position = position + 1`],
  ['an item of a story', `update story_item set text = text`],
  ['an advertisement', 'update billboard set weight = weight'],
  ['a campaign', 'update campaign set summary = summary'],
  ['a switch', 'update feature_switch set is_on = not is_on'],
])('%s drops them', async (_name, statement) => {
  // Waits until earlier notifications have been delivered.
  await new Promise((resolve) => setTimeout(resolve, againAfter * 2))
  await keep()
  expect(cache.fresh('/')).toBeDefined()
  await sql.raw(statement).execute(other.db)
  await vi.waitFor(() => expect(cache.fresh('/')).toBeUndefined(), { timeout: 15_000 })
})

test('shows the change in the next copy, however recently the catalogue was read', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    // The second drop of the previous test would drop this test's copy too soon.
    await new Promise((resolve) => setTimeout(resolve, againAfter * 2))
    const before = await name()
    await keep()
    await sql
      .raw(`update show set name = jsonb_set(name, '{en}', to_jsonb('Turn ${turn}'::text))`)
      .execute(other.db)
    await vi.waitFor(() => expect(cache.fresh('/')).toBeUndefined(), { timeout: 15_000 })
    expect(await name()).not.toBe(before)
  }
})

test('keeps copies when a story is viewed', async () => {
  await new Promise((resolve) => setTimeout(resolve, againAfter * 2))
  await keep()
  await sql`update story_item set view_count = view_count + 1`.execute(other.db)
  await sql`select pg_notify('other', '0:')`.execute(other.db)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(cache.fresh('/')).toBeDefined()
})
