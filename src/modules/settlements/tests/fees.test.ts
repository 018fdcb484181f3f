/**
 * Goal: passed-on fees are in the first price that a buyer sees and do not change later; each party earns its own part;
 * returns follow the terms; past sales keep their figures. Method: the calls over HTTP on a real database with the demo
 * bank; the test's clock advances.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listPassedOnFees } from '#modules/catalogue/server/public-api.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { makeStaff } from '#modules/staff/tests/factories.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { postProven } from '../../../../tests/hostile/settlements.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { choiceOf, expectOk, purchase } from '../../../../tests/hostile/purchases.ts'

const password = 'a heron on the Mtkvari'
let shop: HostileShop
let event: MadeEvent
let ownerEmail: string
let owner: string
let operator: string

beforeAll(async () => {
  shop = await openHostileShop()
  event = await shop.event()
  const staff = await makeStaff(shop.context, { merchantId: event.merchantId, password })
  ownerEmail = staff.email
  await signIn()
})
afterAll(() => shop.close())

async function signIn(): Promise<void> {
  const { body } = await shop.post('/v2/merchantusers/token', { email: ownerEmail, password })
  owner = String(body.accessToken)
  operator = await shop.operator()
}

/** Advances the clock; sessions expire meanwhile, and the worker runs. */
async function days(count: number): Promise<void> {
  shop.context.clock.advance(count * 86_400)
  // In-process caches expire as well.
  const later = performance.now() + 5_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  await signIn()
  await listPassedOnFees(shop.context)
}

const day = (ahead: number) =>
  new Date(shop.context.clock.now().getTime() + 4 * 3_600_000 + ahead * 86_400_000)
    .toISOString()
    .slice(0, 10)
const fees = (more: object = {}) => ({
  validFrom: day(1),
  isCommissionAdded: true,
  ownBasisPoints: 200,
  ownMinor: 10,
  ownMinorMin: 30,
  ownMinorMax: 150,
  isOwnReturned: false,
  ...more,
})
const decide = (body: object) => shop.post('/v2/merchantusers/fees', body, owner)
const agree = (more: object = {}) =>
  postProven(
    shop,
    '/v2/operator/settlements/terms',
    {
      merchantId: event.merchantId,
      validFrom: day(1),
      commissionBasisPoints: 500,
      commissionMinor: 20,
      isCommissionReturned: true,
      reserveBasisPoints: 0,
      period: 'week',
      payoutMinorMin: 100,
      ...more,
    },
    operator,
  )
const listPrice = async (): Promise<number> => {
  const { rows } = await sql<{ least: number }>`
    select min_price_minor as least from event where id = ${event.eventId}`.execute(shop.context.db)
  return rows[0]?.least ?? -1
}
const pricesOf = async (): Promise<Reply> => {
  const { body } = await shop.get(`/v2/Events/Map?eventId=${event.eventId}`)
  return body.ticketTypes.find((type: Reply) => type.zone === 'a')
}
const counter = (what: string, body: object) =>
  shop.post(`/v2/merchantusers/box-office/${what}`, body, owner)
/** Fees: 5 % service; commission of 5 % and 0.20; an own fee of 2 % and 0.10, from 0.30 to 1.50. */
function wholeOf(priceMinor: number): number {
  return priceMinor + 2 * Math.round((priceMinor * 500) / 10_000) + 20 + ownOf(priceMinor)
}
function ownOf(priceMinor: number): number {
  return Math.min(Math.max(Math.round((priceMinor * 200) / 10_000) + 10, 30), 150)
}
const balance = async (account: string) => 0 - (await readBalance(shop.context, account, 'GEL'))
const parties = async () => ({
  organiser: await balance(`merchant:${event.merchantId}`),
  commission: await balance('house:commission'),
  service: await balance('house:fees'),
})

test('only owners set fees, not for today and not with a minimum above the maximum; changes are logged', async () => {
  expect((await decide(fees({ validFrom: day(0) }))).body.error.code).toBe('TermsTooSoon')
  expect((await decide(fees({ ownMinorMax: 20 }))).body.error.code).toBe('FeeLimitsCrossed')
  const manager = await makeStaff(shop.context, {
    merchantId: event.merchantId,
    role: 'manager',
    password,
  })
  const { body } = await shop.post('/v2/merchantusers/token', { email: manager.email, password })
  expect((await shop.post('/v2/merchantusers/fees', fees(), body.accessToken)).status).toBe(403)
  expect(await expectOk(shop.get('/v2/merchantusers/fees', owner))).toMatchObject({
    now: null,
    coming: [],
    terms: null,
  })
})

test('shows the full price from the first page to checkout, and credits each party its part', async () => {
  const price = event.seatTypes['a']?.priceMinor ?? 0
  expect(price).toBe(5_000)
  await expectOk(agree())
  // Sold before the fees begin: unchanged.
  const before = await pricesOf()
  expect(before.total.amount).toBe(5_250)
  await expectOk(decide(fees()))
  const planned = await expectOk(shop.get('/v2/merchantusers/fees', owner))
  expect(planned).toMatchObject({ now: null, coming: [{ own: { amount: 10 } }] })
  expect((await pricesOf()).total.amount).toBe(5_250)
  await days(2)
  // 50.00 and 5 % service; commission 5 % and 0.20; own fee 2 % and 0.10.
  const whole = 5_000 + 250 + 270 + 110
  expect((await pricesOf()).total.amount).toBe(whole)
  const list = await expectOk(shop.get(`/v2/orders/fees?eventId=${event.eventId}`))
  expect(JSON.stringify(list)).toContain(`"amount":${whole}`)
  // Lists and cash sales at a counter charge the same.
  const floor = event.poolTypes[1]
  const types = [...Object.values(event.seatTypes), ...Object.values(event.poolTypes)]
  expect(await listPrice()).toBe(Math.min(...types.map(({ priceMinor }) => wholeOf(priceMinor))))
  await expectOk(counter('shift', { counter: 'Foyer', openingMinor: 0 }))
  const sold = await expectOk(
    counter('sales', {
      eventId: event.eventId,
      ticketTypeId: floor?.ticketTypeId,
      quantity: 1,
      givenMinor: 100_000,
    }),
  )
  expect(sold.total.amount).toBe(wholeOf(floor?.priceMinor ?? 0))
  const token = await shop.customer()
  const order = await expectOk(
    shop.post('/v2/Booking/choose-seat', choiceOf({ event, placeIds: [1, 2] }), token),
  )
  expect(order.totals.total.amount).toBe(2 * whole)
  expect(
    order.lines
      .filter((line: Reply) => line.kind === 'Service')
      .map((line: Reply) => [line.description, line.quantity, line.amount.amount]),
  ).toEqual([
    ['Service fee', 2, 500],
    ['Booking fee', 2, 540],
    ['Organiser’s fee', 2, 220],
  ])
  expect(order.byMerchant.map((share: Reply) => [share.merchantId, share.amount.amount])).toEqual([
    [event.merchantId, 10_220],
    [null, 1_040],
  ])
  // Removing a seat removes its fees.
  const less = await expectOk(
    shop.post(
      '/v2/orders/unreserve',
      { orderKey: order.orderKey, lineIds: [order.lines[0].lineId] },
      token,
    ),
  )
  expect(less.totals.total.amount).toBe(whole)
})

test('promo codes reduce the price and not passed-on fees; refunds follow the terms', async () => {
  const terms = { code: 'TENOFF', percent: 10, isActive: true, isCombined: false }
  await expectOk(shop.post('/v2/merchantusers/promotions/codes', terms, owner))
  const was = await parties()
  const bought = await purchase(shop, {
    token: await shop.customer(),
    station: 'paid',
    request: { event, placeIds: [5, 6] },
  })
  expect(bought.total).toBe(2 * 5_630)
  expect(await parties()).toEqual({
    organiser: was.organiser + 2 * 5_110,
    commission: was.commission + 2 * 270,
    service: was.service + 2 * 250,
  })
  const token = await shop.customer()
  const order = await expectOk(
    shop.post('/v2/Booking/choose-seat', choiceOf({ event, placeIds: [8] }), token),
  )
  const cheaper = await expectOk(
    shop.post('/v2/orders/promo/apply', { orderKey: order.orderKey, promoCode: terms.code }, token),
  )
  expect(cheaper.totals.total.amount).toBe(5_630 - 500)
  // One returned ticket: its price by the policy, the commission by the operator's terms, not the own fee.
  const [ticketIdentifier] = bought.ticketIdentifiers
  const quote = await expectOk(
    shop.get(`/v2/tickets/return?ticketIdentifier=${ticketIdentifier}`, bought.token),
  )
  expect(quote.tickets[0].fee.amount).toBe(270)
  await expectOk(shop.post('/v2/tickets/return', { quote: quote.quote }, bought.token))
  const deducted = quote.deduction.amount
  expect(await parties()).toEqual({
    organiser: was.organiser + 2 * 5_110 - 5_000 + deducted,
    commission: was.commission + 270,
    service: was.service + 2 * 250,
  })
  expect(await ledgerViolations(shop.context)).toEqual([])
})

test('the statement lists the own fee separately; the operator’s terms change the added commission; an included one changes nothing', async () => {
  shop.context.clock.advance(1)
  const statement = await expectOk(
    postProven(shop, '/v2/operator/settlements/close', { merchantId: event.merchantId }, operator),
  )
  expect(statement.lines).toContainEqual({
    kind: 'own-fee',
    // Two seats paid by card, and one place for cash at the counter.
    count: 2,
    amount: { amount: 220 + ownOf(event.poolTypes[1]?.priceMinor ?? 0), currency: 'GEL' },
  })
  expect(statement.lines.map((line: Reply) => line.kind)).not.toContain('commission')
  await expectOk(agree({ commissionBasisPoints: 1_000, commissionMinor: 0 }))
  await days(2)
  expect((await pricesOf()).total.amount).toBe(5_000 + 250 + 500 + 110)
  // With the commission included again and no own fee, the figures are as before.
  await expectOk(
    decide(fees({ isCommissionAdded: false, ownBasisPoints: 0, ownMinor: 0, ownMinorMin: 0 })),
  )
  await days(2)
  expect((await pricesOf()).total.amount).toBe(5_250)
  const was = await parties()
  await purchase(shop, {
    token: await shop.customer(),
    station: 'paid',
    request: { event, placeIds: [10] },
  })
  expect(await parties()).toMatchObject({
    organiser: was.organiser + 5_000 - 500,
    commission: was.commission + 500,
  })
})
