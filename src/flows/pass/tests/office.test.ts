/**
 * Goal: an operator opens the sale of a pass and changes it, and holders of cards lose nothing they bought. Method: the
 * operator's calls and a buyer over HTTP.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { expirePayingOrders } from '#flows/checkout/server/expire-paying-orders.ts'
import { passTerms } from '../../../../tests/hostile/multipass.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'
import { buyPass } from './support.ts'

let shop: HostileShop
let operator: string
let terms: Record<string, unknown>

beforeAll(async () => {
  shop = await openHostileShop()
  operator = await shop.operator()
  terms = await passTerms(shop, await shop.event({ placesPerOrderMax: 20 }))
})
afterAll(() => shop.close())

const save = (values: object) => shop.post('/v2/operator/passes', { ...terms, ...values }, operator)

test('a pass is opened, bought, made dearer and longer, but not worse, and taken off sale', async () => {
  const made = await expectOk(save({}))
  expect(made).toMatchObject({ nameEn: 'Season pass', cardsSold: 0, isActive: true })
  const { productId } = made
  // Before the first card is sold everything may change.
  await expectOk(save({ productId, weekdays: [1] }))
  const token = await shop.customer()
  await buyPass(shop, token, { productId })
  const worse = await save({ productId, weekdays: [2] })
  expect(worse.body.error.code).toBe('PassTermsSold')
  const dayBefore = new Date(Date.parse(String(terms['validFrom'])) - 86_400_000).toISOString()
  const sooner = await save({ productId, weekdays: [1], validUntil: dayBefore })
  expect(sooner.status).toBe(400)
  const later = new Date(Date.parse(String(terms['validUntil'])) + 86_400_000).toISOString()
  const changed = { productId, weekdays: [1], validUntil: later, price: 20_000 }
  expect(await expectOk(save(changed))).toMatchObject({
    validUntil: expect.stringContaining('T19:59:59.999Z'),
    price: { amount: 20_000 },
    cardsSold: 1,
  })
  expect((await save({ ...changed, cardsMax: 1 })).status).toBe(200)
  const soldOut = await shop.post('/v2/multipass/choose', { productId }, token)
  expect(soldOut.status).toBe(409)
  await expectOk(save({ ...changed, cardsMax: 1, isActive: false }))
  const { products } = await expectOk(shop.get('/v2/multipass/show'))
  expect(products.map((one: Reply) => one.productId)).not.toContain(productId)
  const office = await expectOk(shop.get('/v2/operator/passes', operator))
  expect(office.products.find((one: Reply) => one.productId === productId)).toMatchObject({
    isActive: false,
    cardsMax: 1,
  })
})

test('who pays late for a pass that has other terms by then gets the money back, and no such card', async () => {
  const { productId } = await expectOk(save({ nameEn: 'Late pass' }))
  const token = await shop.customer()
  const { orderKey } = await expectOk(shop.post('/v2/multipass/choose', { productId }, token))
  await expectOk(shop.post('/v2/orders/checkout', { orderKey, buyer, acceptTerms: true }, token))
  const { payId } = await startPayment(shop, orderKey, token)
  const held = await save({ nameEn: 'Late pass', productId, weekdays: [3] })
  expect(held.body.error.code).toBe('PassTermsSold')
  shop.context.clock.advance(3_600)
  await expirePayingOrders(shop.context, shop.ports.checkout)
  await expectOk(save({ nameEn: 'Late pass', productId, weekdays: [3] }))
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  const done = await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  expect(done.statusName).toBe('Timeout')
  await executeRefunds(shop.context, shop.ports.checkout)
  const payment = shop.bank.payments().find((one) => one.payId === payId)
  expect(payment?.returnedMinor).toBeGreaterThan(0)
  expect((await expectOk(shop.get('/v2/multipass/show', token))).cards).toEqual([])
  // The changed pass is sold.
  await buyPass(shop, token, { productId })
})

test('back offices list a bought pass without a date and a place', async () => {
  const { productId } = await expectOk(save({}))
  await buyPass(shop, await shop.customer(), { productId })
  const { items } = await expectOk(shop.get('/v2/operator/home', operator))
  expect(items.find(({ itemId }: Reply) => itemId === productId)).toMatchObject({
    source: 'multipass',
    name: { en: 'Season pass' },
    startsAt: null,
    venueName: null,
    note: null,
  })
  const owner = await shop.staff(Number(terms['merchantId']))
  const search = { text: buyer.email }
  const found = await expectOk(shop.post('/v2/merchantusers/orders/find', search, owner))
  const { orderNumber } = found.items[0]
  const order = await expectOk(
    shop.get(`/v2/merchantusers/orders/order?orderNumber=${orderNumber}`, owner),
  )
  expect(order.tickets).toMatchObject([{ itemName: 'Season pass', itemNote: '', startsAt: null }])
  const asked = `orderNumber=${orderNumber}&ticketIdentifiers=${order.tickets[0].ticketIdentifier}`
  const refund = await expectOk(shop.get(`/v2/merchantusers/orders/refund?${asked}`, owner))
  expect(refund.tickets).toMatchObject([{ itemName: 'Season pass', startsAt: null }])
})

test('what does not fit is told at its field; only operators are let in', async () => {
  const fieldsOf = async (values: object) =>
    (await save(values)).body.error.fields.map((one: Reply) => one.path)
  expect(await fieldsOf({ topUpPrice: undefined })).toEqual(['body.topUpPrice'])
  expect(await fieldsOf({ validDaysFrom: undefined })).toEqual(['body.validDaysFrom'])
  expect(await fieldsOf({ hourUntil: 9 })).toEqual(['body.hourUntil'])
  expect(await fieldsOf({ sources: ['multipass'] })).toEqual(['body.sources'])
  expect(await fieldsOf({ merchantId: 99_999_999 })).toEqual(['body.merchantId'])
  const stranger = await shop.post('/v2/operator/passes', terms, await shop.customer())
  expect(stranger.status).toBe(403)
})

test('a pass is valid on its last day, and its ticket names the end of the card', async () => {
  const now = shop.context.clock.now()
  const midnight = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO('Asia/Tbilisi')
    .startOfDay()
    .toInstant()
    .toString()
  const today = { validFrom: midnight, validUntil: midnight }
  const { productId: ofToday } = await expectOk(save(today))
  const token = await shop.customer()
  await buyPass(shop, token, { productId: ofToday })
  const days = { validDays: 60, validDaysFrom: 'sale' }
  const { productId, validUntil: endOfProduct } = await expectOk(save(days))
  await buyPass(shop, token, { productId })
  const { cards } = await expectOk(shop.get('/v2/multipass/show', token))
  expect(cards.map(({ state }: { state: string }) => state)).toEqual(['active', 'active'])
  const { tickets } = await expectOk(shop.get('/v2/tickets', token))
  const ends = tickets.map(({ event }: { event: { endsAt: string } }) => event.endsAt)
  expect(ends.toSorted()).toEqual(
    cards.map(({ validUntil }: { validUntil: string }) => validUntil).toSorted(),
  )
  expect(ends).not.toContain(endOfProduct)
})
