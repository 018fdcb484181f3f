/**
 * Goal: a vertical whose places are confirmed by another company is added like any other. Method: the ferry
 * with ships of another line, over HTTP: one order with an own and a partner's sailing, a lost response,
 * and a return that the partner does not cancel in time. The steps depend on each other.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { cancelDue } from '#flows/returns/server/supplier-cancellation.ts'
import { makeMerchant } from '#modules/events/tests/factories.ts'
import { brokenInvariants } from '../../src/flows/returns/tests/invariants.ts'
import { confirmRounds } from '../flights/traveller.ts'
import { callbackOf, expectOk, startPayment } from '../hostile/purchases.ts'
import type { Reply } from '../hostile/shop.ts'
import { PartnerLine } from './partner.ts'
import { openFerryShop, type FerryShop } from './shop.ts'
import { addSailing, fareTypes, type Sailing } from './tables.ts'

const hour = 3_600_000
const buyer = { name: 'Nino Beridze', email: 'partner@example.com', phone: '+995555123456' }
const line = new PartnerLine()
let shop: FerryShop
let own: Sailing
let theirs: Sailing
let token: string
let operator: string
let order: Reply
let payId: string

beforeAll(async () => {
  shop = await openFerryShop(line)
  const merchantId = await makeMerchant(shop.context)
  const departsAt = new Date(shop.context.clock.now().getTime() + 20 * 24 * hour)
  own = await addSailing(shop.context, { sailingId: 1, merchantId, departsAt })
  theirs = await addSailing(shop.context, { sailingId: 2, merchantId, departsAt, isPartners: true })
  token = await shop.guest()
  operator = await shop.operator()
})
afterAll(() => shop.close())

const ticketsOf = async ({ sailingId }: Sailing): Promise<Reply[]> =>
  (await expectOk(shop.get('/v2/tickets', token))).tickets.filter(
    ({ item }: Reply) => item.itemId === sailingId,
  )
const attention = async () => (await expectOk(shop.get('/v2/operator/home', operator))).attention
const officeOrder = () => expectOk(shop.get(`/v2/operator/orders/${order.orderNumber}`, operator))
const returnedAtBank = () => shop.bank.payments().find((one) => one.payId === payId)?.returnedMinor

test('an own and a partner’s sailing are paid together; the partner’s waits for confirmation', async () => {
  const part = { from: 0, to: 2, typeId: fareTypes.deck, placeIds: [5] }
  const sailings = [own, theirs].map(({ sailingId }) => ({ sailingId, parts: [part] }))
  order = await expectOk(shop.post('/v2/ferry/choose', { sailings }, token))
  const { orderKey } = order
  const { passengers } = await expectOk(shop.get(`/groot/Orders/checkout/${orderKey}`, token))
  const named = passengers.map(({ lineId, unit }: Reply) => ({
    lineId,
    unit,
    givenName: 'Nino',
    familyName: 'Beridze',
    kind: 0,
    documentKind: 'passport',
    documentNumber: '12AB3456',
    nationality: 'GE',
  }))
  const details = { orderKey, buyer, acceptTerms: true, passengers: named }
  await expectOk(shop.post('/v2/orders/checkout', details, token))
  payId = (await startPayment(shop, orderKey, token)).payId
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  expect(await ticketsOf(own)).toHaveLength(1)
  expect(await ticketsOf(theirs)).toEqual([])
})

test('after a lost response the booking is looked up, and exists once', async () => {
  line.losesAnswer = true
  await confirmRounds(shop, 3)
  expect([...line.bookings.values()]).toEqual(['KOM1'])
  const [ticket] = await ticketsOf(theirs)
  expect(ticket).toMatchObject({ reference: { bookingNumber: 'KOM1' } })
  expect(ticket.code).not.toBeNull()
})

test('a return that the partner does not cancel is shown to operators until it is cancelled', async () => {
  line.isSilent = true
  const [ticket] = await ticketsOf(theirs)
  const path = `/v2/tickets/return?ticketIdentifier=${ticket.ticketIdentifier}`
  const quote = await expectOk(shop.get(path, token))
  const { paid, fee, deduction, back } = quote.tickets[0]
  expect(deduction.amount).toBe(line.keptMinor)
  expect(back.amount).toBe(paid.amount + fee.amount - line.keptMinor)
  const begun = await expectOk(shop.post('/v2/tickets/return', { quote: quote.quote }, token))
  expect(begun.isPending).toBe(true)
  expect((await attention()).uncancelled).toEqual([])
  expect((await officeOrder()).pendingReturns).toMatchObject([
    { source: 'ferry', itemId: theirs.sailingId, amountMinor: back.amount, isOverdue: false },
  ])

  shop.context.clock.advance(25 * 3_600)
  await cancelDue(shop.context, shop.ports.returns)
  operator = await shop.operator()
  expect((await attention()).uncancelled).toMatchObject([{ orderNumber: order.orderNumber }])
  expect((await officeOrder()).pendingReturns).toMatchObject([
    { isOverdue: true, detail: 'no answer yet' },
  ])
  const { entries } = await expectOk(shop.get('/v2/operator/log', operator))
  const alerts = entries.filter(({ action }: Reply) => action === 'returns.supplier-overdue')
  expect(alerts).toMatchObject([{ subject: `order ${order.orderNumber}` }])
  expect(returnedAtBank()).toBe(0)

  line.isSilent = false
  shop.context.clock.advance(400)
  await cancelDue(shop.context, shop.ports.returns)
  expect(line.cancelled.size).toBe(1)
  expect((await attention()).uncancelled).toEqual([])
  expect((await officeOrder()).pendingReturns).toEqual([])
  while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
    shop.context.clock.advance(60)
  expect(returnedAtBank()).toBe(back.amount)
  expect(await brokenInvariants(shop.context)).toEqual([])
})
