/**
 * Goal: the catalogue in memory, updated incrementally, equals a freshly loaded one, and unchanged data stays the same
 * object. Method: the demo in a database of its own; first one change of every kind, then many at random, some of them
 * together; after each the cached catalogue is compared with one read inside a transaction, which is always loaded
 * completely. The random seed is printed.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { openTestContext, testClock, type TestContext } from '../../../../tests/support/context.ts'
import { demoDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import type { Scope } from '../server/records.ts'
import { readCatalogue, type Catalogue } from '../server/snapshot.ts'
import { seededAt } from './support.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

let database: TestDatabase
let context: TestContext
let db: Database
beforeAll(async () => {
  database = await demoDatabase()
  context = await openTestContext(database.url, testClock(seededAt))
  db = context.db
})
afterAll(async () => {
  vi.restoreAllMocks()
  await context.close()
  await database.drop()
})

/** The cached catalogue, as if its second had passed. */
async function latest(): Promise<Catalogue> {
  const { now } = performance
  const later = now.call(performance) + 1_000_000 * ++asked
  vi.spyOn(performance, 'now').mockReturnValue(later)
  return readCatalogue(db)
}
let asked = 0

function anew(): Promise<Catalogue> {
  return db.transaction().execute((transaction) => readCatalogue(transaction))
}

/** The complete content of a catalogue, in a fixed order. */
function said(catalogue: Catalogue) {
  const ids = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id).join()
  const scope = ({ dayCounts, ...lists }: Scope) => ({
    ...Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, ids(items)])),
    dayCounts: Object.fromEntries([...dayCounts].toSorted()),
  })
  const shows = [...catalogue.shows.values()].toSorted((left, right) => left.id - right.id)
  return {
    shows,
    categories: catalogue.categories,
    venues: catalogue.venues,
    layouts: [...catalogue.layouts.keys()].toSorted(),
    feeRules: catalogue.feeRules,
    faq: catalogue.faq,
    events: [...catalogue.events].map(([id]) => id).toSorted((left, right) => left - right),
    eventCount: catalogue.events.size,
    scopes: Object.fromEntries(
      [...catalogue.scopes].toSorted().map(([key, value]) => [key, scope(value)]),
    ),
    pinned: ids(catalogue.pinnedShows),
    banners: ids(catalogue.bannerShows),
    slugs: shows.map((show) => catalogue.showsBySlug.get(show.slug)?.id),
    shortUrls: shows.map((show) => catalogue.showsByShortUrl.get(show.shortUrl ?? '')?.id),
  }
}

const text = (value: string) => JSON.stringify({ ka: `${value} ქა`, en: value })

/** One change of every kind that a process must notice, as statements over the show `:show` and its first event. */
const changes = {
  'a name': `update show set name = '${text('Renamed')}' where id = :show`,
  'a long text': `update show set summary = '${text('Told anew')}' where id = :show`,
  'a slug': `update show set slug = 'slug-' || :salt where id = :show`,
  'a short address': `update show set short_url = 's' || :salt where id = :show`,
  'a rating': 'update show set rating_sum = :salt * 4, rating_count = :salt where id = :show',
  popularity: 'update show set popularity = :salt where id = :show',
  'a stop': 'update show set status = 3 where id = :show',
  'a start': 'update show set status = 1 where id = :show',
  'a deletion': 'update show set status = 4 where id = :show',
  privacy: 'update show set access = (:salt % 2)::smallint where id = :show',
  'a pin':
    'update show set is_pinned = not is_pinned, is_main_banner = not is_main_banner where id = :show',
  'another subcategory': `update show set subcategory_id = (select id from subcategory
    order by id offset :salt % (select count(*) from subcategory) limit 1) where id = :show`,
  'no pictures': 'delete from show_image where show_id = :show and kind = 1 + :salt % 6',
  'a date': `update event set starts_at = '2026-12-01T12:00Z'::timestamptz + :salt * interval '1 hour'
    where show_id = :show`,
  'a price':
    'update event set min_price_minor = :salt, max_price_minor = :salt + 1000 where show_id = :show',
  'sold out': 'update event set is_sold_out = not is_sold_out where show_id = :show',
  'a cancelled date': `update event set status = 1 + :salt % 4
    where id = (select min(id) from event where show_id = :show)`,
  'another house': `update event set venue_id = (select id from venue order by id
    offset :salt % (select count(*) from venue) limit 1), layout_id = null where show_id = :show`,
  'a date of another show': `update event set show_id = :show
    where id = (select id from event order by id offset :salt % (select count(*) from event) limit 1)`,
  channels: `update ticket_type set channels = case when :salt % 2 = 0 then array['web'] end
    where event_id in (select id from event where show_id = :show)`,
  'no ticket types': `delete from ticket_type where position > 1
    and event_id in (select id from event where show_id = :show)
    and id not in (select package_type_id from package_part union select part_type_id from package_part
      union select ticket_type_id from table_type)`,
  'rules of sale': `update offering set is_on_sale = not is_on_sale, places_per_order_max = 1 + :salt % 9
    where id in (select offering_id from event where show_id = :show)`,
  'a fee of the show': `insert into fee_rule (show_id, name, basis_points) values (:show, '${text('Fee')}', :salt)`,
  'a fee of the platform': `update fee_rule set basis_points = :salt where show_id is null and event_id is null`,
  'the name of a house': `update venue set name = '${text('House')}' where id = (select min(venue_id)
    from event where show_id = :show)`,
  'the name of a category': `update category set name = '${text('Kind')}', status = 'Active'
    where id = 1 + :salt % 8`,
  'the name of a subcategory': `update subcategory set name = '${text('Sub')}' where id = (select subcategory_id
    from show where id = :show)`,
  'the name of an organiser': `update merchant set name = '${text('House of :salt')}' where id = (select merchant_id
    from show where id = :show)`,
  'a new organiser with a show': `with one as (insert into merchant (id, slug, name)
    values (:salt + 100, 'm' || :salt, '${text('New')}') returning id)
    insert into show (id, slug, subcategory_id, merchant_id, name, summary, description, popularity)
    select 1000 + :salt, 'new-' || :salt, 12, id, '${text('New')}', '${text('New')}', '${text('New')}', :salt
    from one`,
  questions: `update faq_entry set question = '${text('Why :salt?')}' where id = 1`,
} as const

async function make(change: keyof typeof changes, showId: number, salt: number): Promise<void> {
  const statement = changes[change].replaceAll(':show', `${showId}`).replaceAll(':salt', `${salt}`)
  await sql.raw(statement).execute(db)
}

test.each(Object.keys(changes) as (keyof typeof changes)[])('%s is heard of', async (change) => {
  const show = await db
    .selectFrom('show')
    .innerJoin('event', 'event.show_id', 'show.id')
    .select('show.id')
    .where('show.status', '<>', 4)
    .orderBy('show.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const before = await latest()
  expect(await latest()).toBe(before)
  await make(change, show.id, 321 + asked)
  const after = await latest()
  expect(after.version).toBeGreaterThan(before.version)
  expect(said(after)).toEqual(said(await anew()))
})

test('only a changed show is another object', async () => {
  const before = await latest()
  await make('popularity', 7, 77)
  const after = await latest()
  expect(after).not.toBe(before)
  for (const show of after.shows.values())
    expect(show === before.shows.get(show.id), show.slug).toBe(show.id !== 7)
  expect(before.shows.get(7)?.popularity).not.toBe(77)
  expect(before.listedShows.some((show) => show.id === 7 && show.popularity === 77)).toBe(false)
})

test('any changes, one by one or many at once, end in the same catalogue', async () => {
  const seed = seedOf('catalogue', 20_261_122)
  let state = seed
  const chance = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const names = Object.keys(changes) as (keyof typeof changes)[]
  for (let round = 0, salt = 1_000; round < 12; round += 1) {
    for (let count = chance(9); count >= 0; count -= 1)
      await make(names[chance(names.length)] ?? 'a name', 1 + chance(37), (salt += 1))
    expect(said(await latest()), `round ${round}, SEED=${seed}`).toEqual(said(await anew()))
  }
})
