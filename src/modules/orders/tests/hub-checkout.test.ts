/**
 * Goal: an order's booking of an event hub never changes, and a hub that repeats the call gets the same order. Method:
 * the call over HTTP on a real database.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

let shop: Shop
let event: MadeEvent
beforeAll(async () => {
  shop = await openShop()
  event = await makeEvent(shop.context)
})
afterAll(() => shop.close())

const path = '/v2/orders/eventHub/beginCheckOut'
const buyer = { name: 'Nino Beridze', email: 'nino@example.com', phone: '+995 555 12 34 56' }

async function draft(placeId: number, token?: string) {
  const seats = [{ ticketTypeId: event.seatTypes['a']?.ticketTypeId, placeId }]
  const answer = await shop.post(
    '/v2/Booking/choose-seat',
    { eventId: event.eventId, seats },
    token,
  )
  expect(answer.status).toBe(200)
  return answer.body
}

test('a booking is tied once, found by its number, and moved to checkout', async () => {
  const first = await draft(1)
  const { accessToken: token } = first
  const nobody = await shop.post(path, { eventHubBookingId: 'H-1' }, await shop.openGuest())
  expect(nobody.body.error.code).toBe('OrderNotFound')
  const begun = await shop.post(path, { eventHubBookingId: 'H-1' }, token)
  expect(begun.body).toMatchObject({
    externalReference: 'H-1',
    order: { orderKey: first.orderKey, statusName: 'Checkout', buyer: { email: '' } },
  })
  // Begun without a buyer: it cannot be paid or finished before a buyer is given.
  const early = await shop.post(
    '/v2/orders/eventHub/beginCheckOut',
    { eventHubBookingId: 'H-1' },
    token,
  )
  expect(early.body.order.statusName).toBe('Checkout')
  const detail = await shop.get('/v2/orders/checkout/details?eventHubBookingId=H-1', token)
  expect(detail.body.order.orderKey).toBe(first.orderKey)
  const details = (eventHubBookingId: string) =>
    shop.get(
      `/v2/orders/checkout/details?orderKey=${first.orderKey}&eventHubBookingId=${eventHubBookingId}`,
      token,
    )
  expect((await details('H-1')).status).toBe(200)
  expect((await details('H-9')).body.error.code).toBe('OrderNotFound')
  const unsure = await shop.post(path, { eventHubBookingId: 'H-1', buyer }, token)
  expect(unsure.body.error.code).toBe('TermsNotAccepted')
  const ready = { eventHubBookingId: 'H-1', buyer, acceptTerms: true }
  for (let time = 0; time < 2; time += 1)
    expect((await shop.post(path, ready, token)).body).toMatchObject({
      order: { orderKey: first.orderKey, statusName: 'Checkout', buyer: { name: buyer.name } },
    })
  // Neither a second order under the booking, nor a second booking on the order.
  const renamed = await shop.post(
    path,
    { eventHubBookingId: 'H-2', orderKey: first.orderKey },
    token,
  )
  expect(renamed.body.error.code).toBe('OrderStatusNotAllowed')
  await shop.post('/v2/orders/unreserve', { orderKey: first.orderKey, cancel: true }, token)
  const over = await shop.post(path, { eventHubBookingId: 'H-1' }, token)
  expect(over.status).toBe(409)
  const stolen = await shop.post(path, { eventHubBookingId: 'H-1' }, await shop.openGuest())
  expect(stolen.body.error.code).toBe('OrderNotFound')
})

test('of several orders that begin one booking at once one has it', async () => {
  const { accessToken: token, orderKey } = await draft(11)
  const keys = [orderKey, (await draft(12, token)).orderKey, (await draft(13, token)).orderKey]
  const begin = (key: string) => shop.post(path, { eventHubBookingId: 'H-7', orderKey: key }, token)
  const answers = await Promise.all(keys.map(begin))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { body } = await shop.get('/v2/orders/checkout/details?eventHubBookingId=H-7', token)
  expect(answers.find(({ status }) => status === 200)?.body.order.orderKey).toBe(
    body.order.orderKey,
  )
})

test('what is said of an order has to be true of it, all of it', async () => {
  const { orderKey, orderNumber, accessToken: token } = await draft(9)
  const details = (query: object) =>
    shop.get(`/v2/orders/details?${new URLSearchParams({ ...query })}`, token)
  const small = orderNumber.toLowerCase()
  expect((await details({ orderKey, orderNumber: small })).body.orderKey).toBe(orderKey)
  expect((await shop.get(`/groot/Orders/details/${small}`, token)).status).toBe(200)
  for (const query of [
    { orderKey, orderNumber: 'ZZZZZZZZZZ' },
    { orderKey: crypto.randomUUID(), orderNumber },
  ])
    expect((await details(query)).body.error.code).toBe('OrderNotFound')
})
