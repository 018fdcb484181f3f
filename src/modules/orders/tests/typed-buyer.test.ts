/**
 * Goal: buyers are taken as people type and paste them, and shown as typed; what is refused says why in words. Method:
 * checkout over HTTP, then the order as it is read.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent } from '#modules/events/tests/factories.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

let shop: Shop
let orderKey: string
let token: string

beforeAll(async () => {
  shop = await openShop()
  const { eventId, seatTypes } = await makeEvent(shop.context)
  const seats = [{ ticketTypeId: seatTypes['a']?.ticketTypeId ?? 0, placeId: 1 }]
  const drafted = await shop.post('/v2/Booking/choose-seat', { eventId, seats })
  orderKey = drafted.body.orderKey
  token = drafted.body.accessToken
})
afterAll(() => shop.close())

const buyer = { name: 'Nino Beridze', email: 'nino@example.com', phone: '+995555123456' }

function send(changes: object) {
  const body = { orderKey, buyer: { ...buyer, ...changes }, acceptTerms: true }
  return shop.post('/v2/orders/checkout', body, token)
}

test.each([
  ['email', 'nino@bileti', 'EmailWrong'],
  ['email', 'nino @bileti.example', 'EmailWrong'],
  ['phone', '555.12', 'PhoneWrong'],
  ['name', 'evil\u200B.com', 'NameNotAllowed'],
])('the %s %j is refused in words', async (field, typed, code) => {
  const { status, body } = await send({ [field]: typed })
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code, fields: [{ path: `body.buyer.${field}` }] })
  expect(JSON.stringify(body.error)).not.toMatch(/pattern|\^|\\\\/)
})

test('an order shows its buyer as typed, without what nobody sees', async () => {
  const sent = await send({
    name: '\u200EPriya d/o Kumar\u200B',
    email: ' nino@ბილეთი.გე\u200B',
    phone: '\u202A555.12.34.56\u202C',
  })
  expect(sent.status).toBe(200)
  const read = await shop.get(`/v2/orders/details?orderKey=${orderKey}`, token)
  expect(read.body.buyer).toEqual({
    name: 'Priya d/o Kumar',
    email: 'nino@ბილეთი.გე',
    phone: '+995555123456',
  })
})
