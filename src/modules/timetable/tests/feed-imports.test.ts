/**
 * Goal: an operator uploads a carrier's feed in parts, sees what it would change, and applies it once.
 * Method: the sample feed over HTTP, intact and with an invalid row; the worker's job runs between the
 * calls, also twice.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { makeMerchant } from '#modules/events/tests/factories.ts'
import { sellPlaces } from '#modules/inventory/server/public-api.ts'
import { fetchRealtime, importFeed, openRun, runFeedImport } from '../server/public-api.ts'
import { googleSample, packed } from './feeds.ts'

let shop: HostileShop
let token: string
let organiser: string

beforeAll(async () => {
  shop = await openHostileShop()
  shop.context.clock.set(new Date('2008-05-01T12:00:00Z'))
  token = await shop.operator()
  const merchantId = await makeMerchant(shop.context)
  const { rows } = await sql<{ slug: string }>`
    select slug from merchant_summary where merchant_id = ${merchantId}`.execute(shop.context.db)
  organiser = rows[0]?.slug ?? ''
})
afterAll(() => shop.close())

/** Uploads a feed in two parts, the second one first; returns the path of its import. */
async function send(files = googleSample(), name = 'sample'): Promise<string> {
  const content = Buffer.concat(packed(files))
  const middle = Math.floor(content.length / 2)
  const asked = { name, brand: 'omnibus', organiser, fileName: 'feed.zip', bytes: content.length }
  const { importId } = await expectOk(shop.post('/v2/operator/feeds/imports', asked, token))
  const address = `/v2/operator/feeds/imports/${importId}`
  const part = (number: number, piece: Buffer) =>
    shop.post(`${address}/parts`, { number, content: piece.toString('base64') }, token)
  await expectOk(part(1, content.subarray(middle)))
  const early = await shop.post(`${address}/check`, {}, token)
  expect(early.body.error.code).toBe('ImportOutdated')
  await expectOk(part(0, content.subarray(0, middle)))
  expect(await expectOk(part(0, content.subarray(0, middle)))).toEqual({ bytes: content.length })
  await expectOk(shop.post(`${address}/check`, {}, token))
  await runFeedImport(shop.context, importId)
  return address
}

const idOf = (address: string) => address.split('/').at(-1) ?? ''

test('validates, applies and lists a feed; the same feed again has nothing to change', async () => {
  const address = await send()
  const checked = await expectOk(shop.get(address, token))
  expect(checked).toMatchObject({
    state: 'checked',
    report: { errors: 0, isSame: false, trips: { added: 11, changed: 0, removed: 0 } },
  })
  const before = await expectOk(shop.get('/v2/operator/feeds', token))
  expect(before.feeds).toEqual([])
  await expectOk(shop.post(`${address}/apply`, {}, token))
  const twice = await shop.post(`${address}/apply`, {}, token)
  expect(twice.body.error.code).toBe('ImportStateNotAllowed')
  // A worker that stopped after its commit runs the job again; by then the feed is identical.
  await importFeed(shop.context, {
    name: 'sample',
    brand: 'omnibus',
    organiser,
    packed: packed(googleSample()),
  })
  await runFeedImport(shop.context, idOf(address))
  expect(await expectOk(shop.get(address, token))).toMatchObject({
    state: 'applied',
    report: { trips: { added: 11 } },
  })
  const after = await expectOk(shop.get('/v2/operator/feeds', token))
  expect(after.feeds).toMatchObject([{ name: 'sample', trips: 11 }])
  const again = await send()
  expect((await expectOk(shop.get(again, token))).report.isSame).toBe(true)
  const refused = await shop.post(`${again}/apply`, {}, token)
  expect(refused.body.error.code).toBe('ImportHasProblems')
  const { rows } = await sql`
    select action from operator_log where action = 'timetable.import-feed'`.execute(shop.context.db)
  expect(rows).toHaveLength(1)
})

test('rejects a feed with an invalid row and names the file, line and field', async () => {
  const files = googleSample()
  const stops = files['stops.txt']?.replace('36.425288', 'somewhere') ?? ''
  const address = await send({ ...files, 'stops.txt': stops }, 'bad')
  const { report } = await expectOk(shop.get(address, token))
  expect(report.errors).toBe(1)
  expect(report.notices[0]).toMatchObject({
    severity: 'error',
    code: 'invalid_float',
    file: 'stops.txt',
    line: 2,
    field: 'stop_lat',
    value: 'somewhere',
  })
  const refused = await shop.post(`${address}/apply`, {}, token)
  expect(refused.body.error.code).toBe('ImportHasProblems')
})

test('an import that PostgreSQL ended because of a deadlock is repeated from its first byte', async () => {
  const address = await send(googleSample(), 'repeated')
  const { db } = shop.context
  await sql`create sequence attempt`.execute(db)
  await sql
    .raw(
      `create function end_first() returns trigger language plpgsql as $$ begin
        if nextval('attempt') = 1 then raise exception 'ended' using errcode = 'deadlock_detected'; end if;
        return new; end $$`,
    )
    .execute(db)
  await sql`create trigger ended before insert on trip for each row execute function end_first()`.execute(
    db,
  )
  await expectOk(shop.post(`${address}/apply`, {}, token))
  await runFeedImport(shop.context, idOf(address))
  await sql`drop trigger ended on trip`.execute(db)
  expect(await expectOk(shop.get(address, token))).toMatchObject({
    state: 'applied',
    report: { errors: 0, trips: { added: 11 } },
  })
})

test('refuses callers who are not operators', async () => {
  for (const caller of [await shop.guest(), await shop.customer()]) {
    const refused: Reply = await shop.get('/v2/operator/feeds', caller)
    expect([401, 403]).toContain(refused.status)
  }
})

test('lists real-time sources with the outcome of the last request', async () => {
  await fetchRealtime(shop.context, { feed: 'sample', url: 'http://127.0.0.1:9/trips.pb' })
  const { sources } = await expectOk(shop.get('/v2/operator/feeds', token))
  expect(sources).toMatchObject([
    { feed: 'sample', host: '127.0.0.1:9', answeredAt: null, error: expect.any(String) },
  ])
})

test('a feed that takes away a sold train is applied only with an answer', async () => {
  const files = googleSample()
  const bring = (feed: typeof files) =>
    importFeed(shop.context, {
      name: 'answered',
      brand: 'omnibus',
      organiser,
      packed: packed(feed),
    })
  await bring(files)
  const { rows } = await sql<{ id: number }>`
    select run.id from run join trip on trip.id = run.trip_id join feed on feed.id = trip.feed_id
    where feed.name = 'answered' and trip.gtfs_id = 'AB1' and run.service_date = '2008-05-03'`.execute(
    shop.context.db,
  )
  const runId = rows[0]?.id ?? 0
  const opened = await openRun(shop.context, runId)
  await sellPlaces(shop.context, [
    {
      holdId: shop.context.random.uuid(),
      offeringId: opened.ok ? opened.value : 0,
      legFrom: 0,
      legTo: 1,
      places: [1],
      pools: [],
    },
  ])
  const without = (file: string) => files[file]?.split('\n').filter((row) => !row.includes('AB1'))
  const address = await send(
    {
      ...files,
      'trips.txt': without('trips.txt')?.join('\n') ?? '',
      'stop_times.txt': without('stop_times.txt')?.join('\n') ?? '',
    },
    'answered',
  )
  const { report } = await expectOk(shop.get(address, token))
  expect(report.soldRuns).toMatchObject([{ runId, found: 'missing', outcome: 'asked', places: 1 }])
  const silent = await shop.post(`${address}/apply`, { unsure: 'move' }, token)
  expect(silent.body.error.code).toBe('ImportNeedsAnswers')
  await expectOk(shop.post(`${address}/apply`, { missing: 'keep' }, token))
  await runFeedImport(shop.context, idOf(address))
  expect(await expectOk(shop.get(address, token))).toMatchObject({
    state: 'applied',
    report: { soldRuns: [{ runId, outcome: 'kept' }], soldRunCounts: { kept: 1, asked: 0 } },
  })
})

test('a feed stays its organiser’s: nobody else’s carriers come in with its next file', async () => {
  const files = googleSample()
  await importFeed(shop.context, {
    name: 'kept',
    brand: 'omnibus',
    organiser,
    packed: packed(files),
  })
  const other = await makeMerchant(shop.context)
  const { rows } = await sql<{ slug: string }>`
    select slug from merchant_summary where merchant_id = ${other}`.execute(shop.context.db)
  const theirs = rows[0]?.slug ?? ''
  const asked = { name: 'kept', brand: 'omnibus', organiser: theirs, fileName: 'a.zip', bytes: 9 }
  const refused = await shop.post('/v2/operator/feeds/imports', asked, token)
  expect(refused.body.error.code).toBe('FeedOfAnother')
  const agencies = `${files['agency.txt']}\nNEW,New,http://example.com,America/Los_Angeles`
  const changed = { ...files, 'agency.txt': agencies }
  const brought = importFeed(shop.context, {
    name: 'kept',
    brand: 'omnibus',
    organiser: theirs,
    packed: packed(changed),
  })
  await expect(brought).rejects.toThrow(RangeError)
  await expectOk(shop.post('/v2/operator/feeds/imports', { ...asked, organiser }, token))
})
