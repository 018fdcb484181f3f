import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { WatchedDatabase } from './fingerprint.ts'
import { choiceOf, expectOk, startPayment } from './purchases.ts'
import { buyer, openHostileShop, partnerKey, type HostileShop, type Reply } from './shop.ts'

/**
 * Goal: the payment is determined by the database, not by the client. Method: every call before the payment is sent
 * with prices, fees, totals, currencies and discounts in every possible place; then the lines in the database are
 * added up and compared with the bank's amount.
 */
let shop: HostileShop
let watched: WatchedDatabase
let event: MadeEvent
let other: MadeEvent
beforeAll(async () => {
  shop = await openHostileShop()
  watched = await WatchedDatabase.start(shop.context.db, shop.databaseUrl)
  const prices = { zonePricesMinor: { a: 4_000, b: 9_000 }, poolPriceMinor: 2_500 }
  event = await shop.event({ ...prices, feeBasisPoints: 500, feeFixedMinor: 100 })
  other = await shop.event({ zonePricesMinor: { a: 1, b: 1 }, poolPriceMinor: 1 })
})
afterAll(async () => {
  await watched.stop()
  await shop.close()
})

/** All fields about money that a client may try. */
const forgedPrices = {
  price: 1,
  priceMinor: 1,
  unitPrice: 1,
  unitPriceMinor: 1,
  unit_price_minor: 1,
  amount: { amount: 1, currency: 'GEL' },
  amountMinor: 1,
  fee: 0,
  feeMinor: 0,
  fees: [],
  total: 1,
  totalMinor: 1,
  total_minor: 1,
  totals: { total: { amount: 1, currency: 'GEL' } },
  currency: 'USD',
  discount: 100,
  promoCode: 'FREE',
  isFree: true,
  lines: [],
  kind: 'PromoCode',
}

/** Adds the fields to an object and to all objects within it. */
function withForgedPrices(value: Reply): Reply {
  if (Array.isArray(value)) return value.map(withForgedPrices)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([key, each]) => [key, withForgedPrices(each)])
  return { ...forgedPrices, ...Object.fromEntries(inner) }
}

async function linesOf(orderKey: string) {
  return shop.context.db
    .selectFrom('order_line')
    .innerJoin('orders', 'orders.id', 'order_line.order_id')
    .select(['order_line.kind', 'order_line.quantity', 'order_line.unit_price_minor'])
    .select(['order_line.amount_minor', 'orders.total_minor', 'orders.currency'])
    .where('orders.order_key', '=', orderKey)
    .execute()
}

/** The bank's amount equals the lines, and the lines equal the prices of the event. */
async function expectDatabasePrices(orderKey: string, payId: string, expectedMinor: number) {
  const lines = await linesOf(orderKey)
  const sum = lines.reduce((total, line) => total + line.amount_minor, 0)
  for (const line of lines) expect(line.amount_minor).toBe(line.quantity * line.unit_price_minor)
  expect(sum).toBe(expectedMinor)
  expect(lines.every((line) => line.total_minor === sum && line.currency === 'GEL')).toBe(true)
  const payment = shop.bank.payments().find((each) => each.payId === payId)
  expect(payment).toMatchObject({ requestedMinor: sum, requestedCurrency: 'GEL' })
}

const seatA = 4_000 + 200 + 100
const seatB = 9_000 + 450 + 100
const standing = 2_500 + 125 + 100

describe('prices of the client', () => {
  test('are ignored by every call before the payment', async () => {
    const choice = choiceOf({ event, placeIds: [1, 2, 21] })
    const opened = await expectOk(
      shop.post('/v2/Booking/choose-seat?price=1&total=1', withForgedPrices(choice)),
    )
    const { orderKey, accessToken: token } = opened
    const more = { ...choiceOf({ event, standing: 2 }), orderKey }
    await expectOk(shop.post('/v2/orders/reserve', withForgedPrices(more), token))
    const details = { orderKey, buyer, acceptTerms: true }
    await expectOk(shop.post('/v2/orders/checkout', withForgedPrices(details), token))
    await expectOk(shop.post('/groot/Orders/checkout', withForgedPrices(details), token))
    const pay = { orderKey, provider: 2 }
    const started = await expectOk(
      shop.post('/groot/Orders/create-payment?amount=1', withForgedPrices(pay), token),
    )
    const total = 2 * seatA + seatB + 2 * standing
    expect(started.amount).toEqual({ amount: total, currency: 'GEL' })
    const { payId } = await startPayment(shop, orderKey, token)
    await expectDatabasePrices(orderKey, payId, total)
    // A client's price of zero makes nothing free.
    await expectOk(shop.post('/v2/orders/complete', withForgedPrices({ orderKey }), token))
    const unpaid = await expectOk(shop.get(`/v2/orders/details?orderKey=${orderKey}`, token))
    expect(unpaid.statusName).toBe('PaymentPending')
    shop.bank.pay(payId, { kind: 'approve' })
    // A bank is asked once in three seconds.
    shop.context.clock.advance(3)
    await expectOk(shop.post('/v2/orders/complete', withForgedPrices({ orderKey }), token))
    const paid = await expectOk(shop.get(`/v2/orders/details?orderKey=${orderKey}`, token))
    expect(paid).toMatchObject({ statusName: 'Processed', totals: { total: { amount: total } } })
  })

  test('are ignored by combined calls and when an order is repeated', async () => {
    const details = { buyer, acceptTerms: true, externalReference: 'P-7' }
    const at = async (path: string, apiKey: string, placeIds: number[]) => {
      const body = withForgedPrices({ ...choiceOf({ event, placeIds }), ...details })
      return expectOk(shop.send({ method: 'POST', path, apiKey, payload: JSON.stringify(body) }))
    }
    const done = [
      await at('/groot/Orders/checkout-new', 'demo-web', [3]),
      await at('/groot/Orders/integration-check-out', partnerKey, [4]),
    ]
    for (const { order, accessToken: token } of done) {
      const { orderKey } = order
      const { payId } = await startPayment(shop, orderKey, token)
      await expectDatabasePrices(orderKey, payId, seatA)
      shop.bank.pay(payId, { kind: 'decline', resultCode: 'decline_general' })
      await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
      const repeated = await expectOk(
        shop.post('/v2/orders/retry', withForgedPrices({ orderKey }), token),
      )
      const again = await startPayment(shop, repeated.orderKey, token)
      await expectDatabasePrices(repeated.orderKey, again.payId, seatA)
      // In the list both appear as one purchase.
      const { orders } = await expectOk(shop.get('/v2/orders', token))
      expect(orders).toMatchObject([
        { orderKey: repeated.orderKey, retryOf: orderKey },
        { orderKey, retryOf: null },
      ])
    }
  })

  test('do not change a request that is reserved later', async () => {
    const request = {
      eventId: event.eventId,
      ticketTypeId: event.seatTypes['b']?.ticketTypeId,
      quantity: 2,
    }
    const opened = await expectOk(
      shop.post('/v2/orders/InitializeOrder', withForgedPrices(request)),
    )
    const reserved = await expectOk(
      shop.post(
        '/v2/orders/reserverandom',
        withForgedPrices({ accessCode: '' }),
        opened.accessToken,
      ),
    )
    expect(reserved.totals.total).toEqual({ amount: 2 * seatB, currency: 'GEL' })
  })
})

describe('mismatched types', () => {
  test('refuse an expensive seat with a cheap type, another event’s type, a seat as a pool', async () => {
    const { eventId } = event
    const cheap = event.seatTypes['a']?.ticketTypeId
    const dear = event.seatTypes['b']?.ticketTypeId
    const pool = event.poolTypes[1]?.ticketTypeId
    const foreign = other.seatTypes['a']?.ticketTypeId
    const before = await watched.fingerprint()
    const token = await shop.guest()
    for (const body of [
      { eventId, seats: [{ ticketTypeId: cheap, placeId: 30 }] },
      { eventId, seats: [{ ticketTypeId: foreign, placeId: 30 }] },
      { eventId, seats: [{ ticketTypeId: pool, placeId: 30 }] },
      { eventId, seats: [{ ticketTypeId: dear, placeId: 41 }] },
      {
        eventId,
        seats: [
          { ticketTypeId: dear, placeId: 30 },
          { ticketTypeId: dear, placeId: 30 },
        ],
      },
      {
        eventId,
        seats: [
          { ticketTypeId: dear, placeId: 30 },
          { ticketTypeId: cheap, placeId: 30 },
        ],
      },
      { eventId, places: [{ ticketTypeId: cheap, quantity: 1 }] },
      { eventId, places: [{ ticketTypeId: other.poolTypes[1]?.ticketTypeId, quantity: 1 }] },
      {
        eventId,
        places: [{ ticketTypeId: pool, quantity: 1 }],
        seats: [{ ticketTypeId: dear, placeId: 30 }],
      },
      { eventId: other.eventId, seats: [{ ticketTypeId: dear, placeId: 30 }] },
    ]) {
      const answer = await shop.post('/v2/Booking/choose-seat', body, token)
      expect(answer.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
      expect(answer.status, JSON.stringify(body)).toBeLessThan(500)
    }
    expect(await watched.fingerprint()).toBe(before)
  })

  test.each([
    [0, 'QuantityMustBeGreaterThanZero'],
    [-1, 'QuantityMustBeGreaterThanZero'],
    [-2_147_483_648, 'QuantityMustBeGreaterThanZero'],
    [1_000_000_000, 'TotalCountIsInvalid'],
    [2_147_483_647, 'TotalCountIsInvalid'],
    [2_147_483_648, 'BadRequest'],
    [0.5, 'BadRequest'],
    [1.000_000_1, 'BadRequest'],
    ['1e1', 'BadRequest'],
    ['0x1', 'BadRequest'],
    [[1], 'BadRequest'],
  ])('a quantity of %j is %s', async (quantity, code) => {
    const { eventId } = event
    const ticketTypeId = event.poolTypes[1]?.ticketTypeId
    const before = await watched.fingerprint()
    const answer = await shop.post('/v2/Booking/choose-seat', {
      eventId,
      places: [{ ticketTypeId, quantity }],
    })
    expect(answer.body.error.code).toBe(code)
    // Two that would add up to one.
    const pair = [
      { ticketTypeId, quantity: 2 },
      { ticketTypeId, quantity: -1 },
    ]
    const mixed = await shop.post('/v2/Booking/choose-seat', { eventId, places: pair })
    expect(mixed.body.error.code).toBe('QuantityMustBeGreaterThanZero')
    expect(await watched.fingerprint()).toBe(before)
  })
})
