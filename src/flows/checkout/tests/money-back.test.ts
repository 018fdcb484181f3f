/**
 * Goal: money that comes late, twice, or not as asked ends in tickets or goes back whole, exactly once. Method: as in
 * `payment.test.ts`: the demo bank over HTTP and a real database, one story a test.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { claimDueRefunds } from '#modules/payments/server/door.ts'
import { readBalance } from '#modules/wallet/server/door.ts'
import { executeRefunds } from '../server/execute-refunds.ts'
import { expirePayingOrders } from '../server/expire-paying-orders.ts'
import { pollPayments } from '../server/poll-payments.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { findBrokenPromises } from './promises.ts'
import {
  afterCallback,
  asked,
  begin,
  held,
  openStories,
  pay,
  runRefunds,
  stateOf,
  ticketCount,
  world,
} from './stories.ts'
import { paymentsOf } from './world.ts'

beforeAll(openStories)

afterAll(() => world.close())

afterEach(async () => {
  world.bank.reset()
  expect(await findBrokenPromises(world.context)).toEqual([])
})

test('captured at the last moment: the sweep asks the bank before it gives the places away', async () => {
  const story = await begin()
  world.bank.misbehave({ callbackLost: true })
  const payId = await pay(story)
  world.bank.pay(payId, { kind: 'approve' })
  world.clock.advance(901)
  await expirePayingOrders(world.context, world.ports)
  expect(await stateOf(story.order)).toBe('Processed')
  expect(await ticketCount(story.order)).toBe(2)
})

test('a failure told after the success changes nothing and is written down', async () => {
  const story = await begin()
  const payId = await pay(story)
  world.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  world.bank.misbehave({ reportStatus: 'Failed', reportStatusCalls: 1 }, payId)
  const [payment] = await paymentsOf(world.context, story.order.orderKey)
  await settlePayment(world.context, world.ports, payment?.id ?? '')
  expect(await stateOf(story.order)).toBe('Processed')
  expect(await paymentsOf(world.context, story.order.orderKey)).toMatchObject([
    { state: 'captured' },
  ])
  const logged = await world.context.db
    .selectFrom('payment_log')
    .select('kind')
    .where('payment_id', '=', payment?.id ?? '')
    .execute()
  expect(logged.map((row) => row.kind)).toContain('contradiction')
})

test('a bank that says failed of a paid payment, once: the second look finds the money', async () => {
  const story = await begin()
  world.bank.misbehave({ callbackLost: true })
  const payId = await pay(story)
  world.bank.pay(payId, { kind: 'approve' })
  world.bank.misbehave({ reportStatus: 'Failed', reportStatusCalls: 1 }, payId)
  const [payment] = await paymentsOf(world.context, story.order.orderKey)
  await settlePayment(world.context, world.ports, payment?.id ?? '')
  expect(await stateOf(story.order)).toBe('Failed')
  world.clock.advance(15 * 60)
  await pollPayments(world.context, world.ports)
  expect(await stateOf(story.order)).toBe('Processed')
})

test('a bank that says failed of a payment that came late, once: it is asked once more, and no third time', async () => {
  const story = await begin()
  world.bank.misbehave({ callbackLost: true })
  const payId = await pay(story)
  world.clock.advance(901)
  await expirePayingOrders(world.context, world.ports)
  world.bank.pay(payId, { kind: 'approve' })
  world.bank.misbehave({ reportStatus: 'Failed', reportStatusCalls: 1 }, payId)
  const [payment] = await paymentsOf(world.context, story.order.orderKey)
  await settlePayment(world.context, world.ports, payment?.id ?? '')
  expect(await stateOf(story.order)).toBe('Timeout')
  world.clock.advance(3 * 60)
  await pollPayments(world.context, world.ports)
  expect(await stateOf(story.order)).toBe('Processed')
  const failed = await begin()
  const declined = await pay(failed)
  world.clock.advance(901)
  world.bank.pay(declined, { kind: 'decline', resultCode: 'decline_general' })
  const askedBefore = world.bank.calls.status
  for (let round = 0; round < 4; round += 1) {
    await pollPayments(world.context, world.ports)
    world.clock.advance(600)
  }
  expect(world.bank.calls.status - askedBefore).toBe(2)
})

test('told of money after everybody had given up, the bank says failed, once: it is asked once more', async () => {
  const story = await begin()
  const payId = await pay(story)
  world.bank.pay(payId, { kind: 'decline', resultCode: 'decline_general' })
  await afterCallback(payId)
  expect(await stateOf(story.order)).toBe('Failed')
  for (let round = 0; round < 3; round += 1) {
    world.clock.advance(600)
    await pollPayments(world.context, world.ports)
  }
  world.bank.misbehave({ reportStatus: 'Failed', reportStatusCalls: 1 }, payId)
  world.bank.pay(payId, { kind: 'approve' }, { force: true })
  await afterCallback(payId, 2)
  expect(await stateOf(story.order)).toBe('Failed')
  world.clock.advance(3 * 60)
  await pollPayments(world.context, world.ports)
  expect(await stateOf(story.order)).toBe('Processed')
})

test('paid late with the places still free: the same places, the order lives again', async () => {
  const story = await begin()
  const payId = await pay(story)
  world.clock.advance(901)
  await expirePayingOrders(world.context, world.ports)
  expect(await stateOf(story.order)).toBe('Timeout')
  world.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  expect(await stateOf(story.order)).toBe('Processed')
  expect(await ticketCount(story.order)).toBe(2)
  expect(held(payId).returnedMinor).toBe(0)
})

test('paid late with one place sold again: all the money goes back, once, and nothing is sold', async () => {
  const story = await begin({ places: [1, 2] })
  const payId = await pay(story)
  world.clock.advance(901)
  await expirePayingOrders(world.context, world.ports)
  const other = await world.guest()
  const theirs = await world.order(other, { offeringId: story.offeringId, places: [2] })
  world.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  const second = await pay({ buyer: other, order: theirs })
  world.bank.pay(second, { kind: 'approve' })
  await afterCallback(second)
  expect(await stateOf(theirs)).toBe('Processed')
  await runRefunds(3)
  expect(await stateOf(story.order)).toBe('Timeout')
  expect(await ticketCount(story.order)).toBe(0)
  expect(held(payId)).toMatchObject({ capturedMinor: asked, returnedMinor: asked })
  const [payment] = await paymentsOf(world.context, story.order.orderKey)
  expect(payment).toMatchObject({ state: 'refunded', refundedMinor: asked })
})

test('late, seats free but the pool gone: not a single place stays sold for nobody', async () => {
  const story = await begin({ places: [1], pool: { poolId: 1, quantity: 3 } })
  const payId = await pay(story)
  world.clock.advance(901)
  await expirePayingOrders(world.context, world.ports)
  const other = await world.guest()
  await world.order(other, { offeringId: story.offeringId, pool: { poolId: 1, quantity: 4 } })
  world.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  await runRefunds()
  expect(held(payId).returnedMinor).toBe(held(payId).capturedMinor)
  await world.order(other, { offeringId: story.offeringId, places: [1] })
})

test('approved for another amount: everything taken goes back and the order has failed', async () => {
  const story = await begin()
  const payId = await pay(story)
  world.bank.misbehave({ approveAmountMinor: 1 }, payId)
  world.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  await runRefunds()
  expect(await stateOf(story.order)).toBe('Failed')
  expect(await ticketCount(story.order)).toBe(0)
  expect(held(payId)).toMatchObject({ capturedMinor: 1, returnedMinor: 1 })
})

test('approved in another currency: the same, and the books know the currency', async () => {
  const story = await begin()
  const payId = await pay(story)
  world.bank.misbehave({ approveCurrency: 'USD' }, payId)
  world.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  expect(await readBalance(world.context, `order:${story.order.orderKey}`, 'USD')).toBe(-asked)
  await runRefunds()
  expect(await readBalance(world.context, `order:${story.order.orderKey}`, 'USD')).toBe(0)
  expect(await stateOf(story.order)).toBe('Failed')
  expect(held(payId).returnedMinor).toBe(asked)
})

test('two sessions both paid: the first brings tickets, the second goes back', async () => {
  const story = await begin()
  const first = await pay(story)
  world.bank.pay(first, { kind: 'expire' })
  await afterCallback(first)
  const second = await pay(story)
  world.bank.pay(first, { kind: 'approve' }, { force: true })
  await afterCallback(first, 2)
  world.bank.pay(second, { kind: 'approve' })
  await afterCallback(second)
  await runRefunds(2)
  expect(await stateOf(story.order)).toBe('Processed')
  expect(held(first).returnedMinor).toBe(0)
  expect(held(second).returnedMinor).toBe(asked)
})

test('the refund took effect but its answer was lost: it is not asked for again', async () => {
  const story = await begin()
  const payId = await pay(story)
  world.bank.misbehave({ approveAmountMinor: 777, cancelLostCalls: 1 }, payId)
  world.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  const before = world.bank.calls.cancel
  await runRefunds()
  expect(await paymentsOf(world.context, story.order.orderKey)).toMatchObject([
    { state: 'refunding' },
  ])
  await runRefunds(3)
  expect(await paymentsOf(world.context, story.order.orderKey)).toMatchObject([
    { state: 'refunded' },
  ])
  expect(world.bank.calls.cancel - before).toBe(1)
  expect(held(payId).returnedMinor).toBe(777)
})

test('a refund that is due is taken up by one of many workers, and by no other while it is tried', async () => {
  const story = await begin()
  const payId = await pay(story)
  world.bank.misbehave({ approveAmountMinor: 999 }, payId)
  world.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  const rounds = Array.from({ length: 5 }, () => claimDueRefunds(world.context, 10))
  expect((await Promise.all(rounds)).flat()).toHaveLength(1)
  expect(await claimDueRefunds(world.context, 10)).toEqual([])
  await runRefunds(2)
  world.clock.advance(400)
  await runRefunds()
  expect(held(payId).returnedMinor).toBe(999)
})

test('the refund fails at first: tried again until the money is back, by two workers at once', async () => {
  const story = await begin()
  const payId = await pay(story)
  world.bank.misbehave({ approveAmountMinor: 888, cancelErrorCalls: 2 }, payId)
  world.bank.pay(payId, { kind: 'approve' })
  await afterCallback(payId)
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([
      executeRefunds(world.context, world.ports),
      executeRefunds(world.context, world.ports),
    ])
    world.clock.advance(400)
  }
  expect(held(payId).returnedMinor).toBe(888)
  const [payment] = await paymentsOf(world.context, story.order.orderKey)
  expect(payment).toMatchObject({ state: 'refunded', refundedMinor: 888 })
})
