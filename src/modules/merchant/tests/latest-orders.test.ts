/**
 * Goal: without a search organisers see their latest orders and nobody else's, without an entry in the log. Method: two
 * organisers' sales over HTTP.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { setCurrencyRates } from '#modules/rates/server/public-api.ts'
import { expectOk, purchase } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { countAllSales } from './count-all-sales.ts'

let shop: HostileShop
let mine: MadeEvent
let other: MadeEvent

beforeAll(async () => {
  shop = await openHostileShop()
  mine = await shop.event()
  other = await shop.event()
})
afterAll(() => shop.close())

const buy = async (event: MadeEvent, placeIds: readonly number[]) => {
  const token = await shop.customer()
  return (await purchase(shop, { token, station: 'paid', request: { event, placeIds } }))
    .orderNumber
}

async function latest(merchantId: number): Promise<string[]> {
  const owner = await shop.staff(merchantId)
  await countAllSales(shop.context)
  const { items, next } = await expectOk(shop.post('/v2/merchantusers/orders/find', {}, owner))
  expect(next).toBeNull()
  return items.map(({ orderNumber }: Reply) => orderNumber)
}

test('the latest orders are listed newest first, each once, and only to their organiser', async () => {
  expect(await latest(mine.merchantId)).toEqual([])
  const first = await buy(mine, [1, 2])
  const foreign = await buy(other, [1])
  const second = await buy(mine, [3])
  expect(await latest(mine.merchantId)).toEqual([second, first])
  expect(await latest(other.merchantId)).toEqual([foreign])
})

test('reading them is no search for a person', async () => {
  const owner = await shop.staff(mine.merchantId)
  await expectOk(shop.post('/v2/merchantusers/orders/find', {}, owner))
  const { entries } = await expectOk(shop.get('/v2/merchantusers/log', owner))
  expect(entries.map(({ action }: Reply) => action)).not.toContain('orders.look-up')
})

test('tickets priced in another currency are listed with it, apart from those in lari', async () => {
  const ratedOn = shop.context.clock.now().toISOString().slice(0, 10)
  const rates = { ratedOn, rates: { EUR: 3_000_000 }, source: 'test' }
  expect((await setCurrencyRates(shop.context, rates)).ok).toBe(true)
  const event = await shop.event()
  await shop.context.db
    .updateTable('ticket_type')
    .set({ price_minor: 4_500, currency: 'EUR' })
    .where('id', '=', event.seatTypes['a']?.ticketTypeId ?? 0)
    .execute()
  // Two seats of the zone priced in euro, one of the other.
  const orderNumber = await buy(event, [1, 2, 21])
  const owner = await shop.staff(event.merchantId)
  await countAllSales(shop.context)
  const { items } = await expectOk(shop.post('/v2/merchantusers/orders/find', {}, owner))
  expect(items).toMatchObject([
    {
      orderNumber,
      ticketCount: 3,
      prices: [
        { amount: 5_000, currency: 'GEL' },
        { amount: 9_000, currency: 'EUR' },
      ],
    },
  ])
  const order = await expectOk(
    shop.get(`/v2/merchantusers/orders/order?orderNumber=${orderNumber}`, owner),
  )
  const prices = order.tickets.map(({ price, setPrice }: Reply) => [price.amount, setPrice])
  const inEuro = [13_500, { amount: 4_500, currency: 'EUR' }]
  expect(prices).toEqual([inEuro, inEuro, [5_000, null]])
})
