/**
 * Goal: late, duplicate or wrong amounts end in tickets or a full refund, exactly once. Method: as in
 * `payment.test.ts`: the demo bank over HTTP and a real database, one scenario per test.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freeFailedOrders, type Order } from '#modules/orders/server/public-api.ts'
import { claimDueRefunds } from '#modules/payments/server/public-api.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import { executeRefunds } from '../server/execute-refunds.ts'
import { expirePayingOrders } from '../server/expire-paying-orders.ts'
import { pollPayments } from '../server/poll-payments.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { findBrokenInvariants } from './invariants.ts'
import {
  afterCallback,
  asked,
  begin,
  held,
  openScenarios,
  pay,
  runRefunds,
  stateOf,
  ticketCount,
  env,
} from './scenarios.ts'
import { paymentsOf } from './test-env.ts'

beforeAll(openScenarios)

afterAll(() => env.close())

afterEach(async () => {
  env.bank.reset()
  expect(await findBrokenInvariants(env.context)).toEqual([])
})

test('captured at the last moment: the sweep asks the bank before it gives the places away', async () => {
  const scenario = await begin()
  env.bank.misbehave({ callbackLost: true })
  const payId = await pay(scenario)
  env.bank.pay(payId, { kind: 'approve' })
  env.clock.advance(901)
  await expirePayingOrders(env.context, env.ports)
  expect(await stateOf(scenario.order)).toBe('Processed')
  expect(await ticketCount(scenario.order)).toBe(2)
})

test('a failure reported after the success changes nothing and is logged', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  env.bank.misbehave({ reportStatus: 'Failed', reportStatusCalls: 1 }, payId)
  const [payment] = await paymentsOf(env.context, scenario.order.orderKey)
  await settlePayment(env.context, env.ports, payment?.id ?? '')
  expect(await stateOf(scenario.order)).toBe('Processed')
  expect(await paymentsOf(env.context, scenario.order.orderKey)).toMatchObject([
    { state: 'captured' },
  ])
  const logged = await env.context.db
    .selectFrom('payment_log')
    .select('kind')
    .where('payment_id', '=', payment?.id ?? '')
    .execute()
  expect(logged.map((row) => row.kind)).toContain('contradiction')
})

test('the bank reports a paid payment as failed, once: the recheck finds the money', async () => {
  const scenario = await begin()
  env.bank.misbehave({ callbackLost: true })
  const payId = await pay(scenario)
  env.bank.pay(payId, { kind: 'approve' })
  env.bank.misbehave({ reportStatus: 'Failed', reportStatusCalls: 1 }, payId)
  const [payment] = await paymentsOf(env.context, scenario.order.orderKey)
  await settlePayment(env.context, env.ports, payment?.id ?? '')
  expect(await stateOf(scenario.order)).toBe('Failed')
  env.clock.advance(15 * 60)
  await pollPayments(env.context, env.ports)
  expect(await stateOf(scenario.order)).toBe('Processed')
})

test('the bank reports a late payment as failed, once: it is rechecked once, and no third time', async () => {
  const scenario = await begin()
  env.bank.misbehave({ callbackLost: true })
  const payId = await pay(scenario)
  env.clock.advance(901)
  await expirePayingOrders(env.context, env.ports)
  env.bank.pay(payId, { kind: 'approve' })
  env.bank.misbehave({ reportStatus: 'Failed', reportStatusCalls: 1 }, payId)
  const [payment] = await paymentsOf(env.context, scenario.order.orderKey)
  await settlePayment(env.context, env.ports, payment?.id ?? '')
  expect(await stateOf(scenario.order)).toBe('Timeout')
  env.clock.advance(3 * 60)
  await pollPayments(env.context, env.ports)
  expect(await stateOf(scenario.order)).toBe('Processed')
  const failed = await begin()
  const declined = await pay(failed)
  env.clock.advance(901)
  env.bank.pay(declined, { kind: 'decline', resultCode: 'decline_general' })
  const askedBefore = env.bank.calls.status
  for (let round = 0; round < 4; round += 1) {
    await pollPayments(env.context, env.ports)
    env.clock.advance(600)
  }
  expect(env.bank.calls.status - askedBefore).toBe(2)
})

test('money reported after the order was given up, then failed once: it is rechecked once', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.bank.pay(payId, { kind: 'decline', resultCode: 'decline_general' })
  await afterCallback(payId)
  expect(await stateOf(scenario.order)).toBe('Failed')
  for (let round = 0; round < 3; round += 1) {
    env.clock.advance(600)
    await pollPayments(env.context, env.ports)
  }
  env.bank.misbehave({ reportStatus: 'Failed', reportStatusCalls: 1 }, payId)
  env.bank.pay(payId, { kind: 'approve' }, { force: true })
  await afterCallback(payId, 2)
  expect(await stateOf(scenario.order)).toBe('Failed')
  env.clock.advance(3 * 60)
  await pollPayments(env.context, env.ports)
  expect(await stateOf(scenario.order)).toBe('Processed')
})

test('paid late with the places still free: the same places, the order lives again', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.clock.advance(901)
  await expirePayingOrders(env.context, env.ports)
  expect(await stateOf(scenario.order)).toBe('Timeout')
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  expect(await stateOf(scenario.order)).toBe('Processed')
  expect(await ticketCount(scenario.order)).toBe(2)
  expect(held(payId).returnedMinor).toBe(0)
})

test('paid late with one place sold again: all the money goes back, once, and nothing is sold', async () => {
  const scenario = await begin({ places: [1, 2] })
  const payId = await pay(scenario)
  env.clock.advance(901)
  await expirePayingOrders(env.context, env.ports)
  const other = await env.guest()
  const theirs = await env.order(other, { offeringId: scenario.offeringId, places: [2] })
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  const second = await pay({ buyer: other, order: theirs })
  env.bank.pay(second, { kind: 'approve' })
  await afterCallback(second)
  expect(await stateOf(theirs)).toBe('Processed')
  await runRefunds(3)
  expect(await stateOf(scenario.order)).toBe('Timeout')
  expect(await ticketCount(scenario.order)).toBe(0)
  expect(held(payId)).toMatchObject({ capturedMinor: asked, returnedMinor: asked })
  const [payment] = await paymentsOf(env.context, scenario.order.orderKey)
  expect(payment).toMatchObject({ state: 'refunded', refundedMinor: asked })
})

test('late, seats free but the pool sold out: no place is sold without a buyer', async () => {
  const scenario = await begin({ places: [1], pool: { poolId: 1, quantity: 3 } })
  const payId = await pay(scenario)
  env.clock.advance(901)
  await expirePayingOrders(env.context, env.ports)
  const other = await env.guest()
  await env.order(other, { offeringId: scenario.offeringId, pool: { poolId: 1, quantity: 4 } })
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  await runRefunds()
  expect(held(payId).returnedMinor).toBe(held(payId).capturedMinor)
  await env.order(other, { offeringId: scenario.offeringId, places: [1] })
})

test('approved for another amount: everything taken goes back and the order has failed', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.bank.misbehave({ approveAmountMinor: 1 }, payId)
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  await runRefunds()
  expect(await stateOf(scenario.order)).toBe('Failed')
  expect(await ticketCount(scenario.order)).toBe(0)
  expect(held(payId)).toMatchObject({ capturedMinor: 1, returnedMinor: 1 })
})

test('approved in another currency: the same, and the ledger knows the currency', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.bank.misbehave({ approveCurrency: 'USD' }, payId)
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  expect(await readBalance(env.context, `order:${scenario.order.orderKey}`, 'USD')).toBe(-asked)
  await runRefunds()
  expect(await readBalance(env.context, `order:${scenario.order.orderKey}`, 'USD')).toBe(0)
  expect(await stateOf(scenario.order)).toBe('Failed')
  expect(held(payId).returnedMinor).toBe(asked)
})

test('two sessions both paid: the first brings tickets, the second goes back', async () => {
  const scenario = await begin()
  const first = await pay(scenario)
  env.bank.pay(first, { kind: 'expire' })
  await afterCallback(first)
  const second = await pay(scenario)
  env.bank.pay(first, { kind: 'approve' }, { force: true })
  await afterCallback(first, 2)
  env.bank.pay(second, { kind: 'approve' })
  await afterCallback(second)
  await runRefunds(2)
  expect(await stateOf(scenario.order)).toBe('Processed')
  expect(held(first).returnedMinor).toBe(0)
  expect(held(second).returnedMinor).toBe(asked)
})

test('the refund took effect but its answer was lost: it is not repeated', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.bank.misbehave({ approveAmountMinor: 777, cancelLostCalls: 1 }, payId)
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  const before = env.bank.calls.cancel
  await runRefunds()
  expect(await paymentsOf(env.context, scenario.order.orderKey)).toMatchObject([
    { state: 'refunding' },
  ])
  await runRefunds(3)
  expect(await paymentsOf(env.context, scenario.order.orderKey)).toMatchObject([
    { state: 'refunded' },
  ])
  expect(env.bank.calls.cancel - before).toBe(1)
  expect(held(payId).returnedMinor).toBe(777)
})

test('a refund that is due is taken up by one of many workers, and by no other while it is tried', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.bank.misbehave({ approveAmountMinor: 999 }, payId)
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  const rounds = Array.from({ length: 5 }, () => claimDueRefunds(env.context, 10))
  expect((await Promise.all(rounds)).flat()).toHaveLength(1)
  expect(await claimDueRefunds(env.context, 10)).toEqual([])
  await runRefunds(2)
  env.clock.advance(400)
  await runRefunds()
  expect(held(payId).returnedMinor).toBe(999)
})

test('the refund fails at first: retried until it succeeds, by two concurrent workers', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.bank.misbehave({ approveAmountMinor: 888, cancelErrorCalls: 2 }, payId)
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([
      executeRefunds(env.context, env.ports),
      executeRefunds(env.context, env.ports),
    ])
    env.clock.advance(400)
  }
  expect(held(payId).returnedMinor).toBe(888)
  const [payment] = await paymentsOf(env.context, scenario.order.orderKey)
  expect(payment).toMatchObject({ state: 'refunded', refundedMinor: 888 })
})

test('a success without money: the case is closed and logged, and the bank is queried no more', async () => {
  const scenario = await begin()
  const payId = await pay(scenario)
  env.bank.misbehave({ approveAmountMinor: 0 }, payId)
  env.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  for (let round = 0; round < 6; round += 1) {
    env.clock.advance(600)
    await pollPayments(env.context, env.ports)
  }
  expect(await stateOf(scenario.order)).toBe('Failed')
  const { payment, kinds } = await paymentOf(scenario.order)
  expect(payment).toMatchObject({
    state: 'declined',
    failure_code: 'captured-nothing',
    next_poll_at: null,
  })
  expect(kinds).toContain('captured-nothing')
  // The order has failed and its deadline has passed: its places are free in the table too.
  expect(await heldPlaces(scenario.offeringId)).toBeGreaterThan(0)
  expect(await freeFailedOrders(env.context)).toBeGreaterThan(0)
  expect(await heldPlaces(scenario.offeringId)).toBe(0)
})

test('a payment that cannot be settled is closed after a week, and queried no more', async () => {
  const scenario = await begin()
  await pay(scenario)
  const gone = { ...env.ports, providers: [] }
  await pollPayments(env.context, gone)
  expect((await paymentOf(scenario.order)).payment.state).not.toBe('expired')
  env.clock.advance(8 * 86_400)
  await pollPayments(env.context, gone)
  const { payment, kinds } = await paymentOf(scenario.order)
  expect(payment).toMatchObject({ state: 'expired', failure_code: 'given-up', next_poll_at: null })
  expect(kinds).toContain('given-up')
  await expirePayingOrders(env.context, env.ports)
  await freeFailedOrders(env.context)
})

async function paymentOf(order: Order) {
  const payment = await env.context.db
    .selectFrom('payment')
    .selectAll()
    .where('order_key', '=', order.orderKey)
    .executeTakeFirstOrThrow()
  const log = await env.context.db
    .selectFrom('payment_log')
    .select('kind')
    .where('payment_id', '=', payment.id)
    .execute()
  return { payment, kinds: log.map((row) => row.kind) }
}

async function heldPlaces(offeringId: number): Promise<number> {
  const rows = await env.context.db
    .selectFrom('place_leg')
    .select('place_id')
    .where('offering_id', '=', offeringId)
    .where('state', '=', 1)
    .execute()
  return rows.length
}
