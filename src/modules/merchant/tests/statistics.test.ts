/**
 * Goal: figures equal a recount of the tickets, whatever happens to them and whenever they are refreshed, and nobody
 * sees another merchant's. Method: random sales, returns and scans with refreshes in between, compared with sums ticket
 * by ticket (SEED= replays); a transaction that commits late; the calls over HTTP.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { staffRoutes } from '#modules/staff/server/public-api.ts'
import { openCallServer, type CallServer } from '../../../../tests/support/call-server.ts'
import { spanOf } from '#kernel/day-span.ts'
import { forecastOf } from '../server/period.ts'
import { readStatistics, type Figures } from '../server/queries/statistics.ts'
import { merchantRoutes } from '../server/routes.ts'
import { refreshSales } from '../server/refresh-sales.ts'
import { countAllSales } from './count-all-sales.ts'
import { writeSales } from './many-sales.ts'
import { eventsAlone } from './ports.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

let server: CallServer
let event: MadeEvent

beforeAll(async () => {
  server = await openCallServer([...staffRoutes(), ...merchantRoutes(eventsAlone())])
  event = await makeEvent(server.context)
})
afterAll(() => server.close())

const merchantIdFirst = 7_000_001
const until = new Date('2026-11-20T10:30:00Z')

interface Sold {
  readonly merchantId: number
  readonly itemId: number
  readonly channel: string
  readonly typeId: number
  readonly zone: string
  readonly at: Date
  readonly priceMinor: number
  readonly merchantMinor: number
  readonly houseMinor: number
  readonly advanceMinor: number
  readonly hasEnded: boolean
  /** People let in with it. */
  readonly admissions: number
  /** Paid elsewhere; null for a ticket that was sold here. */
  readonly elsewhereMinor: number | null
  /** Empty when none is recorded. */
  readonly visit: string
}

/** Every ticket, from the tables and not from the view that the figures use. */
async function readSold(): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    select l.merchant_id as "merchantId", t.item_id as "itemId", o.channel, t.ticket_type_id as "typeId",
      coalesce(t.section_name ->> 'en', '') as zone, t.issued_at as at, l.unit_price_minor as "priceMinor",
      coalesce(d.merchant_minor, 0) as "merchantMinor", coalesce(d.house_minor, 0) as "houseMinor", coalesce(d.advance_minor, 0) as "advanceMinor",
      (l.detail ->> 'elsewhereMinor')::float8 as "elsewhereMinor", t.status <> 1 as "hasEnded", t.use_count + (case when t.used_at is null then 0 else 1 end) as admissions, coalesce(v.visit, '') as visit
    from ticket t join order_line l on l.id = t.order_line_id join orders o on o.id = t.order_id
      left join line_discount d on d.order_line_id = l.id and d.line_unit = t.line_unit
      left join order_visit v on v.order_id = o.id`.execute(server.context.db)
  return rows
}

function recount(sold: readonly Sold[]): Figures {
  const ended = sold.filter(({ hasEnded }) => hasEnded)
  const elsewhere = sold.filter((one) => !one.hasEnded && one.elsewhereMinor !== null)
  const sum = (some: readonly Sold[], valueOf: (one: Sold) => number) =>
    some.reduce((all, one) => all + valueOf(one), 0)
  const paid = (one: Sold) => one.priceMinor - one.merchantMinor - one.houseMinor - one.advanceMinor
  return {
    ticketCount: sold.length,
    endedCount: ended.length,
    usedCount: sold.reduce((all, { admissions }) => all + admissions, 0),
    faceMinor: sum(sold, ({ priceMinor }) => priceMinor),
    merchantDiscountMinor: sum(sold, ({ merchantMinor }) => merchantMinor),
    houseDiscountMinor: sum(sold, ({ houseMinor }) => houseMinor),
    advanceMinor: sum(sold, ({ advanceMinor }) => advanceMinor),
    soldMinor: sum(sold, paid),
    endedMinor: sum(ended, paid),
    elsewhereCount: elsewhere.length,
    elsewhereMinor: sum(elsewhere, ({ elsewhereMinor }) => elsewhereMinor ?? 0),
  }
}

function groups(sold: readonly Sold[], keyOf: (one: Sold) => string): Map<string, Figures> {
  return new Map([...Map.groupBy(sold, keyOf)].map(([key, some]) => [key, recount(some)]))
}

const inTbilisi = (at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO('Asia/Tbilisi')

async function expectRecount(where: string): Promise<void> {
  const all = await readSold()
  for (const merchantId of [merchantIdFirst, merchantIdFirst + 1]) {
    const own = all.filter((one) => one.merchantId === merchantId)
    const item = merchantId * 100
    const choices = [
      { items: null, query: {} },
      { items: [{ source: 'event', itemId: item }], query: {} },
      { items: null, query: { dateFrom: '2026-11-16', dateTo: '2026-11-18' } },
    ]
    for (const { items, query } of choices) {
      const span = spanOf(query)
      const wanted = own.filter(
        ({ at, itemId }) =>
          (!items || itemId === item) &&
          (!span.from || at >= span.from) &&
          (!span.until || at < span.until),
      )
      const found = await readStatistics(server.context, merchantId, { items, span })
      expect(found.totals, where).toEqual(recount(wanted))
      const same = (some: readonly (Figures & { key: string })[], keyOf: (one: Sold) => string) =>
        expect(new Map(some.map((group) => [group.key, figuresOnly(group)])), where).toEqual(
          groups(wanted, keyOf),
        )
      same(found.byDay, ({ at }) => inTbilisi(at).toPlainDate().toString())
      same(found.byHour, ({ at }) => String(inTbilisi(at).hour))
      same(found.byChannel, ({ channel }) => channel)
      const byZone = found.byZone.map((zone) => ({ ...zone, key: `${zone.eventId} ${zone.key}` }))
      same(byZone, ({ itemId, zone }) => `${itemId} ${zone}`)
      same(found.byType, ({ typeId }) => String(typeId))
      same(found.byVisit, ({ visit }) => visit)
    }
  }
}

/** The figures of a group without its key. */
function figuresOnly(group: Figures): Figures {
  const figures: Record<string, unknown> = {}
  for (const name of Object.keys(recount([]))) figures[name] = group[name as keyof Figures]
  return figures as unknown as Figures
}

test('figures equal a recount after random sales, returns and scans', async () => {
  const seed = seedOf('statistics', 20_261_122)
  let state = seed
  const randomBelow = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const { db } = server.context
  const { offeringId } = event
  const sales = { merchantIdFirst, merchantCount: 2, offeringId, itemsEach: 3, until, days: 6 }
  await writeSales(db, { ...sales, ticketsEach: 150 })
  // Discounts of the organiser and of the platform, and tickets of passes.
  await sql`insert into line_discount (order_line_id, line_unit, merchant_minor, house_minor, advance_minor)
    select l.id, 0, (l.unit_price_minor * (l.id % 3)) / 7, (l.unit_price_minor * (l.id % 4)) / 9,
      case when l.id % 10 = 0 then l.unit_price_minor / 11 else 0 end
    from order_line l join ticket t on t.order_line_id = l.id where l.id % 2 = 0`.execute(db)
  // Sales without a recorded visit are counted separately.
  await sql`insert into order_visit (order_id, visit, noted_at)
    select id, (array['newsletter / spring', 'facebook.com'])[1 + id % 2], created_at from orders
    where id % 3 = 0 on conflict do nothing`.execute(db)
  await countAllSales(server.context)
  await expectRecount(`at first, SEED=${seed}`)
  for (let round = 0; round < 12; round += 1) {
    const rest = randomBelow(13)
    const change = [
      sql`status = 2`,
      sql`status = 3`,
      sql`status = 1`,
      sql`used_at = issued_at`,
      sql`used_at = null`,
      // A pass lets in several times.
      sql`used_at = null, use_count = id % 4`,
    ]
    await sql`update ticket set ${change[randomBelow(change.length)] ?? sql`status = 1`}
      where id % 13 = ${rest} and item_id >= ${merchantIdFirst * 100}`.execute(db)
    if (randomBelow(3) === 0) await refreshSales(server.context)
    if (randomBelow(4) === 0) await refreshSales(server.context)
  }
  await countAllSales(server.context)
  await expectRecount(`in the end, SEED=${seed}`)
  expect(await refreshSales(server.context)).toBe(false)
})

test('late commits are counted, and two concurrent refreshes count them once', async () => {
  const { db } = server.context
  let commit = () => {}
  const isOpen = new Promise<void>((resolve) => (commit = resolve))
  let startedAt = () => {}
  const hasBegun = new Promise<void>((resolve) => (startedAt = resolve))
  // An older change is pending as well, so that there is something to process while the other transaction is open.
  await sql`update ticket set used_at = null where item_id = ${merchantIdFirst * 100 + 2}`.execute(
    db,
  )
  const late = db.transaction().execute(async (inside) => {
    await sql`update ticket set status = 2 where item_id = ${merchantIdFirst * 100}`.execute(inside)
    startedAt()
    await isOpen
  })
  await hasBegun
  await sql`update ticket set used_at = issued_at where item_id = ${merchantIdFirst * 100 + 1}`.execute(
    db,
  )
  await refreshSales(server.context)
  commit()
  await late
  await Promise.all([1, 2, 3].map(() => refreshSales(server.context)))
  await countAllSales(server.context)
  await expectRecount('after a transaction that was open meanwhile')
})

test('changes wait for the oldest transaction of the server, also of another database', async () => {
  const { db } = server.context
  const elsewhere = new pg.Client({ connectionString: inject('postgresUrl') })
  await elsewhere.connect()
  await elsewhere.query('begin')
  await elsewhere.query('select pg_current_xact_id()')
  await sql`update ticket set status = 1 where item_id = ${merchantIdFirst * 100}`.execute(db)
  const before = await readSpent()
  await refreshSales(server.context)
  expect(await readSpent()).toEqual(before)
  const counted = countAllSales(server.context)
  await elsewhere.end()
  await counted
  expect(await readSpent()).not.toEqual(before)
  await expectRecount('after a transaction of another database')
})

/** Figures of the item whose tickets the tests above end. */
async function readSpent(): Promise<Figures> {
  const items = [{ source: 'event', itemId: merchantIdFirst * 100 }]
  const choice = { items, span: spanOf({}) }
  return (await readStatistics(server.context, merchantIdFirst, choice)).totals
}

test('a forecast is the mean of the same weekday, including days without sales', () => {
  const now = new Date('2026-11-20T10:00:00Z')
  const days = ['2026-11-13', '2026-11-06'].map((day) => ({
    day,
    ticketCount: 10,
    soldMinor: 1_000,
  }))
  const [friday, saturday] = forecastOf(now, days)
  expect(friday).toEqual({ day: '2026-11-20', ticketCount: 5, soldMinor: 500 })
  expect(saturday).toMatchObject({ day: '2026-11-21', ticketCount: 0 })
})

const get = async (path: string, token: string) => {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/v2/merchantusers/${path}`,
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  return {
    status: answer.statusCode,
    body: isJson ? answer.json() : answer.rawPayload,
    headers: answer.headers,
  }
}

test('owners read their own figures, totals and tables; scanners and other merchants are refused', async () => {
  const { merchantId, showId, eventId } = event
  const owner = await makeStaffToken(server.context, { merchantId })
  const figures = await get(
    `statistics?itemType=Show&itemId=${showId}&dateFrom=2026-11-01&dateTo=2026-11-30`,
    owner,
  )
  expect(figures.body).toMatchObject({
    totals: { ticketCount: 0 },
    before: { ticketCount: 0 },
    byDay: [],
  })
  expect(figures.body.forecast).toHaveLength(7)
  expect((await get(`statistics?itemType=Event&itemId=${eventId}`, owner)).status).toBe(200)
  const totals = await get('totals?isArchive=false', owner)
  expect(totals.body).toMatchObject({ items: [{ source: 'event', itemId: showId, itemCount: 1 }] })
  expect((await get('totals?isArchive=true', owner)).body).toMatchObject({ items: [] })
  const csv = await get('statistics/export?format=csv', owner)
  expect(csv.body.toString()).toContain('By day')
  expect(csv.body.toString()).toContain(
    '"Period","Tickets","Price, GEL","Discount, GEL","Of it paid by the shop, GEL","Paid with passes, GEL","Sold, GEL","Returned","Paid for returned tickets, GEL","Let in"',
  )
  const xlsx = await get('statistics/export?format=xlsx', owner)
  expect(xlsx.headers['content-type']).toContain('spreadsheetml')
  const scanner = await makeStaffToken(server.context, { merchantId, role: 'scanner' })
  for (const path of ['statistics', 'totals', 'statistics/export?format=csv'])
    expect([path, (await get(path, scanner)).status]).toEqual([path, 403])
  const other = await makeEvent(server.context)
  const stranger = await makeStaffToken(server.context, { merchantId: other.merchantId })
  expect((await get(`statistics?itemId=${showId}`, stranger)).status).toBe(404)
  expect(
    (await get('totals', stranger)).body.items.map(({ itemId }: { itemId: number }) => itemId),
  ).toEqual([other.showId])
})

test('channels have names in both languages, and tables the same ones', async () => {
  const { merchantId, eventId } = event
  const { db } = server.context
  await sql`insert into api_key (key_hash, name, channel)
    values ('\\x0a', 'Tour agency', 'agency')`.execute(db)
  await sql`insert into merchant_sale (merchant_id, source, item_id, hour, channel, ticket_type_id, zone, ticket_count,
      ended_count, used_count, sold_minor, ended_minor)
    select ${merchantId}, 'event', ${eventId}, '2026-11-20T10:00Z', channel, 1, '', 1, 0, 0, 1000, 0
    from unnest(array['web', 'box-office', 'agency', 'unheard-of']) as channel`.execute(db)
  const owner = await makeStaffToken(server.context, { merchantId })
  const namesIn = async (language: string) => {
    const answer = await server.app.inject({
      method: 'GET',
      url: '/v2/merchantusers/statistics',
      headers: { authorization: `Bearer ${owner}`, 'accept-language': language },
    })
    const channels: { key: string; name: string }[] = answer.json().byChannel
    return Object.fromEntries(channels.map(({ key, name }) => [key, name]))
  }
  const others = { agency: 'Tour agency', 'unheard-of': 'unheard-of' }
  expect(await namesIn('en')).toEqual({ web: 'Website', 'box-office': 'Box office', ...others })
  expect(await namesIn('ka')).toEqual({ web: 'ვებსაიტი', 'box-office': 'სალარო', ...others })
  const csv = (await get('statistics/export?format=csv', owner)).body.toString()
  expect(csv).toContain('"Website",')
  expect(csv).toContain('"Tour agency",')
  expect(csv).not.toMatch(/^"web",/m)
})
