/**
 * Goal: a fare set by a carrier's staff is the price buyers pay from its first day of travel on, in its channel only;
 * sold places keep theirs, imports keep it, and a dry run changes nothing. Method: a small line priced by distance, whose
 * prices are read as buyers read them.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { faresOf } from '#modules/timetable/server/public-api.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

const base = '/v2/merchantusers/fares'
let shop: HostileShop
let line: MadeLine
let staff: string
let customer: string

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  line = await makeLine(shop.context, { terms: { serviceFeeMinor: 0 } })
  staff = await shop.staff(line.merchantId)
  customer = await shop.customer()
})

/** The adult price of the first two legs as a call of the shop states it. */
async function buyersPrice(runId = line.runIds[0]): Promise<number> {
  const types = await expectOk(
    shop.get(`/v2/transport/ticket-types?runId=${runId}&legFrom=0&legTo=2`, customer),
  )
  return types.classes[0].price.amount
}

async function priceIn(channel: string, date = line.date): Promise<number | undefined> {
  const [fromStopId, , toStopId] = line.stopIds
  const [fare] = await faresOf(shop.context, {
    agencyId: line.agencyId,
    routeId: line.routeId,
    fromStopId: fromStopId ?? 0,
    toStopId: toStopId ?? 0,
    channel,
    moment: { date, daysAhead: 0, occupancyPercent: 0 },
  })
  return fare?.priceMinor
}

function change(priceMinor: number | null, more: object = {}, by = staff): Promise<Reply> {
  const [fromStopId, , toStopId] = line.stopIds
  const prices = [{ fromStopId, toStopId, classId: line.classId, priceMinor }]
  return shop.post(base, { lineId: line.routeId, validFrom: line.date, prices, ...more }, by)
}

const logged = async (): Promise<number> => {
  const { rows } = await sql`
    select from staff_log where merchant_id = ${line.merchantId} and action = 'line-fares.change'
  `.execute(shop.context.db)
  return rows.length
}

test('a dry run compares, a change is charged, and repeating it changes nothing', async () => {
  const before = await buyersPrice()
  const held = await expectOk(
    shop.post(
      '/v2/transport/choose',
      { segments: [{ runId: line.runIds[0], legFrom: 0, legTo: 2, passengers: [{}] }] },
      customer,
    ),
  )
  const preview = await expectOk(change(7_770, { isDryRun: true }))
  expect(preview).toMatchObject({
    effects: [{ beforeMinor: before, afterMinor: 7_770, currency: 'GEL' }],
    sold: 1,
  })
  expect(await buyersPrice()).toBe(before)
  expect(await logged()).toBe(0)
  expect(await expectOk(change(7_770))).toEqual(preview)
  expect(await buyersPrice()).toBe(7_770)
  expect((await expectOk(change(7_770))).effects).toEqual([])
  expect(await logged()).toBe(1)
  // The place in checkout keeps its price.
  const [{ lineId }] = held.segments[0].tickets
  expect(held.total.amount).toBe(before)
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  await payFor(shop, held.orderKey, { passengers, token: customer })
  const { rows } = await sql<{ amount: number }>`
    select unit_price_minor::int as amount from order_line where id = ${lineId}`.execute(
    shop.context.db,
  )
  expect(rows).toEqual([{ amount: before }])
})

test('a change applies to its days of travel and its channel only, and can be removed', async () => {
  const before = await priceIn('web')
  const [first, second] = [line.date, nextDay(line.date)]
  await expectOk(change(5_000, { validFrom: first, validUntil: first }))
  expect([await priceIn('web', first), await priceIn('web', second)]).toEqual([5_000, before])
  await expectOk(change(4_000, { channel: 'partner' }))
  expect([await priceIn('web'), await priceIn('partner')]).toEqual([5_000, 4_000])
  expect(await priceIn('partner', second)).toBe(4_000)
  await expectOk(change(null, { channel: 'partner' }))
  expect(await priceIn('partner')).toBe(5_000)
  const shown = await expectOk(shop.get(`${base}?lineId=${line.routeId}&date=${first}`, staff))
  const [, second2] = shown.rows
  expect(second2.cells).toMatchObject([{ adultMinor: 5_000, isOwn: true }])
  expect(second2.cells[0].riders).toEqual([
    { code: 'adult', priceMinor: 5_000 },
    { code: 'child', priceMinor: 2_500 },
  ])
})

test('a carrier’s own fare outranks an equal one of a feed, even a cheaper one', async () => {
  await expectOk(change(9_000))
  const [from, , to] = line.stopIds
  await sql`
    insert into fare (agency_id, route_id, class_id, from_stop_id, to_stop_id, price_minor)
    values (${line.agencyId}, ${line.routeId}, ${line.classId}, ${from}, ${to}, 100)`.execute(
    shop.context.db,
  )
  // Raises the version of the network.
  await expectOk(change(9_010))
  expect(await priceIn('web')).toBe(9_010)
  await expectOk(change(null))
  expect(await priceIn('web')).toBe(100)
})

test('unknown stretches, classes and lines, and past or reversed days, are refused', async () => {
  const other = await makeLine(shop.context)
  const stranger = await shop.staff(other.merchantId)
  const before = await priceIn('web')
  const [from, , to] = line.stopIds
  const price = { fromStopId: from, toStopId: to, classId: line.classId, priceMinor: 100 }
  const refusals = [
    [await change(100, {}, stranger), 'NotFound'],
    [await change(100, { prices: [{ ...price, toStopId: other.stopIds[2] }] }), 'NotFound'],
    [await change(100, { prices: [{ ...price, classId: other.classId }] }), 'NotFound'],
    [await change(100, { prices: [{ ...price, fromStopId: to, toStopId: from }] }), 'NotFound'],
    [await change(100, { validFrom: '2020-01-01' }), 'FareDaysWrong'],
    [await change(100, { validUntil: '2026-01-01' }), 'FareDaysWrong'],
    [await change(-1), 'BadRequest'],
    [await change(1.5), 'BadRequest'],
    [await change(10_000_001), 'BadRequest'],
    [await change(100, { channel: 'A channel' }), 'BadRequest'],
    [await change(100, { prices: [] }), 'BadRequest'],
    [await shop.get(`${base}?lineId=${other.routeId}`, staff), 'NotFound'],
    [await shop.get(`${base}?fromStopId=${other.stopIds[0]}`, staff), 'NotFound'],
  ] as const
  expect(refusals.map(([{ body }]) => body.error?.code)).toEqual(refusals.map(([, code]) => code))
  expect(await priceIn('web')).toBe(before)
})

function nextDay(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
}
