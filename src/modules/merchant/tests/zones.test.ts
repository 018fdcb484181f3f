/**
 * Goal: figures by zone have the names that halls' plans and tickets show, in the language of the request, and tables
 * the same ones. Method: sales to zones of two plans with equal keys and of sections without a zone, over HTTP.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, smallLayout, type MadeEvent } from '#modules/events/tests/factories.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { openCallServer, type CallServer } from '../../../../tests/support/call-server.ts'
import { merchantRoutes } from '../server/routes.ts'
import { writeSales } from './many-sales.ts'
import { eventsAlone } from './ports.ts'

let server: CallServer
let merchantId: number
let hall: MadeEvent
let theatre: MadeEvent
let token: string

beforeAll(async () => {
  server = await openCallServer(merchantRoutes(eventsAlone()))
  const layout = smallLayout()
  const renamed = (ka: string, en: string) => ({
    ...layout,
    zones: layout.zones.map((zone, index) => (index === 0 ? { ...zone, name: { ka, en } } : zone)),
  })
  hall = await makeEvent(server.context, { layout: renamed('იარუსი', 'Gallery') })
  theatre = await makeEvent(server.context, { layout: renamed('ქანდარა', 'Upper gallery') })
  merchantId = hall.merchantId
  token = await makeStaffToken(server.context, { merchantId })
})
afterAll(() => server.close())

async function sell(itemId: number, zone: string, soldMinor: number): Promise<void> {
  await sql`insert into merchant_sale (merchant_id, source, item_id, hour, channel, ticket_type_id, zone, ticket_count,
      ended_count, used_count, sold_minor, ended_minor)
    values (${merchantId}, 'event', ${itemId}, '2026-11-20T10:00Z', 'web', 1, ${zone}, 1, 0, 0, ${soldMinor}, 0)`.execute(
    server.context.db,
  )
}

async function read(path: string, language: string) {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/v2/merchantusers/${path}`,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })
  expect(answer.statusCode).toBe(200)
  return answer
}

async function zonesIn(language: string): Promise<[name: string, amount: number][]> {
  const { byZone } = (await read('statistics', language)).json()
  return byZone.map((zone: { name: string; sold: { amount: number } }) => [
    zone.name,
    zone.sold.amount,
  ])
}

test('zones have the names of their own hall in both languages, and tables the same ones', async () => {
  const key = hall.layout.zones[0]?.key ?? ''
  await sell(hall.eventId, key, 5000)
  await sell(theatre.eventId, key, 9000)
  await sell(theatre.eventId, '', 100)
  await sell(theatre.eventId, 'of-an-earlier-plan', 50)
  expect(await zonesIn('en')).toEqual([
    ['Upper gallery', 9000],
    ['Gallery', 5000],
    ['', 100],
    ['of-an-earlier-plan', 50],
  ])
  expect((await zonesIn('ka')).slice(0, 2)).toEqual([
    ['ქანდარა', 9000],
    ['იარუსი', 5000],
  ])
  const csv = (await read('statistics/export?format=csv', 'ka')).body
  expect(csv).toContain('"ქანდარა","1","90.00",')
  expect(csv).toContain('"ზონის გარეშე","1","1.00",')
  expect(csv).not.toContain(`"${key}",`)
})

test('halls that call a zone the same are counted together', async () => {
  const second = hall.layout.zones[1]?.key ?? ''
  await sell(hall.eventId, second, 300)
  await sell(theatre.eventId, second, 400)
  const zones = new Map(await zonesIn('en'))
  expect(zones.get(hall.layout.zones[1]?.name.en ?? '')).toBe(700)
})

test('sections without a zone have the name that is printed on the tickets', async () => {
  const { db } = server.context
  const other = await makeEvent(server.context)
  merchantId = other.merchantId
  token = await makeStaffToken(server.context, { merchantId })
  const until = new Date('2026-11-20T10:30:00Z')
  const sales = { merchantIdFirst: merchantId, merchantCount: 1, itemsEach: 1, until, days: 2 }
  await writeSales(db, { ...sales, offeringId: other.offeringId, ticketsEach: 3 })
  await sell(merchantId * 100, 'Zone 1', 700)
  expect(await zonesIn('ka')).toContainEqual(['ზონა', expect.any(Number)])
  expect((await zonesIn('en')).map(([name]) => name)).toContain('Zone 1')
})
