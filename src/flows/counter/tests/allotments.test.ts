/**
 * Goal: places that are given to an outside seller are taken here, are taken back or reported as sold, and never belong to two.
 * Method: an organiser over HTTP; the operator's list of orders, the inventory, concurrent requests.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'

let shop: HostileShop
let event: MadeEvent
let token: string
let stranger: string

beforeAll(async () => {
  shop = await openHostileShop()
  event = await shop.event()
  token = await shop.staff(event.merchantId)
  stranger = await shop.staff((await shop.event()).merchantId)
})
afterAll(async () => {
  expect(await ledgerViolations(shop.context)).toEqual([])
  await shop.close()
})

const path = '/v2/merchantusers/dates/allotments'
const give = (body: object, as = token) =>
  shop.post(path, { eventId: event.eventId, seller: 'Kiosk', placeIds: [], ...body }, as)
const back = (body: object, as = token) => shop.post(`${path}/take-back`, body, as)
const listed = async (): Promise<Reply[]> =>
  (await expectOk(shop.get(`${path}?eventId=${event.eventId}`, token))).allotments
const statuses = async (state: string): Promise<string[]> => {
  const operator = await shop.operator()
  const { orders } = await expectOk(shop.get(`/v2/operator/orders?state=${state}`, operator))
  return orders.map(({ statusName }: Reply) => statusName)
}
/** States of the first places: 0 free, 2 sold. */
const states = async (placeIds: readonly number[]) => {
  const { rows } = await sql<{ state: number }>`
    select state from place_leg where offering_id = ${event.offeringId}
      and place_id = any(${[...placeIds]}::int[]) order by place_id`.execute(shop.context.db)
  return rows.map(({ state }) => state)
}
const areaTaken = async () => {
  const { rows } = await sql<{ taken: number }>`
    select taken from pool_leg where offering_id = ${event.offeringId} and pool_id = 1`.execute(
    shop.context.db,
  )
  return rows[0]?.taken
}
const importRows = (...rows: string[]): Promise<Reply> =>
  expectOk(
    shop.post(
      '/v2/merchantusers/orders/import',
      {
        format: 'csv',
        content: ['date,type,section,row,seat,quantity,price,reference,seller', ...rows].join('\n'),
      },
      token,
    ),
  )

test('seats are taken for the seller, all or none, and not offered to anybody else', async () => {
  const given = await expectOk(give({ placeIds: [1, 2, 3] }))
  expect(given).toMatchObject({ statusName: 'ThirdParty', seller: 'Kiosk' })
  expect(given.places.map(({ seat }: Reply) => seat)).toEqual(['1', '2', '3'])
  expect(await states([1, 2, 3])).toEqual([2, 2, 2])
  expect((await give({ placeIds: [3, 4] })).body.error.code).toBe('SeatNotAvailable')
  expect(await states([4])).toEqual([0])
  expect((await give({ placeIds: [9_999] })).body.error.code).toBe('SeatNotAvailable')
  expect((await give({})).body.error.code).toBe('SeatsNotPassed')
  expect(await statuses('thirdParty')).toEqual(['ThirdParty'])
  expect((await give({ placeIds: [5] }, stranger)).body.error.code).toBe('NotFound')
  const { orderNumber } = given
  expect((await back({ orderNumber }, stranger)).body.error.code).toBe('NotFound')
  const { rows } = await sql`select ticket_id from ticket_summary`.execute(shop.context.db)
  expect(rows, 'a place without a buyer has no ticket').toEqual([])
})

test('what was not sold is taken back, once, and the last of it ends the order', async () => {
  const [{ orderNumber, places }] = await listed()
  const lineIds = [places[0].lineId]
  const left = await expectOk(back({ orderNumber, lineIds }))
  expect(left.places.map(({ seat }: Reply) => seat)).toEqual(['2', '3'])
  expect(await states([1, 2, 3])).toEqual([0, 2, 2])
  expect((await back({ orderNumber, lineIds })).body.error.code).toBe('NotFound')
  const answers = await Promise.all([back({ orderNumber }), back({ orderNumber })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await states([1, 2, 3])).toEqual([0, 0, 0])
  expect(await listed()).toEqual([])
  expect(await statuses('thirdParty')).toEqual([])
})

test('what the seller reports as sold leaves its places, and others’ reports do not', async () => {
  const ticketTypeId = event.poolTypes[1]?.ticketTypeId
  await expectOk(give({ placeIds: [11, 12] }))
  await expectOk(give({ ticketTypeId, quantity: 5 }))
  const before = await areaTaken()
  const foreign = await importRows(`${event.eventId},,Stalls,2,1,,30,F-1,Another`)
  expect(foreign.problems).toMatchObject([{ code: 'place-taken' }])
  const own = await importRows(
    `${event.eventId},,Stalls,2,1,,30,K-1,Kiosk`,
    `${event.eventId},${ticketTypeId},,,,2,10,K-2,Kiosk`,
  )
  expect(own).toMatchObject({ isTakenIn: true, newCount: 2, ticketCount: 3 })
  expect(await areaTaken()).toBe(before)
  expect(await states([11, 12])).toEqual([2, 2])
  const left = (await listed()).flatMap(({ places }) => places)
  expect(left.map(({ placeId, quantity }: Reply) => [placeId, quantity])).toEqual(
    expect.arrayContaining([
      [12, 1],
      [null, 3],
    ]),
  )
  expect(left).toHaveLength(2)
  expect((await statuses('imported')).length).toBe(2)
  for (const { orderNumber } of await listed()) await expectOk(back({ orderNumber }))
  expect(await areaTaken()).toBe(2)
  expect(await states([11, 12])).toEqual([2, 0])
})

test('a report of the seller’s sales leaves its printed tickets as they are', async () => {
  const { orderNumber } = await expectOk(give({ placeIds: [15], isPrinted: true }))
  const report = await importRows(`${event.eventId},,Stalls,2,5,,30,K-3,Kiosk`)
  expect(report.problems).toMatchObject([{ code: 'place-taken' }])
  expect(await states([15])).toEqual([2])
  await expectOk(back({ orderNumber }))
})

test('tickets are printed in advance, admit whoever brings them, and are void when they come back', async () => {
  const ticketTypeId = event.poolTypes[1]?.ticketTypeId
  const seats = await expectOk(give({ placeIds: [21, 22], isPrinted: true }))
  expect(seats).toMatchObject({ statusName: 'Preprint', seller: 'Kiosk' })
  const area = await expectOk(give({ ticketTypeId, quantity: 3, isPrinted: true }))
  const [{ ticketIdentifiers, quantity, lineId }] = area.places
  expect([quantity, ticketIdentifiers.length]).toEqual([3, 3])
  expect(await states([21, 22])).toEqual([2, 2])
  expect(await statuses('preprint')).toEqual(['Preprint', 'Preprint'])
  const pdf = await shop.post(
    '/v2/merchantusers/box-office/print',
    { orderNumber: area.orderNumber, format: 'roll' },
    token,
  )
  expect(pdf.status).toBe(200)
  const tooMany = await give({ ticketTypeId, quantity: 501, isPrinted: true })
  expect(tooMany.body.error.code).toBe('TooManyPrinted')

  const { db, clock, random } = shop.context
  await db
    .updateTable('event')
    .set({ starts_at: clock.now() })
    .where('id', '=', event.eventId)
    .execute()
  const scan = {
    deviceId: random.uuid(),
    eventId: event.eventId,
    sequence: 1,
    code: ticketIdentifiers[0],
  }
  const { outcome } = await expectOk(shop.post('/v2/entrance/scan', scan, token))
  expect(outcome).toBe('Admitted')
  const { orderNumber } = area
  const refused = await back({ orderNumber, ticketIdentifiers: ticketIdentifiers.slice(0, 2) })
  expect(refused.body.error.code).toBe('TicketUsed')
  const left = await expectOk(back({ orderNumber, ticketIdentifiers: [ticketIdentifiers[1]] }))
  expect(left.places).toMatchObject([
    { lineId, quantity: 2, ticketIdentifiers: [ticketIdentifiers[2]] },
  ])
  const again = await back({ orderNumber, ticketIdentifiers: [ticketIdentifiers[1]] })
  expect(again.body.error.code).toBe('NotFound')
  const sold = await expectOk(back({ orderNumber }))
  expect(sold).toMatchObject({
    statusName: 'Preprint',
    places: [{ quantity: 1, ticketIdentifiers: [] }],
  })
  expect((await back({ orderNumber })).body.error.code).toBe('TicketUsed')
  const ended = await Promise.all([1, 2].map(() => back({ orderNumber: seats.orderNumber })))
  expect(ended.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await states([21, 22])).toEqual([0, 0])
})
