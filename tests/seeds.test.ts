/**
 * Goal: the demo is whole and is put in once. Method: seed a database twice and compare; then ask the
 * database for anything that could not be shown, priced or sold. Posters are drawn for two shows only.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expandLayout } from '#seatmap/expand.ts'
import { layoutProblems } from '#seatmap/validate.ts'
import { categories } from '../db/seeds/content/platform.ts'
import { shows } from '../db/seeds/content/shows.ts'
import { venues } from '../db/seeds/content/venues.ts'
import { buildHalls } from '../db/seeds/halls.ts'
import { momentOf } from '../db/seeds/moments.ts'
import { artOf } from '../db/seeds/posters/art.ts'
import { drawPoster } from '../db/seeds/posters/draw.ts'
import { posterFiles, posterFormats } from '../db/seeds/posters/formats.ts'
import { drawMissing, showPictures } from '../db/seeds/posters/render.ts'
import { seedSales } from '../db/seeds/demo-sales.ts'
import { renewDemo } from '../db/seeds/renew.ts'
import { seedDatabase } from '../db/seeds/seed.ts'
import { testDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
let client: Client
const now = new Date('2026-12-01T10:00:00Z')
const written: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  const log = (line: string) => void written.push(line)
  await seedDatabase({ url: database.url, log, now })
  await seedDatabase({ url: database.url, log, now: new Date('2027-05-01T10:00:00Z') })
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function rows<Row extends object>(text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows
}

test('it is put in once, whatever the day', async () => {
  expect(written).toHaveLength(1)
  expect(await rows('select count(*)::int as count from show')).toEqual([{ count: shows.length }])
  const count = shows.reduce((sum, show) => sum + show.events.length, 0)
  expect(await rows('select count(*)::int as count from event')).toEqual([{ count }])
})

test('every zone and every pool of a layout has a ticket type at each event', async () => {
  const orphans = await rows(`
    select event.id, zone.key from event
    join seat_layout on seat_layout.id = event.layout_id,
      jsonb_to_recordset(seat_layout.content->'zones') as zone (key text)
    where (select count(*) from ticket_type type where type.event_id = event.id
      and (type.zone = zone.key or type.pool_id in (
        select (section->'pool'->>'poolId')::int
        from jsonb_array_elements(seat_layout.content->'sections') section
        where section->>'zone' = zone.key))) = 0`)
  expect(orphans).toEqual([])
  const pools = await rows(`
    select pool_leg.offering_id from pool_leg join event using (offering_id)
    where (select count(*) from ticket_type type
      where type.event_id = event.id and type.pool_id = pool_leg.pool_id) = 0`)
  expect(pools).toEqual([])
})

test('prices shown span the prices asked, and offerings are as large as their halls', async () => {
  const wrong = await rows(`
    select event.id from event where not exists (
      select from ticket_type type where type.event_id = event.id
      having min(type.price_minor) <= event.min_price_minor
        and max(type.price_minor) <= event.max_price_minor)`)
  expect(wrong).toEqual([])
  const sizes = await rows(`
    select event.id from event join seat_layout on seat_layout.id = event.layout_id
    where seat_layout.capacity <>
      (select count(*) from place_leg where place_leg.offering_id = event.offering_id) +
      (select coalesce(sum(capacity), 0) from pool_leg where pool_leg.offering_id = event.offering_id)`)
  expect(sizes).toEqual([])
})

test('the programme has the corners a tester looks for', async () => {
  const [corner] = await rows(`select
    count(*) filter (where is_sold_out) > 0 as sold_out,
    count(*) filter (where max_price_minor = 0) > 0 as free,
    count(*) filter (where starts_at < '2026-12-01') > 2 as passed,
    count(*) filter (where layout_id is null) > 2 as unnumbered,
    max((select count(*) from place_leg p where p.offering_id = event.offering_id)) = 54202 as stadium
    from event`)
  expect(corner).toEqual({
    sold_out: true,
    free: true,
    passed: true,
    unnumbered: true,
    stadium: true,
  })
  // One arena in two configurations, both on sale.
  const palace = await rows(`select distinct layout.capacity from event
    join seat_layout layout on layout.id = event.layout_id join venue on venue.id = layout.venue_id
    where venue.slug = 'sports-palace' and layout.capacity in (9700, 11000) order by 1`)
  expect(palace).toEqual([{ capacity: 9_700 }, { capacity: 11_000 }])
  const free = await rows(`select event.id from event where is_sold_out and exists (
    select from place_leg p where p.offering_id = event.offering_id and p.state = 0)`)
  expect(free).toEqual([])
})

test('tables, offers, packages, groups and foreign prices are among them', async () => {
  const [kinds] = await rows(`select
    (select count(*)::int from table_type) > 50 as tables,
    (select count(*)::int from offer_term) as offers,
    (select count(*)::int from package_part) as parts,
    (select count(*)::int from show_member) as members,
    (select array_agg(distinct currency order by currency) from ticket_type) as currencies,
    (select count(distinct time_zone)::int from venue) as zones,
    (select count(*)::int from currency_rate) as rates`)
  expect(kinds).toEqual({
    tables: true,
    offers: 4,
    parts: 2,
    members: 4,
    currencies: ['EUR', 'GBP', 'GEL', 'USD'],
    zones: 4,
    rates: 3,
  })
})

test('texts are whole in both languages', () => {
  const problems: string[] = []
  const check = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { ka, en } = value as { ka?: unknown; en?: unknown }
    if (ka !== undefined || en !== undefined) {
      const [georgian, english] = [[ka].flat().join('\n'), [en].flat().join('\n')]
      if (!/[\u10D0-\u10FF]/.test(georgian)) problems.push(`${where}: no Georgian`)
      if (!english || /[\u10D0-\u10FF]/.test(english)) problems.push(`${where}: no English`)
      if ([ka].flat().length !== [en].flat().length) problems.push(`${where}: paragraphs differ`)
      return
    }
    for (const [key, part] of Object.entries(value)) check(part, `${where}.${key}`)
  }
  for (const show of shows) check({ ...show, events: [] }, show.slug)
  for (const venue of venues) check(venue, venue.slug)
  for (const category of categories) check(category, category.slug)
  expect(problems).toEqual([])
})

test('slugs and halls are known and single', () => {
  const slugs = shows.map((show) => show.slug)
  expect(new Set(slugs).size).toBe(slugs.length)
  const digests = [...buildHalls(venues).values()].flatMap(({ layout }) => layout ?? [])
  expect(new Set(digests.map((layout) => layout.digest)).size).toBe(digests.length)
  const small = digests.filter((layout) => expandLayout(layout.content).placeCount < 2_000)
  for (const layout of small) expect(layoutProblems(layout.content)).toEqual([])
})

test('moments are counted by the clock of Georgia', () => {
  const late = new Date('2026-12-04T18:30:00Z') // Friday, 22:30 in Tbilisi
  const moment = (when: string) => momentOf(when, late).toISOString()
  expect(moment('+3 20:00')).toBe('2026-12-07T16:00:00.000Z')
  expect(moment('+0 20:00')).toBe('2026-12-05T16:00:00.000Z') // too late for today
  expect(moment('fri0 20:00')).toBe('2026-12-11T16:00:00.000Z')
  expect(moment('sat0 12:00')).toBe('2026-12-05T08:00:00.000Z')
  expect(moment('sat2 12:00')).toBe('2026-12-19T08:00:00.000Z')
  expect(moment('-4 19:00')).toBe('2026-11-30T15:00:00.000Z')
  expect(momentOf('+3 20:00', late, 'Europe/London').toISOString()).toBe('2026-12-07T20:00:00.000Z')
})

test('every show has art in every format, the same each time', () => {
  for (const show of shows)
    for (const format of posterFormats) {
      const svg = drawPoster(show, artOf(show.slug), format, 'ბილეთი')
      expect(svg, `${show.slug} ${format.name}`).not.toMatch(/NaN|undefined|Infinity/)
      expect(drawPoster(show, artOf(show.slug), format, 'ბილეთი')).toBe(svg)
    }
})

test('posters are drawn at their size, small, and only when missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posters-'))
  // The densest pattern of all is among them.
  const two = shows.filter(({ slug }) => ['neon-city', 'abesalom-and-eteri'].includes(slug))
  const wanted = showPictures(two)
  expect(await drawMissing(wanted, folder, 2)).toBe(wanted.length)
  const files = await readdir(join(folder, 'shows'))
  expect(files).toHaveLength(two.length * posterFormats.length)
  for (const format of two.flatMap(posterFiles)) {
    const file = join(folder, format.path.replace('/media/', ''))
    expect(await sharp(file).metadata()).toMatchObject({
      format: 'webp',
      width: format.width,
      height: format.height,
    })
    expect((await stat(file)).size).toBeLessThanOrEqual(60_000)
  }
  const first = join(folder, 'shows', files[0] ?? '')
  const { mtimeMs } = await stat(first)
  expect(await drawMissing(wanted, folder, 2)).toBe(0)
  expect((await stat(first)).mtimeMs).toBe(mtimeMs)
  await rm(folder, { recursive: true })
})

test('special rules of the demo: four types that exclude each other, and places behind a code', async () => {
  // Goal: what only data can show is in the data, with names that pages can show. Method: the rows themselves.
  const types = await rows<{ id: number; ka: string; groups: number[][] }>(`
    select type.id, type.name->>'ka' as ka, rule.settings->'exclusive' as groups
    from ticket_type type join special_rule rule on rule.event_id = type.event_id
    where rule.kind = 'ticket-type-groups' and type.id > 1000000`)
  const numbers = [1318522, 1318523, 1318524, 1281328]
  expect(types.map(({ id }) => id).toSorted()).toEqual(numbers.toSorted())
  for (const { ka, groups } of types) {
    expect(ka).toMatch(/\p{L}|\d/u)
    expect(groups).toEqual([numbers])
  }
  expect(await rows('select code, quantity from access_code')).toEqual([
    { code: 'BILETICLUB', quantity: 40 },
  ])
})

test('each organiser has sold on the days before, through the pipeline, once', async () => {
  await seedSales(database.url, now)
  await seedSales(database.url, now)
  const sold = await rows<{ slug: string; orders: number; days: number; channels: number }>(`
    select m.slug, count(distinct o.id)::int as orders, count(distinct o.processed_at::date)::int as days,
      count(distinct o.channel)::int as channels
    from orders o join order_line l on l.order_id = o.id and l.kind = 'Ticket' join merchant m on m.id = l.merchant_id
    where o.status = 1 and o.processed_at < '2026-12-01T10:00Z' group by m.slug order by m.slug`)
  expect(sold.map(({ slug }) => slug)).toEqual(['bgera-live', 'kulisa', 'moedani'])
  for (const { orders, days, channels } of sold) {
    expect(orders).toBeGreaterThan(6)
    expect(days).toBeGreaterThan(4)
    expect(channels).toBeGreaterThan(0)
  }
  const [left] = await rows<{
    open: number
    unbooked: number
    unissued: number
    statements: number
  }>(`select
    (select count(*)::int from orders where status <> 1) as open,
    (select count(*)::int from (select a.code from ledger_account a join ledger_posting p on p.account_id = a.id
      where a.code like 'order:%' group by a.code having sum(p.amount_minor) <> 0) o) as unbooked,
    (select count(*)::int from order_line l where l.kind = 'Ticket' and l.quantity <>
      (select count(*) from ticket t where t.order_line_id = l.id and t.issued_at < '2026-12-01T10:00Z')) as unissued,
    (select count(*)::int from merchant_statement) as statements`)
  expect(left).toEqual({ open: 0, unbooked: 0, unissued: 0, statements: 3 })
})

test('a programme that is over goes on at a later start, once, and nothing that was there changes', async () => {
  const later = new Date(now.getTime() + 400 * 86_400_000)
  const renewed: string[] = []
  const renew = (at: Date) =>
    renewDemo({ url: database.url, log: (line) => void renewed.push(line), now: at })
  const before = await rows('select * from event order by id')
  const orders = await rows('select * from orders order by id')
  await renew(now)
  expect(renewed).toEqual([])
  await renew(later)
  expect(renewed).toEqual([expect.stringMatching(/goes on: \d{2,3} new dates$/)])
  await renew(later)
  expect(renewed).toHaveLength(1)
  const after = await rows<{ id: number }>('select * from event order by id')
  expect(after.slice(0, before.length)).toEqual(before)
  expect(await rows('select * from orders order by id')).toEqual(orders)

  const at = `'${later.toISOString()}'::timestamptz`
  // Groups have no dates of their own.
  const over = await rows(`select slug from show
    where exists (select from event where event.show_id = show.id and event.starts_at > '${now.toISOString()}')
      and not exists (select from event where event.show_id = show.id and event.starts_at > ${at})`)
  expect(over).toEqual([])
  const cheap = await rows(`select event.id from event where starts_at > ${at}
    and not exists (select from ticket_type type where type.event_id = event.id)`)
  expect(cheap).toEqual([])
  const parts = await rows(`select part.* from package_part part
    join ticket_type package on package.id = part.package_type_id
    join event sold on sold.id = package.event_id and sold.starts_at > ${at}
    join ticket_type type on type.id = part.part_type_id
    join event on event.id = type.event_id and event.starts_at > ${at}`)
  expect(parts).toHaveLength(2)
  const [ahead] = await rows(`select
    (select min(end_date) > ${at}::date + 300 from service) as services,
    (select max(service_date) > ${at}::date + 30 from run) as runs,
    (select max(business_date) > ${at}::date + 7 from screening) as screenings,
    (select min(valid_until) > ${at} + interval '300 days' from multipass_product) as passes`)
  expect(ahead).toEqual({ services: true, runs: true, screenings: true, passes: true })
})
