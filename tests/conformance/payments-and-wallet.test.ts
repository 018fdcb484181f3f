/**
 * Goal: ways to pay carry the specification's methods, and the wallet's lists by category and status are complete.
 * Method: orders made, paid and given up over HTTP; lists with and without filters.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import { expectOk, purchase } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
}, 60_000)
afterAll(() => shop.close())

async function customerOf(token: string): Promise<string> {
  return (await expectOk(shop.get('/v2/auth/profile', token))).userId
}

test('each way to pay says its method, a balance among them', async () => {
  const event = await shop.event()
  const token = await shop.customer()
  const request = { event, placeIds: [1] }
  const { orderKey } = await purchase(shop, { token, station: 'checkout', request })
  const waysOf = async () => {
    const { paymentWays } = await expectOk(
      shop.get(`/v2/orders/checkout/details?orderKey=${orderKey}`, token),
    )
    return paymentWays.map(({ name, method }: Reply) => [name, method])
  }
  const cards = [
    ['tpay', 'VirtualPos'],
    ['epoint', 'EPayment'],
    ['citypay', 'EPayment'],
  ]
  expect(await waysOf()).toEqual(cards)
  const id = await customerOf(token)
  await postTransfer(shop.context, {
    idempotencyKey: 'gift',
    kind: 'correction',
    reference: id,
    postings: [
      { account: customerAccount(id), currency: 'GEL', amountMinor: -500 },
      { account: 'house:fees', currency: 'GEL', amountMinor: 500 },
    ],
  })
  expect(await waysOf()).toEqual([...cards, ['balance', 'Balance']])
  const paid = await purchase(shop, { token, station: 'paid', request: { event, placeIds: [2] } })
  const status = await expectOk(shop.get(`/v2/payments/status?orderKey=${paid.orderKey}`, token))
  expect(status).toMatchObject({ provider: 2, method: 'VirtualPos' })
})

test('the wallet lists orders that were given up under their category, and open ones as upcoming', async () => {
  const event = await shop.event()
  const token = await shop.customer()
  const make = (station: 'canceled' | 'checkout' | 'paid', placeId: number) =>
    purchase(shop, { token, station, request: { event, placeIds: [placeId] } })
  const givenUp = await make('canceled', 1)
  const late = await make('checkout', 2)
  const cancel = { orderKey: late.orderKey, cancel: true }
  await expectOk(shop.post('/groot/Orders/unreserve', cancel, token))
  const paid = await make('paid', 3)
  const open = await make('checkout', 4)
  const keysOf = async (path: string) =>
    (await expectOk(shop.get(`/groot/Wallet/${path}`, token))).orders.map(
      ({ orderKey }: Reply) => orderKey,
    )
  const over = [late.orderKey, givenUp.orderKey]
  expect(await keysOf('history')).toEqual([open.orderKey, ...over])
  expect(await keysOf('history?category=0')).toEqual([open.orderKey, ...over])
  const canceled = `history?category=0&orderStatus=${orderStatus.Canceled}`
  expect(await keysOf(canceled)).toEqual(over)
  expect(await keysOf('history?category=1')).toEqual([])
  const { orders } = await expectOk(shop.get(`/groot/Wallet/${canceled}`, token))
  expect(orders.map(({ event: item }: Reply) => item?.eventId ?? null)).toEqual([
    event.eventId,
    event.eventId,
  ])
  expect(await keysOf('upcoming')).toEqual([paid.orderKey])
  expect(await keysOf(`upcoming?orderStatus=${orderStatus.Checkout}`)).toEqual([open.orderKey])
  expect(await keysOf(`upcoming?orderStatus=${orderStatus.Draft}`)).toEqual([])
})
