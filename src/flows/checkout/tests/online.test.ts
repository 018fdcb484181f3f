/**
 * Goal: a payment by an online service ends like one by a bank; where the service supports no refund, the buyer gets
 * the amount on their balance, exactly once. Method: both fakes over HTTP and a real database, one scenario per test;
 * the invariants are checked after each.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { claimGuestOrders } from '#modules/orders/server/public-api.ts'
import { createCityPay, createEpoint } from '#modules/payments/server/public-api.ts'
import {
  customerAccount,
  guestCreditAccount,
  readBalance,
} from '#modules/wallet/server/public-api.ts'
import { startCityPay, type CityPayFake } from '../../../../fakes/citypay/start.ts'
import { startEpoint, type EpointFake } from '../../../../fakes/epoint/start.ts'
import { executeRefunds } from '../server/execute-refunds.ts'
import { expirePayingOrders } from '../server/expire-paying-orders.ts'
import { pollPayments } from '../server/poll-payments.ts'
import { retryOrder } from '../server/retry-order.ts'
import { startTopUp } from '../server/start-own-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenInvariants } from './invariants.ts'
import {
  feeMinor,
  openTestEnv,
  orderOf,
  paymentsOf,
  placePriceMinor,
  type TestEnv,
} from './test-env.ts'

let env: TestEnv
let epoint: EpointFake
let citypay: CityPayFake

beforeAll(async () => {
  epoint = await startEpoint({ port: 0, silenceMs: 200, tickMs: 20, callbackRetryDelaysMs: [50] })
  citypay = await startCityPay({ port: 0, silenceMs: 200, tickMs: 20, confirmAfterMs: 0 })
  env = await openTestEnv([
    createEpoint({ url: epoint.url, ...epoint.keys, timeoutMs: 5_000 }),
    createCityPay({ url: citypay.url, ...citypay.access, timeoutMs: 5_000 }),
  ])
})

afterAll(async () => {
  await env.close()
  await Promise.all([epoint.stop(), citypay.stop()])
})

afterEach(async () => {
  epoint.reset()
  citypay.reset()
  expect(await findBrokenInvariants(env.context)).toEqual([])
})

const asked = 2 * (placePriceMinor + feeMinor)
const services = { epoint: 3, citypay: 4 } as const

async function begin(service: keyof typeof services) {
  const offeringId = await env.offering(10)
  const buyer = await env.guest()
  const order = await env.order(buyer, { offeringId, places: [1, 2] })
  const { orderKey } = order
  const started = await startPayment(buyer, env.ports, { orderKey, provider: services[service] })
  if (!started.ok) throw new Error(`payment not started: ${started.code}`)
  return {
    buyer,
    offeringId,
    order,
    orderKey,
    payment: started.value,
    id: started.value.externalId ?? '',
  }
}

const statusOf = async (orderKey: string) => (await orderOf(env.context, orderKey)).status
const [processed, failed, timeout, waiting] = [1, 2, 4, 6]

async function afterCallback(of: EpointFake | CityPayFake, id: string): Promise<void> {
  const arrived = () => of.deliveries().some((each) => each.payId === id && each.status === 200)
  await expect.poll(arrived).toBe(true)
  await pollPayments(env.context, env.ports)
}

async function runRefunds(): Promise<void> {
  await executeRefunds(env.context, env.ports)
  env.clock.advance(400)
}

const balanceOf = (account: string) => readBalance(env.context, account, 'GEL')

async function newCustomer(): Promise<string> {
  const id = env.context.random.uuid()
  const email = `${id}@example.com`
  await env.context.db.insertInto('customer').values({ id, email }).execute()
  return id
}

const sessionOf = ({ buyer }: Awaited<ReturnType<typeof begin>>) =>
  'sessionId' in buyer.actor ? buyer.actor.sessionId : ''

test('epoint: paid, reported by a signed message, queried, tickets issued', async () => {
  const { orderKey, id } = await begin('epoint')
  epoint.pay(id, 'approve')
  await afterCallback(epoint, id)
  expect(await statusOf(orderKey)).toBe(processed)
  expect(await paymentsOf(env.context, orderKey)).toMatchObject([
    { state: 'captured', captured: { amount: asked, currency: 'GEL' } },
  ])
})

test('epoint: a message that is not signed as it should be does not even make us ask', async () => {
  const { orderKey, id, payment } = await begin('epoint')
  epoint.misbehave({ callbackForged: true })
  const asking = epoint.calls.status
  epoint.pay(id, 'approve')
  const refused = () =>
    epoint.deliveries().filter((each) => each.payId === id && each.status === 403).length
  await expect.poll(refused).toBe(2)
  const [seen] = await paymentsOf(env.context, orderKey)
  expect(seen?.nextPollAt).toEqual(payment.nextPollAt)
  expect(epoint.calls.status).toBe(asking)
  // The callback is not needed: the payment is polled anyway.
  env.clock.advance(10)
  await pollPayments(env.context, env.ports)
  expect(await statusOf(orderKey)).toBe(processed)
})

test('epoint: the answer to the creation was lost; the payment is found by our own id', async () => {
  const offeringId = await env.offering(10)
  const buyer = await env.guest()
  const { orderKey } = await env.order(buyer, { offeringId, places: [1, 2] })
  epoint.misbehave({ createLostCalls: 1, callbackLost: true })
  const started = await startPayment(buyer, env.ports, { orderKey, provider: services.epoint })
  expect(started).toMatchObject({ ok: false, code: 'PaymentProviderFailed' })
  epoint.pay(epoint.payments().at(-1)?.transaction ?? '', 'approve')
  env.clock.advance(61)
  await pollPayments(env.context, env.ports)
  expect(await statusOf(orderKey)).toBe(processed)
})

test('epoint: another amount goes back by the way it came', async () => {
  const { orderKey, id } = await begin('epoint')
  epoint.misbehave({ approveAmountMinor: 777, reverseErrorCalls: 1 })
  epoint.pay(id, 'approve')
  await afterCallback(epoint, id)
  expect(await statusOf(orderKey)).toBe(failed)
  await runRefunds()
  await runRefunds()
  expect(epoint.payments().at(-1)).toMatchObject({ status: 'returned', reversedMinor: 777 })
  expect(await balanceOf(guestCreditAccount(orderKey))).toBe(0)
})

test('an answer about another payment is discarded', async () => {
  const { orderKey, payment } = await begin('epoint')
  const other = await begin('epoint')
  epoint.pay(other.id, 'approve')
  await env.context.db
    .updateTable('payment')
    .set({ external_id: null })
    .where('id', '=', other.payment.id)
    .execute()
  await env.context.db
    .updateTable('payment')
    .set({ external_id: other.id })
    .where('id', '=', payment.id)
    .execute()
  env.clock.advance(10)
  await pollPayments(env.context, env.ports)
  expect(await paymentsOf(env.context, orderKey)).toMatchObject([{ state: 'unknown' }])
  expect(await statusOf(orderKey)).toBe(waiting)
})

test('citypay: the sum arrives, in two parts, and becomes tickets', async () => {
  const { orderKey, id } = await begin('citypay')
  citypay.act(id, 'send-less')
  await afterCallback(citypay, id)
  expect(await statusOf(orderKey)).toBe(waiting)
  citypay.act(id, 'send-rest')
  env.clock.advance(60)
  await pollPayments(env.context, env.ports)
  expect(await statusOf(orderKey)).toBe(processed)
})

test('citypay: a short payment fails the order, is stored as guest credit, and is credited once', async () => {
  const scenario = await begin('citypay')
  const { orderKey, id, buyer } = scenario
  citypay.act(id, 'send-less')
  // A callback that is still being answered has the payment, which is then not due for the next round.
  await afterCallback(citypay, id)
  citypay.act(id, 'expire')
  env.clock.advance(60)
  await pollPayments(env.context, env.ports)
  expect(await statusOf(orderKey)).toBe(failed)
  await runRefunds()
  expect(await paymentsOf(env.context, orderKey)).toMatchObject([{ state: 'refunded' }])
  expect(await balanceOf(guestCreditAccount(orderKey))).toBe(-6_300)
  expect(await retryOrder(buyer, orderKey)).toMatchObject({
    ok: true,
    value: { totalMinor: asked },
  })
  const customerId = await newCustomer()
  for (let round = 0; round < 2; round += 1)
    await claimGuestOrders(env.context, sessionOf(scenario), customerId)
  expect(await balanceOf(guestCreditAccount(orderKey))).toBe(0)
  expect(await balanceOf(customerAccount(customerId))).toBe(-6_300)
})

test('citypay: money sent after the order ended short is stored as guest credit as well, once', async () => {
  const { orderKey, id } = await begin('citypay')
  citypay.act(id, 'send-less')
  await afterCallback(citypay, id)
  citypay.act(id, 'expire')
  env.clock.advance(60)
  await pollPayments(env.context, env.ports)
  await runRefunds()
  citypay.act(id, 'send-rest', { force: true })
  await expect.poll(() => citypay.deliveries().filter((each) => each.payId === id).length).toBe(3)
  for (let round = 0; round < 2; round += 1) {
    await pollPayments(env.context, env.ports)
    await runRefunds()
  }
  expect(await balanceOf(guestCreditAccount(orderKey))).toBe(-asked)
  expect(await statusOf(orderKey)).toBe(failed)
})

test('citypay: too much buys the tickets, and the surplus is the customer’s', async () => {
  const scenario = await begin('citypay')
  const { orderKey, id } = scenario
  const customerId = await newCustomer()
  await claimGuestOrders(env.context, sessionOf(scenario), customerId)
  citypay.act(id, 'send-more')
  await afterCallback(citypay, id)
  expect(await statusOf(orderKey)).toBe(processed)
  await runRefunds()
  expect(await balanceOf(customerAccount(customerId))).toBe(-2_100)
  expect(await balanceOf('order:' + orderKey)).toBe(0)
  expect(await paymentsOf(env.context, orderKey)).toMatchObject([
    { state: 'captured', refundedMinor: 2_100 },
  ])
})

test('citypay: no callback reports the end; polling finds it, and the order may be paid again', async () => {
  const { orderKey, id, buyer } = await begin('citypay')
  citypay.act(id, 'expire')
  env.clock.advance(10)
  await pollPayments(env.context, env.ports)
  expect(await paymentsOf(env.context, orderKey)).toMatchObject([{ state: 'expired' }])
  const again = await startPayment(buyer, env.ports, { orderKey, provider: services.epoint })
  expect(again).toMatchObject({ ok: true, value: { provider: services.epoint } })
})

test('citypay: too late for the places; two refunders, a crash between debit and credit: once', async () => {
  const scenario = await begin('citypay')
  const { orderKey, id, offeringId } = scenario
  env.clock.advance(901)
  await expirePayingOrders(env.context, env.ports)
  await env.order(await env.guest(), { offeringId, places: [2] })
  citypay.act(id, 'send')
  await afterCallback(citypay, id)
  expect(await statusOf(orderKey)).toBe(timeout)
  const { db } = env.context
  // The credit cannot be written, so the debit and the end of the refund must not be either.
  await sql`create function refuse_owed() returns trigger language plpgsql as $$ begin
    raise exception 'the process died here'; end $$`.execute(db)
  await sql`create trigger refuse_owed before insert on ledger_account for each row
    when (new.code like 'owed:%') execute function refuse_owed()`.execute(db)
  await runRefunds()
  expect(await paymentsOf(env.context, orderKey)).toMatchObject([{ state: 'refunding' }])
  expect(await balanceOf('order:' + orderKey)).toBe(-asked)
  await sql`drop trigger refuse_owed on ledger_account`.execute(db)
  const customerId = await newCustomer()
  await Promise.all([
    executeRefunds(env.context, env.ports),
    claimGuestOrders(env.context, sessionOf(scenario), customerId),
    executeRefunds(env.context, env.ports),
  ])
  expect(await balanceOf('order:' + orderKey)).toBe(0)
  expect(await balanceOf(guestCreditAccount(orderKey))).toBe(0)
  expect(await balanceOf(customerAccount(customerId))).toBe(-asked)
})

test('a top-up by coins is worth what arrived', async () => {
  const customerId = await newCustomer()
  const actor = { kind: 'customer', customerId, sessionId: env.context.random.uuid() } as const
  const buyer = { ...env.context, actor }
  const options = { amountMinor: 5_000, provider: services.citypay }
  const started = await startTopUp(buyer, env.ports, options)
  if (!started.ok) throw new Error(started.code)
  citypay.act(started.value.externalId ?? '', 'send-more')
  await afterCallback(citypay, started.value.externalId ?? '')
  expect(await balanceOf(customerAccount(customerId))).toBe(-6_000)
})

test('each finish call knows only its own service’s payments', async () => {
  const { orderKey, payment, id, buyer } = await begin('epoint')
  epoint.misbehave({ callbackLost: true })
  epoint.pay(id, 'approve')
  const finish = async (service: string, body: object) => {
    const token = 'sessionId' in buyer.actor ? buyer.actor.sessionId : ''
    const reply = await fetch(`${env.origin}/v2/payments/${service}/finish`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    return { status: reply.status, body: await reply.json() }
  }
  expect(await finish('citypay', { paymentId: payment.id })).toMatchObject({ status: 404 })
  expect(await finish('citypay', { orderKey })).toMatchObject({ status: 404 })
  expect(await finish('tpay', { paymentId: payment.id })).toMatchObject({ status: 404 })
  expect(await finish('tpay', { orderKey })).toMatchObject({ status: 404 })
  // None of these triggered a query: the payment is unchanged.
  expect(await paymentsOf(env.context, orderKey)).toMatchObject([{ state: payment.state }])
  expect(await finish('epoint', { orderKey })).toMatchObject({
    status: 200,
    body: { state: 'captured', orderStatusName: 'Processed', isFinal: true, moneyBack: null },
  })
})

test.each(['epoint', 'citypay'] as const)(
  '%s: a lost reply to the creation is asked about at the next attempt',
  async (service) => {
    const fake = service === 'epoint' ? epoint : citypay
    for (const fault of [{ createLostCalls: 1 }, { createErrorCalls: 1 }]) {
      const buyer = await env.guest()
      const order = await env.order(buyer, { offeringId: await env.offering(2), places: [1] })
      const options = { orderKey: order.orderKey, provider: services[service] }
      fake.misbehave({ ...fault, callbackLost: true })
      expect(await startPayment(buyer, env.ports, options)).toMatchObject({
        code: 'PaymentProviderFailed',
      })
      const again = await startPayment(buyer, env.ports, options)
      expect(again).toMatchObject({ ok: true, value: { state: 'pending' } })
      const states = (await paymentsOf(env.context, order.orderKey)).map(({ state }) => state)
      expect(states.toSorted()).toEqual(['canceled', 'pending'])
    }
  },
)

test('epoint: what was paid on the lost page is found by our own id', async () => {
  const buyer = await env.guest()
  const order = await env.order(buyer, { offeringId: await env.offering(2), places: [1] })
  const options = { orderKey: order.orderKey, provider: services.epoint }
  epoint.misbehave({ createLostCalls: 1, callbackLost: true })
  await startPayment(buyer, env.ports, options)
  const [lost] = await paymentsOf(env.context, order.orderKey)
  const atBank = epoint.payments().find(({ orderId }) => orderId === lost?.id)
  epoint.pay(atBank?.transaction ?? '', 'approve')
  expect(await startPayment(buyer, env.ports, options)).toMatchObject({
    ok: true,
    value: { id: lost?.id, state: 'captured' },
  })
  expect(await statusOf(order.orderKey)).toBe(processed)
})
