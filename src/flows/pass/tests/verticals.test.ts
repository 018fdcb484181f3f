/**
 * Goal: one use pays for a film and a bus as for a concert, alone and in one order, and is restored with a returned
 * ticket. Method: the calls of the whole shop with a screening and a bus line of the test; the pass module has no code
 * for either.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCinema, makeScreening } from '#modules/cinema/tests/factories.ts'
import { makeLine } from '../../../../tests/hostile/journeys.ts'
import { choiceOf, expectOk } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'
import { buyPass, faultsOf, makeProduct } from './support.ts'

let shop: HostileShop
let token: string
let cardNumber: string

beforeAll(async () => {
  shop = await openHostileShop()
  token = await shop.customer()
  const { merchantId } = await shop.event()
  const productId = await makeProduct(shop.context, merchantId)
  cardNumber = await buyPass(shop, token, { productId })
})
afterAll(() => shop.close())

const usesLeft = async () =>
  (await expectOk(shop.get(`/v2/multipass/check?cardNumber=${cardNumber}`, token))).usesLeft

async function finish(orderKey: string, passengers: readonly object[] = []): Promise<Reply> {
  const held = await expectOk(shop.post('/v2/multipass/reserve', { cardNumber, orderKey }, token))
  expect(held.toPay.amount).toBe(0)
  const details = { orderKey, buyer, acceptTerms: true, passengers }
  const done = await expectOk(shop.post('/v2/multipass/checkout', details, token))
  expect(done.isFinished).toBe(true)
  return done.order
}

test('a film', async () => {
  const cinema = await makeCinema(shop.context)
  const sessionId = await makeScreening(shop.context, cinema)
  const seats = [{ placeId: 17, ticketTypeId: 1 }]
  const before = await usesLeft()
  const { orderKey } = await expectOk(
    shop.post('/groot/Cavea/BookSeat', { sessionId, seats }, token),
  )
  await finish(orderKey)
  expect(await usesLeft()).toBe(before - 1)
  expect(await faultsOf(shop.context)).toEqual([])
})

test('a bus and a concert in one order; the bus ticket goes back with its use', async () => {
  const { runIds } = await makeLine(shop.context, { seatCount: 20 })
  const event = await shop.event()
  const before = await usesLeft()
  const segments = [{ runId: runIds[0], legFrom: 0, legTo: 2, passengers: [{}] }]
  const { orderKey, segments: held } = await expectOk(
    shop.post('/v2/transport/choose', { segments }, token),
  )
  const choice = { ...choiceOf({ event, placeIds: [1] }), orderKey }
  await expectOk(shop.post('/v2/Booking/choose-seat', choice, token))
  const { lineId } = held[0].tickets[0]
  const order = await finish(orderKey, [{ lineId, givenName: 'Nino', familyName: 'Beridze' }])
  expect(await usesLeft()).toBe(before - 2)
  const { tickets } = await expectOk(shop.get('/v2/tickets', token))
  const bus = tickets.find(
    (one: Reply) => one.orderNumber === order.orderNumber && one.item.itemId === runIds[0],
  )
  const path = `/v2/tickets/return?ticketIdentifier=${bus.ticketIdentifier}`
  const { quote, back } = await expectOk(shop.get(path, token))
  expect(back.amount).toBe(0)
  await expectOk(shop.post('/v2/tickets/return', { quote }, token))
  expect(await usesLeft()).toBe(before - 1)
  expect(await faultsOf(shop.context)).toEqual([])
})
