/**
 * Goal: places that are kept back are orders of the status NotForSale, as long as they are. Method: an organiser's date and a
 * cinema's screening over HTTP; the operator's list of orders.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releaseWithheldSeats } from '#modules/cinema/server/public-api.ts'
import { makeCinema, makeScreening } from '../../../modules/cinema/tests/factories.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'

let shop: HostileShop
let operator: string

beforeAll(async () => {
  shop = await openHostileShop()
  operator = await shop.operator()
})
afterAll(() => shop.close())

const listed = async (state = 'notForSale'): Promise<Reply[]> =>
  (await expectOk(shop.get(`/v2/operator/orders?state=${state}`, operator))).orders
/** The places that orders of the status NotForSale have of an item. */
const keptOf = async (source: string, itemId: number): Promise<number[]> => {
  const { rows } = await sql<{ place: number }>`
    select l.place_id as place from order_line l join orders o on o.id = l.order_id
    where l.source = ${source} and l.item_id = ${itemId} and o.status = 7 order by 1`.execute(
    shop.context.db,
  )
  return rows.map(({ place }) => place)
}
const placesOf = async (offeringId: number) => {
  const { rows } = await sql<{ place: number }>`
    select place_id as place from place_leg where offering_id = ${offeringId} and state = 3 order by 1`.execute(
    shop.context.db,
  )
  return rows.map(({ place }) => place)
}

test('seats of a date are an order until the last of them is on sale again', async () => {
  const event = await shop.event()
  const { eventId } = event
  const token = await shop.staff(event.merchantId)
  const keep = (placeIds: number[], isKept: boolean) =>
    shop.post('/v2/merchantusers/dates/keep', { eventId, placeIds, isKept }, token)
  await expectOk(keep([1, 2, 3], true))
  const [order, ...others] = await listed()
  expect(others).toEqual([])
  expect(order).toMatchObject({ statusName: 'NotForSale', totalMinor: 0, paidAt: null })
  const opened = await expectOk(shop.get(`/v2/operator/orders/${order.orderNumber}`, operator))
  expect(opened).toMatchObject({ statusName: 'NotForSale' })
  expect((await keep([3, 4], true)).body.error.code).toBe('SeatNotAvailable')
  expect(await keptOf('event', eventId)).toEqual([1, 2, 3])
  await expectOk(keep([2], false))
  expect((await keep([2, 3], false)).body.error.code).toBe('SeatNotAvailable')
  expect(await keptOf('event', eventId)).toEqual([1, 3])
  expect(await placesOf(event.offeringId)).toEqual([1, 3])
  await expectOk(keep([1, 3], false))
  expect(await listed()).toEqual([])
  const ended = await listed('ended')
  expect(ended.find(({ orderNumber }) => orderNumber === order.orderNumber)).toMatchObject({
    statusName: 'Canceled',
  })
})

test('two who keep back one seat at once have one order', async () => {
  const event = await shop.event()
  const token = await shop.staff(event.merchantId)
  const body = { eventId: event.eventId, placeIds: [7], isKept: true }
  const answers = await Promise.all(
    [1, 2, 3].map(() => shop.post('/v2/merchantusers/dates/keep', body, token)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await keptOf('event', event.eventId)).toEqual([7])
})

test('seats of a screening are too, also those that go on sale by themselves', async () => {
  const house = await makeCinema(shop.context, { halls: 1, forbidsSingleSeats: false })
  const startsAt = new Date(shop.context.clock.now().getTime() + 10 * 3_600_000)
  const screeningId = await makeScreening(shop.context, house, { startsAt })
  const keep = (placeIds: number[], releaseAt?: string) =>
    expectOk(
      shop.post(
        '/v2/operator/cinema/kept-seats',
        { screeningId, placeIds, isKept: true, ...(releaseAt && { releaseAt }) },
        operator,
      ),
    )
  await keep([3, 4])
  await keep([5], new Date(startsAt.getTime() - 3_600_000).toISOString())
  expect(await keptOf('cinema', screeningId)).toEqual([3, 4, 5])
  shop.context.clock.advance(9 * 3_600)
  await releaseWithheldSeats(shop.context)
  expect(await keptOf('cinema', screeningId)).toEqual([3, 4])
})
