/**
 * Goal: only its organiser finds and downloads the attendees of a date; a ticket with a new code is admitted only by
 * that code. Method: the calls over HTTP with buyers, and the check-in.
 */
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { purchase } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'

let shop: HostileShop
let event: MadeEvent
let token: string
let customer: string
let made: Awaited<ReturnType<typeof purchase>>
beforeAll(async () => {
  shop = await openHostileShop()
  event = await shop.event()
  token = await shop.staff(event.merchantId)
  customer = await shop.customer()
  const request = { event, placeIds: [3, 4, 5] }
  made = await purchase(shop, { token: customer, station: 'paid', request })
  // Check-in is open, and the sale still is.
  const starts_at = new Date(shop.context.clock.now().getTime() + 3_600_000)
  await shop.context.db
    .updateTable('event')
    .set({ starts_at })
    .where('id', '=', event.eventId)
    .execute()
})
afterAll(() => shop.close())

const find = (body: object = {}) =>
  shop.post('/v2/merchantusers/attendees/find', { eventId: event.eventId, ...body }, token)

async function codes(): Promise<Map<string, string>> {
  const { body } = await shop.get('/v2/tickets', customer)
  return new Map(body.tickets.map(({ ticketIdentifier, code }: Reply) => [ticketIdentifier, code]))
}

let sequence = 0
async function scan(code: string | undefined): Promise<string> {
  sequence += 1
  const deviceId = shop.context.random.uuid()
  const body = { deviceId, eventId: event.eventId, sequence, code }
  const answer = await shop.post('/v2/entrance/scan', body, token)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.outcome
}

const reissue = (ticketIdentifiers: readonly string[], by = token) =>
  shop.post(
    '/v2/merchantusers/orders/reissue',
    { orderNumber: made.orderNumber, ticketIdentifiers },
    by,
  )

test('a ticket with a new code is admitted only by it, and its buyer gets an email', async () => {
  const [first = '', second = ''] = made.ticketIdentifiers
  const before = await codes()
  expect((await reissue([first])).status).toBe(200)
  const after = await codes()
  expect(after.get(first)).not.toBe(before.get(first))
  expect(after.get(second)).toBe(before.get(second))
  expect(await scan(before.get(first))).not.toBe('Admitted')
  expect(await scan(after.get(first))).toBe('Admitted')
  expect(await scan(after.get(second))).toBe('Admitted')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = 'ticket-letter' and data->>'reissue' like 'again-%'`.execute(shop.context.db)
  expect(rows[0]?.count).toBe(1)
  // Admitted tickets keep their code; of several tickets all get new codes or none.
  const [, , third = ''] = made.ticketIdentifiers
  const codeOfThird = (await codes()).get(third)
  expect((await reissue([third, first])).body.error.code).toBe('TicketUsed')
  expect((await codes()).get(third)).toBe(codeOfThird)
})

test('finds attendees by their contact data, admitted or not', async () => {
  const all = (await find()).body
  expect(all).toMatchObject({ totalCount: 3, insideCount: 2, next: null })
  expect(all.items).toHaveLength(3)
  expect(all.items[0]).toMatchObject({
    orderNumber: made.orderNumber,
    buyerEmail: buyer.email,
    noteCount: 0,
  })
  expect((await find({ state: 'outside' })).body.items).toHaveLength(1)
  expect((await find({ state: 'inside' })).body.items).toHaveLength(2)
  expect((await find({ text: made.orderNumber })).body.items).toHaveLength(3)
  expect((await find({ text: 'nobody-at-all' })).body.items).toHaveLength(0)
  const { body } = await shop.get('/v2/merchantusers/log?action=orders.look-up', token)
  expect(body.entries).toHaveLength(2)
})

test('shows as many attendees as asked for, and the rest after them', async () => {
  const identifiers = ({ body }: Reply): string[] =>
    body.items.map(({ ticketIdentifier }: Reply) => ticketIdentifier)
  const all = identifiers(await find())
  const two = await find({ most: 2 })
  expect(two.body).toMatchObject({ totalCount: 3, next: 2 })
  const rest = await find({ most: 2, offset: 2 })
  expect(rest.body.next).toBeNull()
  expect([...identifiers(two), ...identifiers(rest)]).toEqual(all)
  expect((await find({ most: 2_000 })).body.next).toBeNull()
  for (const most of [0, 2_001]) expect((await find({ most })).status).toBe(400)
})

test('sorts them all by name, place or admission, in both directions, page by page', async () => {
  const listed = async (sort: string): Promise<Reply[]> => {
    const parts: Reply[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const { body } = await find({ sort, offset, most: 2 })
      parts.push(...body.items)
      offset = body.next
    }
    return parts
  }
  const request = { event, placeIds: [10, 2] }
  const { orderNumber } = await purchase(shop, { token: customer, station: 'paid', request })
  await sql`update orders set buyer_name = 'აკაკი' where order_number = ${orderNumber}`.execute(
    shop.context.db,
  )
  const of = async (field: string, sort: string) => (await listed(sort)).map((one) => one[field])
  const names = await of('buyerName', 'name')
  expect(names).toHaveLength(5)
  expect(new Set(names).size).toBe(2)
  expect(names).toEqual(names.toSorted())
  expect(await of('buyerName', 'nameReversed')).toEqual(names.toReversed())
  const { rows } = await sql<{ identifier: string }>`
    select identifier from ticket where item_id = ${event.eventId} and status = 1
    order by section_name ->> 'en', row_label::int, seat_label::int`.execute(shop.context.db)
  const places = rows.map(({ identifier }) => identifier)
  expect(await of('ticketIdentifier', 'place')).toEqual(places)
  expect(await of('ticketIdentifier', 'placeReversed')).toEqual(places.toReversed())
  // Who has not come yet is last in both directions.
  const isInside = async (sort: string) => (await of('usedAt', sort)).map((at) => at !== null)
  expect(await isInside('admitted')).toEqual([true, true, false, false, false])
  expect(await isInside('admittedReversed')).toEqual([true, true, false, false, false])
  const [early, late] = await of('usedAt', 'admitted')
  expect(await of('usedAt', 'admittedReversed')).toEqual([late, early, null, null, null])
  expect((await find({ sort: 'shoe size' })).status).toBe(400)
})

test('CSV and XLSX have the same content, and downloads are logged', async () => {
  const csv = await shop.get(`/v2/merchantusers/attendees.csv?eventId=${event.eventId}`, token)
  expect(csv.text.trim().split('\r\n')).toHaveLength(6)
  // A link to a file names the language of its page.
  for (const [locale, order] of Object.entries({ ka: 'შეკვეთა', en: 'Order' })) {
    const query = `eventId=${event.eventId}&locale=${locale}`
    const named = await shop.get(`/v2/merchantusers/attendees.csv?${query}`, token)
    expect(named.text).toMatch(new RegExp(`^\uFEFF?"${order}",`))
  }
  const answer = await shop.app.inject({
    method: 'GET',
    url: `/v2/merchantusers/attendees.xlsx?eventId=${event.eventId}&api_key=demo-web`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode).toBe(200)
  const sheet = lastSheet(answer.rawPayload)
  for (const ticketIdentifier of made.ticketIdentifiers) expect(sheet).toContain(ticketIdentifier)
  const { body } = await shop.get('/v2/merchantusers/log?action=orders.export', token)
  expect(body.entries).toHaveLength(4)
})

/** The text of the last file of a ZIP archive. */
function lastSheet(archive: Buffer): string {
  const at = archive.lastIndexOf(Buffer.from('PK\u0003\u0004'))
  const size = archive.readUInt32LE(at + 18)
  const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
  return inflateRawSync(archive.subarray(start, start + size)).toString()
}
